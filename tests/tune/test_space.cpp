#include "core/tune/space.h"

#include <gtest/gtest.h>

#include "core/schedule/program.h"
#include "core/te/read_program.h"
#include "core/trace/trace.h"

namespace lw::tune {
namespace {

constexpr const char* kText = R"(
@T.prim_func
def scale(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32")):
    for i, j in T.grid(64, 32):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)

def space(sch):
    i, j = sch.get_loops("B")
    factors = sch.sample_perfect_tile(i, n=2)
    outer, inner = sch.split(i, factors)
    direction = sch.sample_categorical([0, 1], [0.5, 0.5])
    if sch.get(direction) == 1:
        sch.vectorize(j)
        lanes = sch.sample_categorical([4, 8], [0.5, 0.5])
    else:
        sch.unroll(outer)
        sch.unroll(inner)

def refused(sch):
    i, j = sch.get_loops("B")
    choice = sch.sample_categorical([0, 1], [0.5, 0.5])
    sch.split(i, [3, 5])

def unknown(sch):
    choice = sch.sample_categorical([0, 1], [0.5, 0.5])
    sch.split(nowhere, [None, 4])

def sometimes(sch):
    choice = sch.sample_categorical([0, 1], [0.5, 0.5])
    if sch.get(choice) == 1:
        sch.split(nowhere, [None, 4])
)";

Space spaceOf(const char* function) {
  auto file = std::make_shared<const SourceFile>(readProgram("scale.py", kText));
  return Space(file, function, Schedule(Snapshot(file->functions.at(0))));
}

TEST(Space, DecisionsAreNamedByTheirVariablesAndReproduceACandidate) {
  const Space space = spaceOf("space");
  const auto drawn = space.candidate({}, 7);
  const auto& first = std::get<Candidate>(drawn);
  ASSERT_GE(first.decisions.size(), 2u);
  EXPECT_EQ(first.decisions[0].name, "factors");
  EXPECT_EQ(first.decisions[1].name, "direction");
  const auto again = space.candidate(first.decisions, 1234);
  EXPECT_EQ(toJson(std::get<Candidate>(again).decisions), toJson(first.decisions));
  EXPECT_EQ(printedText(std::get<Candidate>(again).schedule.program()), printedText(first.schedule.program()));
}

TEST(Space, ADecisionChangesTheBranchAndTheOthersAreKept) {
  const Space space = spaceOf("space");
  const Decisions vectorised = {{"factors", StepValue::List{16, 4}}, {"direction", 1}, {"lanes", 0}};
  const auto a = std::get<Candidate>(space.candidate(vectorised, 1));
  EXPECT_EQ(toJson(a.decisions), R"({"factors":[16,4],"direction":1,"lanes":0})");
  const auto b = std::get<Candidate>(space.candidate({{"factors", StepValue::List{16, 4}}, {"direction", 0}}, 1));
  EXPECT_EQ(toJson(b.decisions), R"({"factors":[16,4],"direction":0})");
  EXPECT_EQ(a.decisions[0].text(), "[16, 4]");
  EXPECT_EQ(a.decisions[2].text(), "4");
}

TEST(Space, ADecisionThatDoesNotFitIsDrawn) {
  const auto made = std::get<Candidate>(spaceOf("space").candidate({{"direction", 5}}, 3)).decisions;
  const int64_t direction = *find(made, "direction")->as<int64_t>();
  EXPECT_TRUE(direction == 0 || direction == 1);
}

TEST(Space, StepsThatAreKnownGiveTheSameCandidate) {
  const Space space = spaceOf("space");  // its cache knows the steps of the candidates before
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    const auto made = std::get<Candidate>(space.candidate({}, seed));
    const auto afresh = std::get<Candidate>(spaceOf("space").candidate({}, seed));
    EXPECT_EQ(toJson(made.decisions), toJson(afresh.decisions));
    EXPECT_EQ(printedText(made.schedule.program()), printedText(afresh.schedule.program()));
    EXPECT_EQ(toJson(traceOf(made.schedule)), toJson(traceOf(afresh.schedule)));
    const int last = made.schedule.stepCount() - 1;
    EXPECT_EQ(made.schedule.change(last).loopsAdded, afresh.schedule.change(last).loopsAdded);
  }
}

TEST(Space, KnownRefusalsSayTheSame) {
  const Space space = spaceOf("refused");
  const auto first = std::get<RefusedCandidate>(space.candidate({{"choice", 1}}, 3));
  const auto second = std::get<RefusedCandidate>(space.candidate({{"choice", 1}}, 3));
  EXPECT_EQ(first.why.message, second.why.message);
  EXPECT_EQ(first.why.span.begin, second.why.span.begin);
}

TEST(Space, PinnedDecisionsWin) {
  Space space = spaceOf("space");
  space.pin({"factors", StepValue::List{8, 8}});
  const auto made = std::get<Candidate>(space.candidate({{"factors", StepValue::List{16, 4}}}, 3)).decisions;
  EXPECT_EQ(toJson({made[0]}), R"({"factors":[8,8]})");
}

TEST(Space, AFunctionThatAlwaysFailsByItselfIsNoSpace) {
  EXPECT_FALSE(spaceOf("space").failure());
  EXPECT_FALSE(spaceOf("refused").failure()) << "a step refuses: other decisions may do";
  EXPECT_FALSE(spaceOf("sometimes").failure());
  const std::optional<Explanation> unknown = spaceOf("unknown").failure();
  ASSERT_TRUE(unknown);
  EXPECT_NE(unknown->message.find("nowhere"), std::string::npos) << unknown->message;
  const std::optional<Explanation> missing = spaceOf("missing").failure();
  ASSERT_TRUE(missing);
  EXPECT_NE(missing->message.find("missing"), std::string::npos) << missing->message;
}

TEST(Space, ARefusalKeepsItsDecisionsAndItsReason) {
  const auto made = spaceOf("refused").candidate({{"choice", 1}}, 3);
  const auto& refused = std::get<RefusedCandidate>(made);
  EXPECT_EQ(toJson(refused.decisions), R"({"choice":1})");
  EXPECT_NE(refused.why.message.find("15"), std::string::npos) << refused.why.message;
}

}  // namespace
}  // namespace lw::tune
