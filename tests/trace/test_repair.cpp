#include "core/trace/repair.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text/tir/parser.h"

namespace lw {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> callsOf(const RepairChain& chain) {
  std::vector<std::string> calls;
  for (const auto& step : chain.steps) calls.push_back(step->text());
  return calls;
}

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
  const Arguments args{loop, StepValue::List{StepValue(), 4}, true, false};
  const std::vector<RepairChain> chains = findRepairs(s, *findPrimitive("split"), args);
  ASSERT_THAT(chains, Not(IsEmpty()));
  EXPECT_THAT(callsOf(chains[0]), ElementsAre("unannotate(i, \"note\")", "split(i, [None, 4])"));
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
  ASSERT_TRUE(s.apply("split", {loop, StepValue::List{StepValue(), 4}, true, false}).ok());
  ASSERT_FALSE(s.program().contains(loop));
  EXPECT_THAT(findRepairs(s, *findPrimitive("vectorize"), {loop}), IsEmpty());
  EXPECT_THAT(findRepairs(s, *findPrimitive("fuse"), {StepValue::List{loop, s.program().loops(0).front()}, true}),
              IsEmpty());
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
  std::vector<std::string> repairs;
  for (const RepairChain& chain : chains) repairs.push_back(chain.repair().text());
  EXPECT_THAT(repairs, testing::Contains("rfactor(k, 0)\nvectorize(B_rf.k)"));
}

constexpr const char* kMatmul = R"(
@T.prim_func
def matmul(A: T.Buffer((1024, 2048), "float32"), B: T.Buffer((2048, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
    for m, l, rk in T.grid(1024, 1024, 2048):
        with T.block("C"):
            vm, vl, vk = T.axis.remap("SSR", [m, l, rk])
            with T.init():
                C[vm, vl] = T.float32(0)
            C[vm, vl] = C[vm, vl] + A[vm, vk] * B[vk, vl]
)";

// Partial results of the whole reduction take 8 GiB; another order of the loops takes nothing.
TEST(Repair, TheLeastCostlyComesFirst) {
  const Schedule s = program(kMatmul);
  const LoopId rk = s.program().loops(0)[2];
  const std::vector<RepairChain> chains = findRepairs(s, *findPrimitive("vectorize"), {rk});
  ASSERT_THAT(chains, Not(IsEmpty()));
  EXPECT_THAT(callsOf(chains[0]), ElementsAre("reorder(rk, l)", "vectorize(l)"));
  EXPECT_EQ(chains[0].repair().warning.text(), "");
  EXPECT_EQ(chains[0].cost.bytes, 0);
  const std::vector<RepairChain> threads = findRepairs(s, *findPrimitive("parallel"), {rk});
  ASSERT_THAT(threads, Not(IsEmpty()));
  EXPECT_THAT(callsOf(threads[0]), ElementsAre("parallel(m)"));
}

TEST(Repair, LargeMemoryIsWarnedOfAndLeftOutWhereThereIsNone) {
  const Schedule s = program(kMatmul);
  const LoopId rk = s.program().loops(0)[2];
  RepairLimits limits;
  limits.most = 100, limits.tries = 100;
  const auto withPartialResults = [&] {
    std::vector<Repair> found;
    for (const RepairChain& chain : findRepairs(s, *findPrimitive("vectorize"), {rk}, limits))
      if (callsOf(chain).front() == "rfactor(rk, 0)") found.push_back(chain.repair());
    return found;
  };
  const std::vector<Repair> all = withPartialResults();
  ASSERT_THAT(all, Not(IsEmpty()));
  for (const Repair& repair : all) EXPECT_EQ(repair.warning.text(), "allocates 8589934592 bytes (8.0 GiB) for C_rf");
  limits.machine.memory = int64_t{4} << 30;
  EXPECT_THAT(withPartialResults(), IsEmpty());
}

// What cannot go into its consumers may take them in; the step in its place is carried out before it is offered.
TEST(Repair, OffersOnlyWhatIsAccepted) {
  const Schedule inlines = program(kStages);
  std::vector<RepairChain> chains = findRepairs(inlines, *findPrimitive("compute_inline"), {block(inlines, "C")});
  for (const RepairChain& chain : chains) EXPECT_FALSE(chain.repaired.program().sameAs(inlines.program()));
  const Schedule histogram = program(R"(
@T.prim_func
def histogram(A: T.Buffer((65536,), "int32"), H: T.Buffer((256,), "int32")):
    for b in range(256):
        with T.block("start"):
            vb = T.axis.spatial(256, b)
            H[vb] = 0
    for k in range(65536):
        with T.block("count"):
            vk = T.axis.reduce(65536, k)
            H[A[vk] % 256] = H[A[vk] % 256] + 1
)");
  const Arguments start{block(histogram, "start")};
  const Result<Checked> refused = findPrimitive("compute_inline")->check(histogram.program(), start);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().repairs, IsEmpty());
  for (const RepairChain& chain : findRepairs(histogram, *findPrimitive("compute_inline"), start))
    EXPECT_THAT(callsOf(chain).front(), Not(testing::HasSubstr("reverse_compute_inline(count)")));
}

}  // namespace
}  // namespace lw
