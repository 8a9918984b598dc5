// The workspace of a model: what lives at the same time is apart, and a chain needs no more than its largest pair.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/ir/ops.h"
#include "passes/graph/plan_memory.h"

namespace lw {
namespace {

struct Drawn {
  ModelProgram program;
  std::vector<int64_t> bytes;
};

// Steps that each write a buffer of random size and read buffers of steps before; in a chain only that of the last.
Drawn drawn(std::mt19937& random, int steps, bool chain) {
  Drawn made;
  made.program.name = "main";
  const auto add = [&](ModelBuffer::Role role) {
    const int64_t count = std::uniform_int_distribution<int64_t>(1, 2000)(random);
    made.program.buffers.push_back({"b" + std::to_string(made.program.buffers.size()), role, dtype::Float32,
                                    graph::Sizes{makeConst(dtype::Int64, count)}});
    made.bytes.push_back((count * 4 + 63) / 64 * 64);
    return static_cast<int>(made.program.buffers.size()) - 1;
  };
  made.program.inputs = {add(ModelBuffer::Role::Input)};
  for (int s = 0; s < steps; ++s) {
    const int last = static_cast<int>(made.program.buffers.size()) - 1;
    ModelStep step{.callee = "f"};
    step.reads.push_back(chain ? last : std::uniform_int_distribution<int>(0, last)(random));
    if (!chain) step.reads.push_back(std::uniform_int_distribution<int>(std::max(0, last - 3), last)(random));
    step.writes.push_back(add(ModelBuffer::Role::Temporary));
    made.program.steps.push_back(std::move(step));
  }
  made.program.buffers.back().role = ModelBuffer::Role::Output;
  made.program.outputs = {static_cast<int>(made.program.buffers.size()) - 1};
  return made;
}

void expectApart(const MemoryPlan& plan) {
  for (const MemoryPlan::Place& a : plan.places) {
    EXPECT_GE(a.offset, 0);
    EXPECT_EQ(a.offset % kWorkspaceAlignment, 0);
    EXPECT_LE(a.offset + a.bytes, plan.peak);
    for (const MemoryPlan::Place& b : plan.places)
      if (&a != &b && a.first <= b.last && b.first <= a.last)
        EXPECT_TRUE(a.offset + a.bytes <= b.offset || b.offset + b.bytes <= a.offset)
            << a.buffer << " and " << b.buffer;
  }
}

TEST(PlanMemory, AChainNeedsItsLargestPair) {
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    const Drawn chain = drawn(random, 2 + i % 30, true);
    const Result<MemoryPlan> plan = planMemory(chain.program);
    ASSERT_TRUE(plan.ok());
    expectApart(*plan);
    int64_t pair = 0;
    for (size_t b = 1; b + 1 < chain.bytes.size(); ++b)
      pair = std::max(pair, chain.bytes[b] + (b + 2 < chain.bytes.size() ? chain.bytes[b + 1] : 0));
    EXPECT_EQ(plan->bound, pair);
    EXPECT_EQ(plan->peak, pair) << toText(*plan, chain.program);
  }
}

TEST(PlanMemory, BuffersThatLiveTogetherAreApart) {
  std::mt19937 random(2);
  double peaks = 0, bounds = 0;
  for (int i = 0; i < 200; ++i) {
    const Drawn model = drawn(random, 3 + i % 40, false);
    const Result<MemoryPlan> plan = planMemory(model.program);
    ASSERT_TRUE(plan.ok());
    expectApart(*plan);
    EXPECT_GE(plan->peak, plan->bound);
    EXPECT_LE(plan->peak, plan->total);
    peaks += static_cast<double>(plan->peak);
    bounds += static_cast<double>(plan->bound);
  }
  EXPECT_LT(peaks, 1.1 * bounds);
}

TEST(PlanMemory, ShapesWithSymbolicSizes) {
  const Var n("n", dtype::Int64);
  ModelProgram program;
  program.name = "main";
  program.sizes = {n};
  program.buffers = {{"x", ModelBuffer::Role::Input, dtype::Float32, {Expr(n)}},
                     {"a", ModelBuffer::Role::Temporary, dtype::Float32, {Expr(n) * makeConst(dtype::Int64, 2)}},
                     {"b", ModelBuffer::Role::Temporary, dtype::Float32, {Expr(n)}},
                     {"y", ModelBuffer::Role::Output, dtype::Float32, {Expr(n)}}};
  program.inputs = {0};
  program.outputs = {3};
  program.steps = {{.callee = "f", .reads = {0}, .writes = {1}},
                   {.callee = "g", .reads = {1}, .writes = {2}},
                   {.callee = "h", .reads = {2}, .writes = {3}}};
  const Result<MemoryPlan> plan = planMemory(program, {{n.key(), int64_t{100}}});
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(toText(*plan, program),
            "peak 1280, bound 1280, without sharing 1280\n"
            "  a: 832 bytes at 0, steps 0 to 1\n"
            "  b: 448 bytes at 832, steps 1 to 2\n");
  const Result<MemoryPlan> unknown = planMemory(program);
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().message, "the shapes of the parameters of main do not determine the size n * 2");
  EXPECT_EQ(planMemory(program, {{n.key(), int64_t{-3}}}).error().message, "the size n * 2 of main is -6");
  const Result<MemoryPlan> large = planMemory(program, {{n.key(), int64_t{1} << 61}});
  ASSERT_FALSE(large.ok());
  EXPECT_EQ(large.error().message, "the value a of shape (4611686018427387904,) is too large");
  const Result<MemoryPlan> apart = planMemory(program, {{n.key(), int64_t{100}}}, {false, false, true, false});
  ASSERT_TRUE(apart.ok());
  EXPECT_EQ(apart->places.size(), 1u);
}

}  // namespace
}  // namespace lw
