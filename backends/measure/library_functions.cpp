#include "backends/measure/library_functions.h"

#include <algorithm>

#include "backends/blas/library.h"
#include "backends/measure/errors.h"
#include "backends/reference/registered.h"
#include "core/ir/visit.h"
#include "core/support/text.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

// How a function is written for one element type.
struct LibraryFunction {
  const char* name;
  size_t buffers;
  const char* plain;  // TVMScript; $T is the element type
  const char* blas;   // the same over OpenBLAS; $S: s or d, $N: threads; null: as plain
};

constexpr LibraryFunction kFunctions[] = {
    {"env.linear", 4,
     R"(@T.prim_func
def env_linear(x: T.handle, w: T.handle, b: T.handle, out: T.handle):
    m, n, k = T.int64(), T.int64(), T.int64()
    X = T.match_buffer(x, (m, k), "$T")
    W = T.match_buffer(w, (n, k), "$T")
    B = T.match_buffer(b, (n,), "$T")
    Out = T.match_buffer(out, (m, n), "$T")
    for i, j in T.grid(m, n):
        with T.block("bias"):
            vi, vj = T.axis.remap("SS", [i, j])
            Out[vi, vj] = B[vj]
    for i, j, l in T.grid(m, n, k):
        with T.block("product"):
            vi, vj, vl = T.axis.remap("SSR", [i, j, l])
            Out[vi, vj] = Out[vi, vj] + X[vi, vl] * W[vj, vl]
)",
     R"(@T.prim_func
def env_linear(x: T.handle, w: T.handle, b: T.handle, out: T.handle):
    m, n, k = T.int64(), T.int64(), T.int64()
    X = T.match_buffer(x, (m, k), "$T")
    W = T.match_buffer(w, (n, k), "$T")
    B = T.match_buffer(b, (n,), "$T")
    Out = T.match_buffer(out, (m, n), "$T")
    for i, j in T.grid(m, n):
        with T.block("bias"):
            vi, vj = T.axis.remap("SS", [i, j])
            Out[vi, vj] = B[vj]
    with T.block("product"):
        T.reads(X[0:m, 0:k], W[0:n, 0:k], Out[0:m, 0:n])
        T.writes(Out[0:m, 0:n])
        T.evaluate(T.call_extern("int32", "openblas_set_num_threads", $N))
        T.evaluate(T.call_extern("int32", "cblas_$Sgemm", 101, 111, 112, T.Cast("int32", m), T.Cast("int32", n), T.Cast("int32", k), T.$T(1), X.data, T.Cast("int32", k), W.data, T.Cast("int32", k), T.$T(1), Out.data, T.Cast("int32", n)))
)"},
    {"env.relu", 2,
     R"(@T.prim_func
def env_relu(x: T.handle, out: T.handle):
    m, n = T.int64(), T.int64()
    X = T.match_buffer(x, (m, n), "$T")
    Out = T.match_buffer(out, (m, n), "$T")
    for i, j in T.grid(m, n):
        with T.block("relu"):
            vi, vj = T.axis.remap("SS", [i, j])
            Out[vi, vj] = T.max(X[vi, vj], T.$T(0))
)",
     nullptr},
};

void replaceAll(std::string& text, std::string_view what, std::string_view by) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

// A text in which the buffers have `rank` dimensions: relu of any rank is relu of its elements.
std::string ofRank(std::string text, size_t rank) {
  std::string sizes, loops, kinds, values;
  for (size_t d = 0; d < rank; ++d) {
    const std::string comma = d ? ", " : "";
    sizes += comma + "n" + std::to_string(d);
    loops += comma + "i" + std::to_string(d);
    values += comma + "v" + std::to_string(d);
    kinds += "S";
  }
  const std::string list = rank == 1 ? sizes + "," : sizes;
  replaceAll(
      text, "m, n = T.int64(), T.int64()", sizes + " = " + [&] {
        std::string made;
        for (size_t d = 0; d < rank; ++d) made += (d ? ", " : "") + std::string("T.int64()");
        return made;
      }());
  replaceAll(text, "(m, n), \"", "(" + list + "), \"");
  replaceAll(text, "for i, j in T.grid(m, n)", "for " + loops + " in T.grid(" + sizes + ")");
  replaceAll(text, "vi, vj = T.axis.remap(\"SS\", [i, j])",
             values + " = T.axis.remap(\"" + kinds + "\", [" + loops + "])");
  replaceAll(text, "vi, vj", values);
  return text;
}

Result<PrimFunc> kernelFor(const LibraryFunction& function, const ModelProgram& program, const ModelStep& step,
                           int threads, bool plain) {
  if (step.reads.size() + step.writes.size() != function.buffers || step.writes.size() != 1)
    return explain(err::kLibraryBuffers(function.name, static_cast<int64_t>(function.buffers),
                                        static_cast<int64_t>(step.reads.size() + step.writes.size())),
                   "it takes its inputs and one output", step.span);
  const ModelBuffer& out = program.buffers[static_cast<size_t>(step.writes[0])];
  const bool known = out.type == dtype::Float32 || out.type == dtype::Float(64);
  const bool byBlas = !plain && function.blas && known && !blas::libraryName().empty();
  std::string text = byBlas ? function.blas : function.plain;
  if (function.buffers == 2 && !out.shape.empty()) text = ofRank(text, out.shape.size());
  replaceAll(text, "$T", toString(out.type));
  replaceAll(text, "$S", out.type == dtype::Float(64) ? "d" : "s");
  replaceAll(text, "$N", std::to_string(threads));
  SourceFile file = parseSource(function.name, text);
  Result<PrimFunc> made = file.select("");
  // The kernel's name carries what distinguishes it from one for other types and ranks.
  if (made) made->name += "_" + toString(out.type) + "_" + std::to_string(out.shape.size());
  return made;
}

}  // namespace

bool callsBlas(const ModelProgram& program) {
  bool calls = false;
  for (const PrimFunc& kernel : program.kernels)
    forEachExpr(kernel.body, [&](const Expr& e) {
      const auto* call = e.as<Call>();
      const auto* name =
          call && call->op == Intrinsic::CallExtern && !call->args.empty() ? call->args[0].as<StringImm>() : nullptr;
      calls = calls || (name && name->value.starts_with("cblas_"));
    });
  return calls;
}

RunnerOptions runnerWithBlas(RunnerOptions options) {
  if (const std::string library = blas::libraryName(); !library.empty()) options.libraries.push_back(library);
  for (const std::string& variable : blas::variables()) options.variables.push_back(variable);
  return options;
}

Status resolveFunctions(ModelProgram& program, const RegisteredFunctions& file, int threads, bool plain) {
  for (ModelStep& step : program.steps) {
    if (step.kernel >= 0 || file.has(step.callee)) continue;
    const auto* found = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                     [&](const LibraryFunction& f) { return step.callee == f.name; });
    if (found == std::end(kFunctions)) {
      std::vector<std::string> names = file.names();
      for (const LibraryFunction& f : kFunctions) names.emplace_back(f.name);
      std::string all = join(names);
      return explain(err::kFunctionNotRegistered(step.callee),
                     say("registered are {0}; write @tvm.register_func(\"{1}\") above a function of this file",
                         Snippet(all), Snippet(step.callee)),
                     step.span);
    }
    Result<PrimFunc> kernel = kernelFor(*found, program, step, threads, plain);
    if (!kernel) return kernel.error();
    if (Status s = checkCall(program, *kernel, step); !s) return explain(s.error(), {}, step.span);
    step.kernel = static_cast<int>(program.kernels.size());
    for (size_t i = 0; i < program.kernels.size(); ++i)
      if (program.kernels[i].name == kernel->name) step.kernel = static_cast<int>(i);
    if (step.kernel == static_cast<int>(program.kernels.size())) program.kernels.push_back(std::move(*kernel));
  }
  return success();
}

}  // namespace lw
