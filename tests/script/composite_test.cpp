// Composites: their form, their calls, and the messages if a step inside is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/script/composite.h"
#include "core/trace/trace.h"

namespace lw {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kProgram = R"(from tvm.script import tir as T


@T.prim_func
def mm(A: T.Buffer((100, 70), "float32"), B: T.Buffer((70, 90), "float32"), C: T.Buffer((100, 90), "float32")):
    for i, j, k in T.grid(100, 90, 70):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


ROWS = 8
)";

std::shared_ptr<const SourceFile> fileOf(const std::string& functions) {
  return std::make_shared<const SourceFile>(parseSource("mine.py", kProgram + "\n\n" + functions));
}
Schedule startOf(const SourceFile& file) { return Schedule(Snapshot(*file.select(""))); }

const std::string kTile = R"(def bundle(sch, block, rows=ROWS, lanes=16):
    """Split the rows and the columns.

    The vector comes last.

    rows: rows of a bundle
    """
    i, j, *_ = sch.get_loops(block)
    io, ii = sch.split(i, factors=[None, rows])
    jo, ji = sch.split(j, factors=[None, lanes])
    sch.reorder(io, jo, ii, ji)
    return io, ji
)";

std::vector<std::string> names(const Schedule& s, const char* block) {
  std::vector<std::string> all;
  for (const LoopId loop : s.program().loopsAbove(s.program().blocksNamed(block, 0).front()))
    all.push_back(s.program().name(loop));
  return all;
}

TEST(Composite, TheFormIsReadFromTheFunction) {
  const std::vector<Composite> found = compositesOf(fileOf(kTile + R"(

def many(s, loop, target: "block", places: List[LoopRV], n: int, deep=True, scope="shared", name="x", factors=[None, 4], sizes=[1, 2], other=None):
    s.split(loop, [None, n])


def helper(a, b):
    return a + b


def schedule(sch):
    bundle(sch, "C")
)"));
  ASSERT_EQ(found.size(), 2u);
  const Composite& tile = found[0];
  EXPECT_TRUE(isComposite(*tile.form));
  EXPECT_EQ(tile.form->signature(), "bundle(block, rows=8, lanes=16)");
  EXPECT_EQ(tile.form->summary, "Split the rows and the columns.");
  EXPECT_EQ(tile.help, "The vector comes last.\n");
  EXPECT_EQ(tile.form->param("rows")->help, "rows of a bundle");
  EXPECT_EQ(tile.form->param("rows")->type, ParamType::Int);
  std::vector<ParamType> types;
  for (const Param& p : found[1].form->params) types.push_back(p.type);
  EXPECT_THAT(types, ElementsAre(ParamType::Loop, ParamType::Block, ParamType::Loops, ParamType::Int, ParamType::Bool,
                                 ParamType::Scope, ParamType::String, ParamType::Factors, ParamType::Ints,
                                 ParamType::Annotation));
  EXPECT_EQ(found[1].form->summary, "Steps of mine.py.");
}

TEST(Composite, IsATypedStep) {
  const auto file = fileOf(kTile);
  for (const char* call :
       {"bundle(C)", "bundle(\"C\", 8)", "bundle(sch, block=C, lanes=16)", "bundle(sch, sch.get_block(\"C\"))"}) {
    const ScriptRun run = interpretStep(call, startOf(*file), {}, file);
    ASSERT_FALSE(run.error) << call << ": " << toText(*run.error);
    EXPECT_THAT(names(run.schedule, "C"), ElementsAre("i_0", "j_0", "i_1", "j_1", "k")) << call;
    ASSERT_EQ(run.groups.size(), 1u) << call;
    EXPECT_EQ(run.groups[0].title, "bundle(\"C\")") << call;
    EXPECT_EQ(run.groups[0].first + run.groups[0].count, run.schedule.stepCount()) << call;
    EXPECT_EQ(run.stepSpans.size(), static_cast<size_t>(run.schedule.stepCount())) << call;
    EXPECT_EQ(run.stepSpans.back().begin, 0) << "the steps stand where the composite is called";
  }
  EXPECT_EQ(interpretStep("bundle(C, lanes=4)", startOf(*file), {}, file).groups.at(0).title, "bundle(\"C\", lanes=4)");
}

TEST(Composite, GivesItsResultToTheScript) {
  const auto file = fileOf(kTile);
  const ScriptRun run =
      interpretStep("io, ji = bundle(C)\nsch.parallel(io)\nsch.vectorize(ji)", startOf(*file), {}, file);
  ASSERT_FALSE(run.error) << toText(*run.error);
  EXPECT_EQ(run.groups.size(), 1u);
  const Snapshot& p = run.schedule.program();
  EXPECT_EQ(p.loop(p.loopsAbove(p.blocksNamed("C", 0).front()).front()).kind, ForKind::Parallel);
}

TEST(Composite, TheLibraryIsKnownEverywhere) {
  const auto file = fileOf(
      "from composites.cpu_matmul import tile_vectorise_unroll\n\n\ndef schedule(sch):\n    tile_vectorise_unroll(sch, "
      "sch.get_block(\"C\"), 32, tile_n=16)\n");
  const ScriptRun script = interpretSchedule(*file, "", startOf(*file));
  ASSERT_FALSE(script.error) << toText(*script.error);
  ASSERT_EQ(script.groups.size(), 1u);
  EXPECT_EQ(script.groups[0].title, "tile_vectorise_unroll(\"C\", 32, 16)");
  const ScriptRun step = interpretStep("tile_vectorise_unroll(C, 32, 16)", startOf(*file));
  ASSERT_FALSE(step.error) << toText(*step.error);
  EXPECT_EQ(toPython(traceOf(step.schedule)), toPython(traceOf(script.schedule)));
  const ScriptRun applied =
      applyComposite(*findComposite("tile_vectorise_unroll", nullptr),
                     {startOf(*file).program().blocksNamed("C", 0).front(), 32, 16}, startOf(*file));
  ASSERT_FALSE(applied.error) << toText(*applied.error);
  EXPECT_EQ(toPython(traceOf(applied.schedule)), toPython(traceOf(script.schedule)));
}

TEST(Composite, TheFilesOwnGoesBeforeTheLibrarys) {
  const auto file =
      fileOf("def tile_vectorise_unroll(sch, block):\n    sch.split(sch.get_loops(block)[0], [None, 2])\n");
  const ScriptRun run = interpretStep("tile_vectorise_unroll(C)", startOf(*file), {}, file);
  ASSERT_FALSE(run.error) << toText(*run.error);
  EXPECT_THAT(names(run.schedule, "C"), ElementsAre("i_0", "i_1", "j", "k"));
}

TEST(Composite, PrimitivesKeepTheirNames) {
  const auto file = fileOf("def split(sch, loop):\n    pass\n\n\ndef schedule(sch):\n    split(sch, \"i\")\n");
  EXPECT_TRUE(compositesOf(file).empty());
  EXPECT_FALSE(interpretStep("split(i, [None, 2])", startOf(*file), {}, file).error);
  const ScriptRun run = interpretSchedule(*file, "", startOf(*file));
  EXPECT_FALSE(run.error) << "in a script its own functions go first, as in Python";
}

TEST(Composite, CallsWithinAScriptAreGroups) {
  const auto file =
      fileOf(kTile +
             "\n\ndef inner(sch, block, n):\n    bundle(sch, block, n)\n\n\ndef schedule(sch):\n    "
             "sch.get_block(\"C\")\n    inner(sch, \"C\", 4)\n    sch.unroll(sch.get_loops(\"C\")[-1])\n");
  const ScriptRun run = interpretSchedule(*file, "", startOf(*file));
  ASSERT_FALSE(run.error) << toText(*run.error);
  ASSERT_EQ(run.groups.size(), 1u) << "the outermost call";
  EXPECT_EQ(run.groups[0].title, "inner(\"C\", 4)");
  EXPECT_EQ(run.groups[0].first, 1);
  EXPECT_THAT(run.schedule.step(run.groups[0].first + run.groups[0].count - 1).primitive->name, "reorder");
}

TEST(Composite, ARefusedStepLeavesTheProgramAndSaysWhichAndWhy) {
  const auto file = fileOf(
      "def wrong(sch, block, n=8):\n    i, j, k = sch.get_loops(block)\n    sch.split(i, factors=[None, n])\n    "
      "sch.vectorize(k)\n");
  const ScriptRun run = interpretStep("sch.unroll(\"i\")\nwrong(C)", startOf(*file), {}, file);
  ASSERT_TRUE(run.error);
  EXPECT_EQ(run.error->message,
            "step 2 of wrong, vectorize(k) in line 20 of mine.py, is refused: loop k carries the reduction of block "
            "\"C\", so it cannot become vector lanes");
  EXPECT_EQ(run.error->kind, "loop.carries-reduction");
  EXPECT_TRUE(run.error->witness);
  EXPECT_EQ(run.error->span.begin, 16) << "the place of the call";
  EXPECT_FALSE(run.refused) << "there is no single step to repair";
  EXPECT_THAT(names(run.schedule, "C"), ElementsAre("i", "j", "k"));
  EXPECT_EQ(run.schedule.stepCount(), 3) << "what stood before the composite stays";
  EXPECT_TRUE(run.groups.empty());
}

TEST(Composite, ReadsAreToldApartFromRefusals) {
  const auto message = [&](const std::string& functions, const char* call) {
    const auto file = fileOf(functions);
    const ScriptRun run = interpretStep(call, startOf(*file), {}, file);
    EXPECT_EQ(run.schedule.stepCount(), 0) << call;
    return run.error ? run.error->message + "|" + run.error->hint : std::string("no error");
  };
  EXPECT_EQ(message("", "tile_vectorise_unroll(C, 'x')"),
            "the argument 'tile_m' of tile_vectorise_unroll must be an integer, not the string \"x\"|the arguments are "
            "tile_vectorise_unroll(block, tile_m=64, tile_n=64, unroll_k=4)");
  EXPECT_THAT(message("", "tile_vectorise_unroll(D)"), HasSubstr("the name 'D' is not known here"));
  EXPECT_THAT(message("", "tile_vectorise_unroll(\"D\")"), HasSubstr("there is no block named \"D\""));
  EXPECT_THAT(message("", "tile_vectorise_unroll()"),
              HasSubstr("needs the argument 'block': a matrix product in the loops i, j and k"));
  EXPECT_THAT(message("", "tile_vectorise_unroll(C, rows=2)"),
              HasSubstr("tile_vectorise_unroll has no argument 'rows'"));
  EXPECT_EQ(message("def f(sch, block, n=1):\n    sch.split(sch.get_loops(block)[0], [None, 2])\n    assert n > 1, 'n "
                    "is ' + str(n)\n",
                    "f(C)"),
            "f cannot be applied: n is 1|");
  EXPECT_EQ(message("def f(sch, block):\n    sch.split(sch.get_loops(block)[9], [None, 2])\n", "f(C)").substr(0, 31),
            "f stops in line 18 of mine.py: ");
}

TEST(Composite, NeverEndingOnesAreStopped) {
  const auto file = fileOf("def f(sch, block):\n    while True:\n        pass\n");
  script::Limits limits;
  limits.steps = 10'000;
  const ScriptRun run = interpretStep("f(C)", startOf(*file), limits, file);
  ASSERT_TRUE(run.error);
  EXPECT_THAT(run.error->message, HasSubstr("stopped after 10000 steps"));
}

// The steps of a row and the rows after it become a function that repeats them, also for another block and other
// factors.
TEST(Composite, StepsBecomeAFunction) {
  const auto file = fileOf("");
  const Schedule start = startOf(*file);
  const ScriptRun run =
      interpretStep("split(i, [None, 8])\nsch.tile([\"j\", \"k\"], [16, 4])\nsch.parallel(\"i_0\")", start);
  ASSERT_FALSE(run.error) << toText(*run.error);
  const std::string text = toComposite(run.schedule, 0, "mine");
  EXPECT_EQ(text.substr(0, text.find('\n')), "def mine(sch, C_block, factors_1=[None, 8], sizes_1=[16, 4]):");
  const auto with = fileOf(text);
  const ScriptRun again = interpretStep("mine(C)", start, {}, with);
  ASSERT_FALSE(again.error) << text << toText(*again.error);
  EXPECT_EQ(names(again.schedule, "C"), names(run.schedule, "C"));
  EXPECT_EQ(compositesOf(with).at(0).form->signature(), "mine(C_block, factors_1=[None, 8], sizes_1=[16, 4])");
  EXPECT_FALSE(interpretStep("mine(C, factors_1=[5, None])", start, {}, with).error);

  // Loops that earlier steps made become parameters, too.
  const ScriptRun first = interpretStep("split(i, [None, 8])", start);
  const ScriptRun then = interpretStep("sch.unroll(\"i_1\")", first.schedule);
  EXPECT_EQ(toComposite(then.schedule, first.schedule.stepCount(), "inner"),
            "def inner(sch, i_1_loop):\n    sch.unroll(loop=i_1_loop)\n");
}

TEST(Composite, PythonTracesSayWhatBelongsTogether) {
  const auto file = fileOf(kTile);
  const ScriptRun run = interpretStep("bundle(C)\nsch.unroll(\"k\")", startOf(*file), {}, file);
  ASSERT_FALSE(run.error) << toText(*run.error);
  Trace trace = traceOf(run.schedule);
  trace.groups = run.groups;
  const std::string text = toPython(trace);
  EXPECT_THAT(text, HasSubstr("    # bundle(\"C\"): 5 calls\n    b0 = sch.get_block("));
  const ScriptRun again = interpretTracePython(makeSource("trace.py", text), startOf(*file));
  ASSERT_FALSE(again.error) << toText(*again.error);
  EXPECT_EQ(toPython(traceOf(again.schedule)), toPython(traceOf(run.schedule)));
}

}  // namespace
}  // namespace lw
