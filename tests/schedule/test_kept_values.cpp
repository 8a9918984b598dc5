// Who decides whether transform_block_layout and blockize keep every value, what is said where nothing does, and that
// it can be assumed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/schedule/schedule.h"
#include "core/script/schedule_script.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr auto kYes = ProofAnswer::Yes;

Schedule scheduleOf(const std::string& body) {
  const std::string text = "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(" + body;
  const SourceFile file = parseSource("program.py", text);
  EXPECT_FALSE(file.hasErrors()) << text;
  return Schedule(Snapshot(file.functions.at(0)));
}

struct Case {
  const char* name;
  const char* body;
  const char* step;
  std::optional<Prover> prover;  // none: refused
  const char* message = "";
  bool undecided = false;
};

const char* const kGathered =
    R"(A: T.Buffer((9, 8), "int32"), ids: T.Buffer((9,), "int32"), S: T.Buffer((9,), "int32")):
    for i, k in T.grid(9, 8):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[ids[vi]] = 0
            S[ids[vi]] = S[ids[vi]] + A[vi, vk]
)";

const char* const kDiagonals = R"(A: T.Buffer((8, 16), "int32"), S: T.Buffer((15,), "int32")):
    for i, j, k in T.grid(8, 8, 16):
        with T.block("S"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                S[vi + vj] = 0
            S[vi + vj] = S[vi + vj] + A[vi, vk]
)";

const char* const kOverwritten = R"(A: T.Buffer((6, 6), "int32"), O: T.Buffer((11,), "int32")):
    for i, j in T.grid(6, 6):
        with T.block("O"):
            vi, vj = T.axis.remap("SS", [i, j])
            O[vi + vj] = A[vi, vj]
)";

// Two rows are exchanged: nothing but the promise says that no row is in the table twice.
std::string scattered(const std::string& promise) {
  return R"(index: T.Buffer((6,), "int32"), A: T.Buffer((6, 6), "int32"),
         O: T.Buffer((6, 6), "int32"), P: T.Buffer((6, 6), "int32")):
    for i, j in T.grid(6, 6):
        with T.block("O"):
            vi, vj = T.axis.remap("SS", [i, j])
)" + promise +
         R"(            O[index[vi], vj] = A[vi, vj]
            P[index[vi], vj] = A[vj, vi]
)";
}
const std::string kScattered = scattered("");
const std::string kPromised = scattered("            T.block_attr({\"distinct_writes\": 1})\n");

const char* const kReversed = "transform_block_layout(O, lambda i, j: (5 - i, j))";
const char* const kExchanged = "transform_block_layout(O, lambda i, j: (j, i))";

const Case kCases[] = {
    {"BlockizedSum", R"(A: T.Buffer((8, 16), "int32"), S: T.Buffer((8,), "int32")):
    for i, k in T.grid(8, 16):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = 0
            S[vi] = S[vi] + A[vi, vk]
)",
     "blockize(i)", Prover::IterationMaps},
    {"BlockizedInside", kDiagonals, "blockize(k)", Prover::ValueFlow},
    {"BlockizedDiagonals", kDiagonals, "blockize(i)", std::nullopt,
     "initialising all elements of block S before its inner loops changes the results: "},
    {"BlockizedTable", kGathered, "blockize(i)", std::nullopt,
     "it could not be ruled out that initialising all elements of block S before its inner loops changes the results: ",
     true},
    {"ReorderedRows", R"(A: T.Buffer((6, 6), "int32"), O: T.Buffer((6, 6), "int32"), P: T.Buffer((6, 6), "int32")):
    for i, j in T.grid(6, 6):
        with T.block("O"):
            vi, vj = T.axis.remap("SS", [i, j])
            O[vi, vj] = A[vi, vj]
            P[vi, vj] = A[vj, vi]
)",
     kExchanged, Prover::Writers},
    {"ReversedPromise", kPromised.c_str(), kReversed, Prover::Signatures},
    {"ReorderedPromise", kPromised.c_str(), kExchanged, Prover::Signatures},
    {"ReorderedSums", kOverwritten, kExchanged, std::nullopt,
     "the new order of the iteration variables of block O changes the results: "},
    {"ReversedTable", kScattered.c_str(), kReversed, std::nullopt,
     "it could not be ruled out that the new order of the iteration variables of block O changes the results: ", true},
};

class KeptValues : public testing::TestWithParam<Case> {};

// What is decided stays so where the rest is assumed; only what is undecided becomes legal, and is recorded.
TEST_P(KeptValues, AreDecidedByTheTable) {
  const Case& c = GetParam();
  Schedule schedule = scheduleOf(c.body);
  const ScriptRun run = interpretStep(c.step, schedule);
  schedule.assumeUndecided(true);
  const ScriptRun assuming = interpretStep(c.step, schedule);
  if (c.prover) {
    ASSERT_FALSE(run.error) << toText(*run.error);
    ASSERT_FALSE(assuming.error) << toText(*assuming.error);
    for (const Schedule* done : {&run.schedule, &assuming.schedule}) {
      const int last = done->stepCount() - 1;
      EXPECT_THAT(done->proofs(last), Contains(ProofRecord{Question::KeepsValues, c.prover, kYes}));
      EXPECT_FALSE(done->step(last).assumed);
    }
    return;
  }
  ASSERT_TRUE(run.error);
  EXPECT_THAT(run.error->reason.text(), testing::StartsWith(c.message));
  EXPECT_GT(run.error->reason.text().size(), std::string_view(c.message).size()) << "the reason is missing";
  EXPECT_EQ(run.error->conservative, c.undecided);
  EXPECT_EQ(assuming.error.has_value(), !c.undecided);
  if (!c.undecided) return;
  const int last = assuming.schedule.stepCount() - 1;
  EXPECT_TRUE(assuming.schedule.step(last).assumed);
  EXPECT_THAT(assuming.schedule.proofs(last), Contains(ProofRecord{Question::KeepsValues, std::nullopt, kYes}));
}

INSTANTIATE_TEST_SUITE_P(Steps, KeptValues, testing::ValuesIn(kCases),
                         [](const testing::TestParamInfo<Case>& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace lw
