// Pins in words: which decision and which choice is meant, and what is said where there is none.
#include <gtest/gtest.h>

#include <set>

#include "core/schedule/program.h"
#include "core/te/read_program.h"
#include "core/tune/pins.h"

namespace lw::tune {
namespace {

constexpr const char* kPinned = R"(
@T.prim_func
def scale(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32")):
    C = T.alloc_buffer((64, 32))
    for i, j in T.grid(64, 32):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj] + T.float32(1)
    for i, j in T.grid(64, 32):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = C[vi, vj] * T.float32(2)

def space(sch):
    i, j = sch.get_loops("B")
    rows = sch.sample_perfect_tile(i, n=2)
    outer, inner = sch.split(i, rows)
    wide = sch.get(sch.sample_categorical([0, 1], [0.5, 0.5]))
    lanes = sch.sample_categorical({0: [4, 8], 1: [16, 32]}[wide], [0.5, 0.5])
    if wide == 1:
        where = sch.sample_compute_location("C")
        sch.compute_at("C", where)

def filtered(sch):
    i, j = sch.get_loops("B")
    rows = sch.get(sch.sample_categorical([0, 1, 2], [0.3, 0.3, 0.4]))
    offered = [[2, 4, 8], [4, 8], [16, 4, 1]][rows]
    lanes = sch.get(sch.sample_categorical(offered, [1.0 for _ in offered]))

def behind_unit_loops(sch):
    i, j = sch.get_loops("B")
    sch.split(i, [1, 1, 1, 64])
    where = sch.sample_compute_location("C")

def fixed(sch):
    sch.vectorize(sch.get_loops("B")[1])
)";

Space pinnedSpace(const char* function) {
  auto file = std::make_shared<const SourceFile>(readProgram("scale.py", kPinned));
  return Space(file, function, Schedule(Snapshot(file->functions.at(0))));
}

std::string pinText(const Space& space, const char* name, const char* choice) {
  const Result<Decision> pin = pinnedTo(space, name, choice);
  if (!pin) return pin.error().message + "; " + std::string(pin.error().hint);
  return toJson({*pin}) + " " + pin->text();
}

TEST(Pins, AreWhatTheDecisionShows) {
  const Space space = pinnedSpace("space");
  EXPECT_EQ(pinText(space, "lanes", "8"), R"({"lanes":1} 8)");
  EXPECT_EQ(pinText(space, "lanes", "32"), R"({"lanes":1} 32)") << "its choices depend on another decision";
  EXPECT_EQ(pinText(space, "rows", "[16,4]"), R"({"rows":[16,4]} [16, 4])");
  EXPECT_EQ(pinText(space, "where", "inlined"), R"({"where":-2} inlined)");
  EXPECT_EQ(pinText(space, "where", "loop j"), R"({"where":2} loop j)");
}

TEST(Pins, AreKeptByEveryCandidate) {
  Space space = pinnedSpace("space");
  for (const auto& [name, choice] : {std::pair{"wide", "1"}, {"lanes", "32"}, {"rows", "[8, 8]"}})
    space.pin(*pinnedTo(space, name, choice));
  for (uint64_t seed = 1; seed < 20; ++seed) {
    const auto made = space.candidate({}, seed);
    const auto* candidate = std::get_if<Candidate>(&made);
    const Decisions& decisions = candidate ? candidate->decisions : std::get<RefusedCandidate>(made).decisions;
    std::string texts;
    for (const Decision& d : decisions)
      if (d.name != "where") texts += d.name + " = " + d.text() + "; ";
    EXPECT_EQ(texts, "rows = [8, 8]; wide = 1; lanes = 32; ");
  }
}

TEST(Pins, AreTheChoiceWhereverItIsOffered) {
  Space space = pinnedSpace("filtered");
  space.pin(*pinnedTo(space, "lanes", "8"));
  std::set<std::string> made;
  for (uint64_t seed = 1; seed < 40; ++seed) {
    auto run = space.candidate({}, seed);
    if (const auto* candidate = std::get_if<Candidate>(&run)) {
      made.insert(toJson(candidate->decisions) + " " + candidate->decisions.back().text());
      continue;
    }
    const auto& refused = std::get<RefusedCandidate>(run);
    EXPECT_TRUE(refused.byStep);
    made.insert(refused.why.message + "; " + std::string(refused.why.hint));
  }
  EXPECT_EQ(made, (std::set<std::string>{R"({"rows":0,"lanes":2} 8)", R"({"rows":1,"lanes":1} 8)",
                                         "the decision lanes cannot be 8 with the other decisions; known: 16, 4, 1"}));
}

TEST(Pins, OfFactorsThatDoNotFitAreRefused) {
  Space space = pinnedSpace("space");
  space.pin({"rows", StepValue::List{5, 5}, "[5, 5]"});
  const auto run = space.candidate({}, 1);
  ASSERT_TRUE(std::holds_alternative<RefusedCandidate>(run));
  EXPECT_EQ(std::get<RefusedCandidate>(run).why.message, "the decision rows cannot be [5, 5] with the other decisions");
}

TEST(Pins, ReachPlacesBehindUnitLoops) {
  const Space space = pinnedSpace("behind_unit_loops");
  EXPECT_EQ(pinText(space, "where", "loop j"), R"({"where":4} loop j)");
}

TEST(Pins, UnknownOnesAreRefusedWithWhatThereIs) {
  const Space space = pinnedSpace("space");
  EXPECT_EQ(pinText(space, "columns", "8").find("the space has no decision named columns; known: rows, wide, lanes"),
            0u)
      << pinText(space, "columns", "8");
  EXPECT_EQ(pinText(space, "wide", "2"), "the decision wide cannot be 2; known: 0, 1");
  EXPECT_EQ(pinText(space, "rows", "[16, 5]")
                .find("the decision rows cannot be [16, 5]; factors of the loop, for "
                      "example ["),
            0u)
      << pinText(space, "rows", "[16, 5]");
  EXPECT_EQ(pinText(space, "rows", "many").find("the decision rows cannot be many; "), 0u);
  EXPECT_EQ(pinText(pinnedSpace("fixed"), "lanes", "8"),
            "the space has no decision named lanes; the space takes no decisions");
}

TEST(Pins, KnownTrialsKeepThem) {
  Trial trial;
  trial.decisions = {{"lanes", 1}, {"rows", StepValue::List{16, 4}}};
  EXPECT_TRUE(keeps(trial, {{"lanes", 1}}));
  EXPECT_FALSE(keeps(trial, {{"lanes", 0}}));
  EXPECT_FALSE(keeps(trial, {{"lanes", 1}, {"rows", StepValue::List{4, 16}}}));
  EXPECT_TRUE(keeps(trial, {{"other", 1}})) << "it does not have the decision";

  const Space space = pinnedSpace("filtered");
  trial.decisions = withChoices(space, {{"rows", 1}, {"lanes", 1}});
  EXPECT_EQ(trial.decisions.back().chosen, "8");
  EXPECT_TRUE(keeps(trial, {{"lanes", 2, "8"}})) << "another position, the same choice";
  EXPECT_FALSE(keeps(trial, {{"lanes", 1, "4"}}));
}

}  // namespace
}  // namespace lw::tune
