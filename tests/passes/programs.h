// Small scheduled programs, built as IR, and the check that every pass must fulfil: the interpreter gives the same
// results after it, and the function is still valid.
#pragma once

#include <gtest/gtest.h>

#include "backends/interpreter/interpreter.h"
#include "core/ir/ops.h"
#include "core/ir/verify.h"
#include "core/text/print/printer.h"
#include "passes/pipeline.h"

namespace lw::test {

struct Builder {
  PrimFunc f{"main", Evaluate{0}};
  std::vector<Buffer> allocs;

  Buffer param(const std::string& name, std::vector<Expr> shape, DataType type = dtype::Float32) {
    Buffer buffer = makeBuffer(name, std::move(shape), type);
    Var handle(name + "_handle", dtype::Handle());
    f.params.push_back(handle);
    f.buffers.emplace_back(handle, buffer);
    return buffer;
  }
  Buffer alloc(const std::string& name, std::vector<Expr> shape, DataType type = dtype::Float32,
               std::string scope = "global") {
    allocs.push_back(makeBuffer(name, std::move(shape), type, std::move(scope)));
    return allocs.back();
  }
  Stmt loop(const Var& v, Expr extent, Stmt body, ForKind kind = ForKind::Serial, Annotations annotations = {}) {
    return For{f.freshLoop(),          v,   0, extent, kind, kind == ForKind::ThreadBinding ? "threadIdx.x" : "",
               std::move(annotations), body};
  }
  struct Axis {
    Var var;
    Expr extent;
    Expr binding;
    IterKind kind = IterKind::Spatial;
  };
  Block block(const std::string& name, std::vector<Axis> axes, Stmt body, std::optional<Stmt> init = {},
              Expr predicate = boolConst(true)) {
    Block b(f.freshBlock(), name, body, predicate);
    b.init = init;
    for (const Axis& axis : axes) {
      b.iters.push_back({axis.var, {0, axis.extent}, axis.kind});
      b.bindings.push_back(axis.binding);
    }
    return b;
  }
  PrimFunc finish(Stmt body) {
    Block root = block("root", {}, body);
    root.allocs = allocs;
    f.body = root;
    return f;
  }
};

inline std::vector<Argument> run(const PrimFunc& f, const InputSpec& spec, const std::string& what) {
  auto arguments = makeArguments(f, spec);
  EXPECT_TRUE(arguments.ok()) << (arguments.ok() ? "" : toText(arguments.error()));
  if (!arguments) return {};
  const Status status = interpret(f, *arguments);
  EXPECT_TRUE(status.ok()) << what << ": " << (status.ok() ? "" : toText(status.error())) << "\n" << print(f).text;
  return *arguments;
}

// Compares bit for bit: lowering does not change arithmetic on data.
inline void expectSame(const std::vector<Argument>& got, const std::vector<Argument>& wanted, const PrimFunc& f,
                       const std::string& what) {
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t i = 0; i < got.size(); ++i)
    if (const auto* array = std::get_if<NDArray>(&got[i])) {
      const Mismatch m = compareArrays(*array, std::get<NDArray>(wanted[i]), 0, 0);
      ASSERT_EQ(m.count, 0) << what << ": parameter " << i << " differs: " << m.got << " for " << m.expected << "\n"
                            << print(f).text;
    }
}

inline std::vector<Stage> expectStagesKeepResults(const PrimFunc& f, const InputSpec& spec = {}) {
  EXPECT_TRUE(verify(f).empty()) << verify(f).front();
  const std::vector<Argument> wanted = run(f, spec, "scheduled");
  std::vector<Stage> stages = lowerAll(f, cpuPipeline());
  for (const Stage& stage : stages) {
    const auto broken = verify(stage.function);
    EXPECT_TRUE(broken.empty()) << stage.name << ": " << broken.front() << "\n" << print(stage.function).text;
    if (stage.changed) expectSame(run(stage.function, spec, stage.name), wanted, stage.function, stage.name);
    if (::testing::Test::HasFailure()) break;
  }
  return stages;
}

}  // namespace lw::test
