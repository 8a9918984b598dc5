// How the time of the loop tree's content, with the costs of every node, grows with the program.
#include "app/models/program/loop_tree_model.h"
#include "tests/bench/chain.h"

namespace lw {
namespace {

void growthOfLoopTree(benchmark::State& state) {
  const Schedule s = chain(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(buildLoopTree(s.program(), 0, {1 << 15, 1 << 20, 1 << 25}));
  perBlock(state);
}
LW_GROWTH(growthOfLoopTree);

}  // namespace
}  // namespace lw
