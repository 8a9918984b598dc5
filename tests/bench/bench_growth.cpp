// How the engine's times grow with the program: chains of element-wise blocks, 10 to 10,240 of them. The column
// `per_block` is the time of one block; a doubling of the chain should change it by less than 30 %.
//   scripts/bench growth
#include <benchmark/benchmark.h>

#include "core/analysis/cost/cost.h"
#include "core/analysis/proof_budget.h"
#include "core/ir/verify.h"
#include "core/schedule/primitive.h"
#include "core/script/schedule_script.h"
#include "core/text/print/printer.h"
#include "core/trace/trace.h"
#include "passes/pipeline.h"
#include "tests/bench/chain.h"

namespace lw {
namespace {

constexpr unsigned long kOperations = 20'000;  // of ISL, per step that may be legal

// The block in the middle, or the loop around it.
std::string middle(const char* prefix, int64_t blocks) { return prefix + std::to_string(blocks / 2); }

void growthOfParse(benchmark::State& state) {
  const std::string text = chainText(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(parseSource("chain.py", text));
  perBlock(state);
}

void growthOfPrint(benchmark::State& state) {
  const Schedule s = chain(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(print(s.program().function()));
  perBlock(state);
}

void growthOfVerify(benchmark::State& state) {
  const Schedule s = chain(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(verify(s.program().function()));
  perBlock(state);
}

void growthOfLower(benchmark::State& state) {
  const Schedule s = chain(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(lowerForCpu(s.program().function()));
  perBlock(state);
}

void growthOfCosts(benchmark::State& state) {
  const Schedule s = chain(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(costOf(s.program().function(), {1 << 15, 1 << 20, 1 << 25}));
  perBlock(state);
}

void growthOfStep(benchmark::State& state) {
  const Schedule s = chain(state.range(0));
  const std::string call = "split(" + middle("i", state.range(0)) + ", [None, 4])";
  for (auto _ : state) {
    const Result<Schedule> after = runStep(call, s);
    if (!after) return state.SkipWithError(after.error().message.c_str());
    benchmark::DoNotOptimize(after);
  }
  perBlock(state);
}

// Every step at the block in the middle, with its check.
void growthOfLegalSteps(benchmark::State& state) {
  const Schedule s = chain(state.range(0));
  const Snapshot& program = s.program();
  Selection selection;
  selection.blocks = program.blocksNamed(middle("b", state.range(0)), s.currentFunction());
  for (auto _ : state)
    for (const Primitive* primitive : allPrimitives()) {
      if (primitive->query) continue;
      for (const Candidate& candidate : primitive->candidates(program, selection))
        benchmark::DoNotOptimize(primitive->check(program.withBudget(ProofBudget(kOperations)), candidate.args));
    }
  perBlock(state);
}

void growthOfReplay(benchmark::State& state) {
  const Schedule before = chain(state.range(0));
  const Result<Schedule> after = runStep("split(" + middle("i", state.range(0)) + ", [None, 4])", before);
  if (!after) return state.SkipWithError(after.error().message.c_str());
  const Trace trace = traceOf(*after);
  for (auto _ : state) {
    const Result<Schedule> s = replay(before.program(), trace);
    if (!s) return state.SkipWithError(s.error().message.c_str());
    benchmark::DoNotOptimize(s);
  }
  perBlock(state);
}

LW_GROWTH(growthOfParse);
LW_GROWTH(growthOfPrint);
LW_GROWTH(growthOfVerify);
LW_GROWTH(growthOfLower);
LW_GROWTH(growthOfCosts);
LW_GROWTH(growthOfStep);
LW_GROWTH(growthOfLegalSteps);
LW_GROWTH(growthOfReplay);

}  // namespace
}  // namespace lw
