// Which decisions made a loop, by handles and by the text of the space.
#include <gtest/gtest.h>

#include "core/schedule/program.h"
#include "core/script/schedule_script.h"
#include "core/te/read_program.h"
#include "core/trace/trace.h"
#include "core/tune/loop_decisions.h"
#include "core/tune/rules/rule.h"

namespace lw::tune {
namespace {

constexpr const char* kLoops = R"(
@T.prim_func
def mm(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    for i, j, k in T.grid(64, 64, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]

def handles(sch):
    i, j, k = sch.get_loops("C")
    rows = sch.sample_categorical([2, 4, 8], [0.3, 0.3, 0.4])
    io, ii = sch.split(i, [None, rows])
    columns = sch.sample_perfect_tile(j, n=2, max_innermost_factor=16)
    jo, ji = sch.split(j, columns)
    steps = sch.sample_categorical([4, 8], [0.5, 0.5])
    ko, ki = sch.split(k, factors=[None, steps])
    sch.reorder(io, jo, ko, ii, ki, ji)
    outer = sch.fuse(io, jo)
    sch.parallel(outer)

def numbers(sch):
    def inner(loop, widths):
        for width in widths:
            loop, last = sch.split(loop, [None, width])
        return last
    i, j, k = sch.get_loops("C")
    wide = sch.get(sch.sample_categorical([0, 1], [0.5, 0.5]))
    rows = sch.get(sch.sample_categorical({0: [2, 4], 1: [8, 16]}[wide], [0.5, 0.5]))
    tiles = sch.get(sch.sample_categorical([2, 4], [0.5, 0.5]))
    both = rows * tiles
    io, im, ii = sch.split(i, [None, both // rows, rows])
    lanes = sch.get(sch.sample_categorical([4, 8], [0.5, 0.5]))
    inner(j, [lanes])
    unrolled = sch.sample_categorical([0, 16], [0.5, 0.5], decision=1)
    ko, ki = sch.split(k, [None, 8])
    sch.unroll(ki)
)";

struct Made {
  Space space;
  Schedule schedule;
};

Made madeBy(const char* function) {
  auto file = std::make_shared<const SourceFile>(readProgram("mm.py", kLoops));
  Space space(file, function, Schedule(Snapshot(file->functions.at(0))));
  const auto made = space.candidate({}, 5);
  const auto* refused = std::get_if<RefusedCandidate>(&made);
  EXPECT_EQ(refused ? refused->why.message : std::string(), "");
  Schedule schedule = refused ? space.start() : std::get<Candidate>(made).schedule;
  return {std::move(space), std::move(schedule)};
}

std::string namesOf(const Space& space, const Schedule& made, const char* loop) {
  const Result<LoopId> id = made.loopNamed(loop);
  if (!id) return id.error().message;
  const Result<Decisions> decisions = decisionsOfLoop(space, made, *id);
  if (!decisions) return decisions.error().message;
  std::string names;
  for (const Decision& d : *decisions) names += (names.empty() ? "" : ", ") + d.name;
  return names;
}

TEST(LoopDecisions, AreThoseWhoseHandlesTheStepUsed) {
  const Made made = madeBy("handles");
  EXPECT_EQ(namesOf(made.space, made.schedule, "i_1"), "rows");
  EXPECT_EQ(namesOf(made.space, made.schedule, "j_1"), "columns");
  EXPECT_EQ(namesOf(made.space, made.schedule, "k_1"), "steps");
  EXPECT_EQ(namesOf(made.space, made.schedule, "k_0"), "steps") << "what the other factor leaves";
  EXPECT_EQ(namesOf(made.space, made.schedule, "i_0_j_0_fused"), "rows, columns");
}

TEST(LoopDecisions, AreThoseThatTheNumbersInTheTextDependOn) {
  const Made made = madeBy("numbers");
  EXPECT_EQ(namesOf(made.space, made.schedule, "i_2"), "wide, rows") << "the choices of rows depend on wide";
  EXPECT_EQ(namesOf(made.space, made.schedule, "i_1"), "wide, rows, tiles");
  EXPECT_EQ(namesOf(made.space, made.schedule, "j_1"), "lanes") << "through a parameter and a loop";
  EXPECT_EQ(namesOf(made.space, made.schedule, "k_1"), "no decision of the space made the loop k_1");
}

TEST(LoopDecisions, AreFoundAgainInATraceAndAfterFurtherSteps) {
  const Made made = madeBy("numbers");
  const Result<Schedule> replayed = replay(made.space.start(), *traceFromJson(toJson(traceOf(made.schedule))));
  ASSERT_TRUE(replayed) << replayed.error().message;
  const Result<Schedule> further = runStep("unroll(i_2)", *replayed);
  ASSERT_TRUE(further) << further.error().message;
  EXPECT_EQ(namesOf(made.space, *further, "i_2"), "wide, rows");
  const Result<LoopId> loop = further->loopNamed("i_2");
  EXPECT_EQ(toJson(*decisionsOfLoop(made.space, *further, *loop)),
            toJson(*decisionsOfLoop(made.space, made.schedule, *made.schedule.loopNamed("i_2"))));
  const Schedule earlier = replayed->prefix(replayed->stepCount() - 1);
  EXPECT_EQ(namesOf(made.space, earlier, "i_2"), "wide, rows");
}

TEST(LoopDecisions, OtherStepsAreNoCandidate) {
  const Made made = madeBy("handles");
  const Result<Schedule> other = runStep("split(j, [None, 4])", made.space.start());
  ASSERT_TRUE(other);
  EXPECT_EQ(namesOf(made.space, *other, "j_1"), "the shown steps are not those of a candidate of handles");
}

TEST(LoopDecisions, OfARuleAreThoseOfItsTile) {
  auto file = std::make_shared<const SourceFile>(readProgram("mm.py", kLoops));
  const Schedule start{Snapshot(file->functions.at(0))};
  const WrittenSpace written = writeSpace(start.program(), 0, Machine{}, cpuRules());
  ASSERT_NE(written.text, "");
  const Space space(std::make_shared<const SourceFile>(readProgram("space.py", written.text)), "space", start);
  for (uint64_t seed = 1; seed < 20; ++seed) {
    const auto drawn = space.candidate({}, seed);
    const auto* candidate = std::get_if<Candidate>(&drawn);
    if (!candidate) continue;
    EXPECT_EQ(namesOf(space, candidate->schedule, "k_1"), "steps_C");
    return;
  }
  FAIL() << "every candidate was refused";
}

}  // namespace
}  // namespace lw::tune
