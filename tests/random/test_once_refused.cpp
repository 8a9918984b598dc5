// Steps that a test of dependences alone would refuse, and that value flow shows to be legal; and steps that would let
// iterations that run at the same time depend on each other.
#include <gtest/gtest.h>

#include "core/script/schedule_script.h"
#include "tests/random/brute_force.h"

namespace lw {
namespace {

struct Once {
  const char* name;
  const char* program;
  std::vector<const char*> steps;  // all but the last one are accepted; of the last one, the test decides
};

// Carries out all but the last step, and the last one. nullopt: the last one is refused.
std::pair<Schedule, std::optional<Schedule>> carriedOut(const Once& once) {
  Schedule schedule{Snapshot(fuzzProgram(once.name, once.program).function)};
  for (size_t i = 0; i + 1 < once.steps.size(); ++i) {
    Result<Schedule> next = runStep(once.steps[i], schedule);
    EXPECT_TRUE(next.ok()) << once.name << ": " << once.steps[i] << ": " << (next ? "" : toText(next.error()));
    if (next) schedule = *next;
  }
  Result<Schedule> last = runStep(once.steps.back(), schedule);
  if (!last) return {schedule, std::nullopt};
  return {schedule, *last};
}

const Once kAccepted[] = {
    // The order decides which value of an element is the last one, but all are overwritten before they are read.
    {"overwritten",
     R"(@T.prim_func
def main(A: T.Buffer((7,), "int32"), B: T.Buffer((4, 4), "int32")):
    for i, j in T.grid(4, 4):
        with T.block("skewed"):
            vi, vj = T.axis.remap("SS", [i, j])
            A[vi - vj + 3] = B[vi, vj]
    for k in range(7):
        with T.block("zero"):
            vk = T.axis.spatial(7, k)
            A[vk] = 0
)",
     {"reorder(\"j\", \"i\")"}},
    // The second nest overwrites an element of the first one in another iteration, and a third nest overwrites both.
    {"overwritten_nests",
     R"(@T.prim_func
def main(A: T.Buffer((5,), "int32"), B: T.Buffer((4,), "int32"), C: T.Buffer((4,), "int32")):
    for i in range(4):
        with T.block("first"):
            vi = T.axis.spatial(4, i)
            A[vi] = B[vi]
    for j in range(4):
        with T.block("second"):
            vj = T.axis.spatial(4, j)
            A[vj + 1] = C[vj]
    for k in range(5):
        with T.block("third"):
            vk = T.axis.spatial(5, k)
            A[vk] = 7
)",
     {"merge(\"i\", \"j\")"}},
    // The block moves before a block that writes what it reads, but other elements.
    {"other_elements",
     R"(@T.prim_func
def main(A: T.Buffer((4,), "int32"), C: T.Buffer((4,), "int32"), D: T.Buffer((4,), "int32")):
    P = T.alloc_buffer((8,), "int32")
    X = T.alloc_buffer((4,), "int32")
    for i in range(4):
        with T.block("early"):
            vi = T.axis.spatial(4, i)
            P[vi] = A[vi] + 1
    for j in range(4):
        with T.block("moved"):
            vj = T.axis.spatial(4, j)
            X[vj] = P[vj] * 2
    for k in range(4):
        with T.block("consumer"):
            vk = T.axis.spatial(4, k)
            C[vk] = X[vk]
        with T.block("late"):
            vk = T.axis.spatial(4, k)
            P[vk + 4] = A[vk]
    for l in range(4):
        with T.block("last"):
            vl = T.axis.spatial(4, l)
            D[vl] = P[vl + 4]
)",
     {"compute_at(\"moved\", \"k\")"}},
};

TEST(OnceRefused, IsAcceptedAndKeepsResults) {
  for (const Once& once : kAccepted) {
    const auto [before, after] = carriedOut(once);
    ASSERT_TRUE(after) << once.name;
    const BruteForce answer = compareByRunning(fuzzProgram(once.name, once.program), before.program().function(),
                                               after->program().function());
    EXPECT_EQ(answer.answer, BruteForce::Answer::Same) << once.name << ": " << answer.what;
  }
}

const Once kRacing[] = {
    {"parallel_outwards",
     R"(@T.prim_func
def main(A: T.Buffer((7,), "int32"), B: T.Buffer((4, 4), "int32")):
    for i, j in T.grid(4, 4):
        with T.block("skewed"):
            vi, vj = T.axis.remap("SS", [i, j])
            A[vi - vj + 3] = B[vi, vj]
)",
     {"parallel(\"j\")", "reorder(\"j\", \"i\")"}},
    {"vector_outwards",
     R"(@T.prim_func
def main(A: T.Buffer((7,), "int32"), B: T.Buffer((4, 4), "int32")):
    for i, j in T.grid(4, 4):
        with T.block("skewed"):
            vi, vj = T.axis.remap("SS", [i, j])
            A[vi - vj + 3] = B[vi, vj]
)",
     {"vectorize(\"j\")", "reorder(\"j\", \"i\")"}},
};

TEST(OnceRefused, RacesStayRefused) {
  for (const Once& once : kRacing) {
    const auto [before, after] = carriedOut(once);
    EXPECT_FALSE(after) << once.name;
    const Result<Schedule> refused = runStep(once.steps.back(), before);
    ASSERT_FALSE(refused) << once.name;
    EXPECT_EQ(refused.error().kind, "reorder.race") << toText(refused.error());
  }
}

// The test of races itself finds them.
TEST(BruteForce, FindsRaces) {
  const FuzzProgram p = fuzzProgram("racing", R"(@T.prim_func
def main(A: T.Buffer((7,), "int32"), B: T.Buffer((4, 4), "int32"), C: T.Buffer((4,), "int32")):
    for i in T.parallel(4):
        for j in range(4):
            with T.block("skewed"):
                vi, vj = T.axis.remap("SS", [i, j])
                A[vi - vj + 3] = B[vi, vj]
)");
  EXPECT_EQ(raceFound(p.function, p.inputs), "A[1] in loop i");
  const FuzzProgram own = fuzzProgram("private", R"(@T.prim_func
def main(B: T.Buffer((4, 4), "int32"), C: T.Buffer((4,), "int32")):
    S = T.alloc_buffer((1,), "int32")
    for i in T.parallel(4):
        with T.block("fill"):
            vi = T.axis.spatial(4, i)
            S[0] = B[vi, 0]
        with T.block("use"):
            vi = T.axis.spatial(4, i)
            C[vi] = S[0]
)");
  EXPECT_EQ(raceFound(own.function, own.inputs), "");
}

}  // namespace
}  // namespace lw
