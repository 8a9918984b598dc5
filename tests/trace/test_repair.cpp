#include "core/trace/repair.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text/parser.h"

namespace lw {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

Schedule program(const char* text) { return Schedule(Snapshot(*parseSource("repair.py", text).select(""))); }

constexpr const char* kStages = R"(
@T.prim_func
def stages(A: T.Buffer((12,), "float32"), C: T.Buffer((12,), "float32")):
    P = T.alloc_buffer((12,), "float32")
    B = T.alloc_buffer((12,), "float32")
    for i in range(12):
        with T.block("P"):
            vi = T.axis.remap("S", [i])
            P[vi] = A[vi] + T.float32(1)
        with T.block("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = P[vi] * T.float32(2)
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = B[vi] - T.float32(3)
)";

BlockId block(const Schedule& s, const char* name) { return s.program().blocksNamed(name, 0).front(); }

TEST(Repair, TakesTheObstacleAwayFirst) {
  Schedule s = program(kStages);
  const LoopId loop = s.program().loops(0).front();
  ASSERT_TRUE(s.apply("annotate", {loop, "note", 1}).ok());
  const Arguments args{loop, Value::List{Value(), 4}, true, false};
  const std::vector<RepairChain> chains = findRepairs(s, *findPrimitive("split"), args);
  ASSERT_THAT(chains, Not(IsEmpty()));
  EXPECT_THAT(chains[0].calls, ElementsAre("unannotate(i, \"note\")", "split(i, [None, 4])"));
  EXPECT_EQ(chains[0].repaired.program().loops(0).size(), 2u);
}

TEST(Repair, MovesTheProducerBeforeItsConsumer) {
  const Schedule s = program(kStages);
  const std::vector<RepairChain> chains = findRepairs(s, *findPrimitive("compute_root"), {block(s, "B")});
  ASSERT_THAT(chains, Not(IsEmpty()));
  for (const RepairChain& chain : chains) {
    const BlockId moved = block(chain.repaired, "B");
    EXPECT_EQ(chain.repaired.program().blocksBelow(chain.repaired.program().loopsAbove(moved).front()).size(), 1u);
  }
}

TEST(Repair, FindsNothingForALegalStep) {
  const Schedule s = program(kStages);
  EXPECT_THAT(findRepairs(s, *findPrimitive("parallel"), {s.program().loops(0).front()}), IsEmpty());
}

// The loop of a repair is what became of the loop that was asked for, not another of its nest.
// A form may still speak of a loop that another step took away.
TEST(Repair, LooksForNothingWhereTheLoopIsGone) {
  Schedule s = program(kStages);
  const LoopId loop = s.program().loops(0).front();
  ASSERT_TRUE(s.apply("split", {loop, Value::List{Value(), 4}, true, false}).ok());
  ASSERT_FALSE(s.program().contains(loop));
  EXPECT_THAT(findRepairs(s, *findPrimitive("vectorize"), {loop}), IsEmpty());
  EXPECT_THAT(findRepairs(s, *findPrimitive("fuse"), {Value::List{loop, s.program().loops(0).front()}, true}), IsEmpty());
}

TEST(Repair, FollowsTheLoopItself) {
  const Schedule s = program(R"(
@T.prim_func
def rows(A: T.Buffer((8, 12), "float32"), B: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32")):
    for i, k in T.grid(8, 12):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vk]
    for j in range(8):
        with T.block("C"):
            vj = T.axis.remap("S", [j])
            C[vj] = B[vj] * T.float32(2)
)");
  const LoopId k = s.program().loops(0)[1];
  const std::vector<RepairChain> chains = findRepairs(s, *findPrimitive("vectorize"), {k});
  ASSERT_THAT(chains, Not(IsEmpty()));
  EXPECT_THAT(chains[0].calls, ElementsAre("rfactor(k, 0)", "vectorize(B_rf.k)"));
  EXPECT_EQ(chains[0].text(), "rfactor(k, 0)\nvectorize(B_rf.k)");
  for (const RepairChain& chain : chains) EXPECT_THAT(chain.calls.back(), testing::HasSubstr("k"));
}

}  // namespace
}  // namespace lw
