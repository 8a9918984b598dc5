// The tree of variants, and which steps are behind a loop.
#include <gtest/gtest.h>

#include "core/schedule/support/provenance.h"
#include "core/text/tir/parser.h"
#include "core/trace/branches.h"

namespace lw {
namespace {

Schedule product() {
  const SourceFile file = parseSource("mm.py", R"(from tvm.script import tir as T

@T.prim_func
def mm(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    for i, j, k in T.grid(64, 64, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
)");
  return Schedule(Snapshot(*file.select("")));
}

LoopId named(const Schedule& s, const std::string& name) { return *s.loopNamed(name); }

Schedule with(Schedule s, const char* step, Arguments args) {
  const Result<StepValue> done = s.apply(step, std::move(args));
  EXPECT_TRUE(done.ok()) << (done.ok() ? "" : done.error().message);
  return s;
}

TEST(Branches, EachStandsBelowTheOneThatItLeaves) {
  History history(product().source());
  const Schedule one =
      with(history.schedule(), "split", {named(history.schedule(), "i"), StepValue(StepValue::List{StepValue(), 8})});
  history.add(one, "split(i, [None, 8])");
  const int fork = history.current();
  history.add(with(one, "unroll", {named(one, "i_1")}), "unroll(i_1)");
  history.rename(history.current(), "unrolled");
  history.goTo(fork);
  history.add(with(one, "vectorize", {named(one, "j")}), "vectorize(j)");
  history.goTo(0);
  history.add(with(history.schedule(), "parallel", {named(history.schedule(), "i")}), "parallel(i)");
  const std::vector<Branch> branches = branchesOf(history);
  ASSERT_EQ(branches.size(), 3u);
  EXPECT_EQ(branches[0].name, "unrolled");
  EXPECT_EQ(branches[0].parent, -1);
  EXPECT_EQ(branches[0].steps, 2);
  EXPECT_EQ(branches[1].parent, 0);
  EXPECT_EQ(branches[1].forkStep, 1);
  EXPECT_EQ(branches[1].firstNode, 3);
  EXPECT_EQ(branches[2].parent, -1);
  EXPECT_EQ(branches[2].forkStep, 0);
  history.remove(branches[1].firstNode);
  EXPECT_EQ(branchesOf(history).size(), 2u);
}

TEST(Provenance, NamesTheStepsThatMadeALoopAndChangedIt) {
  Schedule s = product();
  s = with(s, "split", {named(s, "j"), StepValue(StepValue::List{StepValue(), 16})});
  const int split = s.stepCount() - 1;
  s = with(s, "reorder", {StepValue(StepValue::List{named(s, "k"), named(s, "j_1")})});
  s = with(s, "vectorize", {named(s, "j_1")});
  const int vectorize = s.stepCount() - 1;
  EXPECT_EQ(stepsBehind(s, named(s, "j_1")), (std::vector<int>{split, vectorize}));
  EXPECT_EQ(stepsBehind(s, named(s, "j_0")), (std::vector<int>{split}));
  EXPECT_TRUE(stepsBehind(s, named(s, "i")).empty());
  const Selection made = madeBySteps(s, split, split + 1);
  EXPECT_EQ(made.loops, (std::vector<LoopId>{named(s, "j_0"), named(s, "j_1")}));
  EXPECT_TRUE(made.blocks.empty());
  s = with(s, "split", {named(s, "j_0"), StepValue(StepValue::List{StepValue(), 2})});
  EXPECT_EQ(stepsBehind(s, named(s, "j_0_1")), (std::vector<int>{split, s.stepCount() - 1}));
}

}  // namespace
}  // namespace lw
