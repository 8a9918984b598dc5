#include "backends/measure/export_model.h"

#include <algorithm>
#include <set>

#include "backends/interpreter/evaluate_kernel.h"
#include "backends/measure/errors.h"
#include "passes/graph/pack_constants.h"
#include "passes/graph/plan_memory.h"
#include "passes/pipeline.h"

namespace lw {
namespace {

size_t indexOf(int index) { return static_cast<size_t>(index); }

int64_t aligned(int64_t bytes) { return (bytes + kWorkspaceAlignment - 1) / kWorkspaceAlignment * kWorkspaceAlignment; }

// A name in C that neither the language nor <math.h> and <string.h> use: with an underscore in it.
std::string nameInC(const std::string& wanted, std::set<std::string>& taken) {
  std::string stem;
  for (const char c : wanted) stem += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  if (stem.empty() || std::isdigit(static_cast<unsigned char>(stem.front())) || stem.front() == '_' ||
      stem.starts_with("lw_"))
    stem = "v_" + stem;
  std::string name = stem;
  for (int i = 1; !taken.insert(name).second; ++i) name = stem + "_" + std::to_string(i);
  return name;
}

// Words of C and C++, names of the headers that exported C includes, and those of the function itself.
std::set<std::string> takenNames() {
  std::set<std::string> names;
  for (const char* word :
       {"auto",     "break",     "case",      "char",       "const",    "continue",  "default",   "do",
        "double",   "else",      "enum",      "extern",     "float",    "for",       "goto",      "if",
        "inline",   "int",       "long",      "register",   "restrict", "return",    "short",     "signed",
        "sizeof",   "static",    "struct",    "switch",     "typedef",  "union",     "unsigned",  "void",
        "volatile", "while",     "bool",      "true",       "false",    "main",      "asm",       "class",
        "new",      "delete",    "this",      "template",   "typename", "private",   "public",    "operator",
        "try",      "catch",     "throw",     "friend",     "virtual",  "using",     "export",    "and",
        "or",       "not",       "xor",       "NULL",       "INFINITY", "NAN",       "I",         "unix",
        "linux",    "memcpy",    "workspace", "parameters", "code",     "protected", "namespace", "mutable",
        "explicit", "INT32_MIN", "INT64_MIN"})
    names.insert(word);
  return names;
}

// The kernels that pack constants run now, and what they write becomes constant.
Status packNow(ModelProgram& program) {
  for (const ModelStep& step : program.once) {
    std::vector<NDArray> inputs;
    for (const int b : step.reads) inputs.push_back(*program.buffers[indexOf(b)].data);
    Result<std::vector<NDArray>> made = evaluateKernel(program.kernels[indexOf(step.kernel)], inputs);
    if (!made) return explain(made.error(), say("in the call of {0}", Ident(step.callee)), step.span);
    for (size_t i = 0; i < step.writes.size(); ++i) {
      ModelBuffer& buffer = program.buffers[indexOf(step.writes[i])];
      buffer.role = ModelBuffer::Role::Constant;
      buffer.data = std::make_shared<const NDArray>(std::move((*made)[i]));
    }
  }
  program.once.clear();
  dropUnusedKernels(program);
  return success();
}

Status placeArrays(const ModelProgram& program, ModelFunction& model, std::set<std::string>& taken) {
  const Result<MemoryPlan> plan = planMemory(program);
  if (!plan) return plan.error();
  model.workspace = plan->peak;
  std::set<int> used;
  for (const ModelStep& step : program.steps) used.insert(step.reads.begin(), step.reads.end());
  used.insert(program.outputs.begin(), program.outputs.end());
  for (const ModelArm& arm : program.arms)
    if (arm.condition >= 0) used.insert(arm.condition);
  for (size_t b = 0; b < program.buffers.size(); ++b) {
    const ModelBuffer& buffer = program.buffers[b];
    using Place = ModelFunction::Array::Place;
    ModelFunction::Array array{buffer.name, Place::Workspace, buffer.type, {}};
    Result<std::vector<int64_t>> shape = shapeWith(program, buffer, {});
    const Result<int64_t> bytes = bytesWith(program, buffer, {});
    if (!shape || !bytes) return !shape ? shape.error() : bytes.error();
    array.shape = std::move(*shape);
    array.bytes = *bytes;
    const MemoryPlan::Place* place = plan->find(static_cast<int>(b));
    if (place) array.offset = place->offset;
    if (buffer.role == ModelBuffer::Role::Output) array.place = Place::Result;
    if (buffer.role == ModelBuffer::Role::Input) {
      array.place = Place::Input;
      array.name = nameInC(buffer.name, taken);
    }
    // Constants that are packed are used in their packed form only.
    if (buffer.data && used.contains(static_cast<int>(b))) {
      array.place = Place::Constant;
      array.data = buffer.data;
      array.offset = model.parameterBytes;
      model.parameterBytes += aligned(std::max<int64_t>(1, array.bytes));
    }
    model.arrays.push_back(std::move(array));
  }
  return success();
}

// What must hold for the steps of the arm, outermost first. Nothing: they never run. The sizes are known.
std::optional<std::vector<ModelFunction::Condition>> conditionsOf(const ModelProgram& program, int arm) {
  std::vector<ModelFunction::Condition> all;
  for (; arm >= 0; arm = program.arms[indexOf(arm)].outer) {
    const ModelArm& one = program.arms[indexOf(arm)];
    if (one.condition >= 0)
      all.insert(all.begin(), {one.condition, one.when});
    else if ((sizeWith(*one.number, {}).value_or(0) != 0) != one.when)
      return std::nullopt;
  }
  return all;
}

Status addCalls(const ModelProgram& program, ModelFunction& model) {
  std::vector<KernelSignature> signatures;
  for (const PrimFunc& kernel : program.kernels) signatures.push_back(signatureOf(kernel));
  for (const ModelStep& step : program.steps) {
    if (step.kernel < 0)
      return explain(err::kExportRegistered(step.callee),
                     "write it as a @T.prim_func or with operators, or run the model by `lw run`", step.span);
    auto conditions = conditionsOf(program, step.arm);
    if (!conditions) continue;
    ModelFunction::Call call{step.kernel, {}, {}, std::move(*conditions)};
    std::vector<std::vector<int64_t>> shapes;
    for (const std::vector<int>* used : {&step.reads, &step.writes})
      for (const int b : *used) {
        call.arrays.push_back(b);
        shapes.push_back(model.arrays[indexOf(b)].shape);
      }
    std::vector<int64_t> numbers;
    for (const Expr& number : step.numbers) {
      const std::optional<int64_t> value = sizeWith(number, {});
      if (!value) return err::kModelNumber(step.callee, graph::sizeText(number));
      numbers.push_back(*value);
    }
    Result<std::vector<int64_t>> scalars = resolveScalars(signatures[indexOf(step.kernel)], shapes, numbers);
    if (!scalars) return explain(scalars.error(), say("in the call of {0}", Ident(step.callee)), step.span);
    call.scalars = std::move(*scalars);
    model.calls.push_back(std::move(call));
  }
  return success();
}

}  // namespace

Result<ModelFunction> modelFunctionOf(const ModelProgram& given, const ExportedModel& wanted) {
  if (!given.sizes.empty()) {
    std::string open, options;
    for (const Var& size : given.sizes) {
      open += (open.empty() ? "" : ", ") + size.name();
      options += (options.empty() ? "--bind " : " --bind ") + size.name() + "=1";
    }
    return explain(err::kExportSizes(Snippet(open)), say("give them values, for example {0}", Snippet(options)));
  }
  Result<ModelProgram> program = withPackedConstants(given);
  if (!program) return program.error();
  if (Status packed = packNow(*program); !packed) return packed.error();
  ModelFunction model;
  std::set<std::string> taken = takenNames();
  model.name = nameInC(wanted.name, taken);
  model.parametersApart = wanted.parametersApart;
  if (Status placed = placeArrays(*program, model, taken); !placed) return placed.error();
  model.inputs = program->inputs;
  std::set<int> written;
  for (size_t i = 0; i < program->outputs.size(); ++i) {
    const int b = program->outputs[i];
    const bool own = program->buffers[indexOf(b)].role == ModelBuffer::Role::Output && written.insert(b).second;
    const std::string& name = program->buffers[indexOf(b)].name;
    model.results.push_back({nameInC(own ? name : name + "_copy", taken), b, !own});
  }
  if (Status added = addCalls(*program, model); !added) return added.error();
  for (const PrimFunc& kernel : program->kernels) {
    PrimFunc own = kernel;
    own.name = nameInC(model.name + "_" + kernel.name, taken);
    const PrimFunc lowered = lowerForCpu(own);
    model.titles.push_back(kernel.name);
    model.kernels.push_back(wanted.writtenOut ? writtenOut(lowered) : lowered);
  }
  return model;
}

}  // namespace lw
