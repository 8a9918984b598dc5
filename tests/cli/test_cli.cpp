// lw as a person calls it: exit codes, messages with place and hint, JSON on stdout and nothing else.
#include "core/support/json.h"

#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

const std::string kSample = LW_SOURCE_DIR "/samples/mm_exp_mm.py";
const std::string kPrograms = LW_SOURCE_DIR "/tests/golden/programs/";

const char* kVector = R"(# inputs: A=integers
import numpy as np
from tvm.script import tir as T


@T.prim_func
def scale(A: T.Buffer((100,), "float32"), B: T.Buffer((100,), "float32")):
    for i in range(100):
        with T.block("B"):
            vi = T.axis.spatial(100, i)
            B[vi] = A[vi] * T.float32(3)


def reference(A, B):
    %s


def schedule(sch):
    (i,) = sch.get_loops(sch.get_block("B"))
    o, ii = sch.split(i, [None, 16])
    sch.vectorize(ii)
)";

std::string vectorProgram(const std::string& reference) {
  std::string text = kVector;
  return text.replace(text.find("%s"), 2, reference);
}

TEST_F(Cli, PrintIsCanonical) {
  const Outcome r = lw("print " + kSample);
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("v_m, v_l, v_rk = T.axis.remap(\"SSR\", [m, l, rk])"));
  const std::string again = file("again.py", r.out);
  EXPECT_EQ(lw("print " + again).out, r.out);
  EXPECT_EQ(lw("equal " + kSample + " " + again).code, 0);
  EXPECT_THAT(lw("print --dialect tvm " + kSample).out, HasSubstr("T.sblock(\"C\")"));
}

const char* kOneOfThree = R"(from tvm import te
from tvm.script import tir as T


@T.prim_func
def bad(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = Q[vi] + T.float32(1)


@T.prim_func
def good(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi] + T.float32(1)


def built():
    A = te.placeholder((16,), name="A")
    return te.create_prim_func([A, te.compute((16,), lambda i: A[i] + 1.0, name="B")])


def schedule(sch):
    sch.split(sch.get_loops("B")[0], [None, 4])


def unfinished(sch):
    sch.split(
)";

TEST_F(Cli, AnErrorInOneFunctionBlocksNoOther) {
  const std::string path = file("three.py", kOneOfThree);
  const auto warned = [&](const Outcome& r) {
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_THAT(r.err, HasSubstr("three.py:10:21: warning: bad is skipped: 'Q' is not defined"));
    EXPECT_THAT(r.err, HasSubstr("warning: unfinished is skipped: '(' is never closed"));
    EXPECT_THAT(r.err, Not(HasSubstr("error:")));
  };
  const Outcome printed = lw("print " + path + ":good");
  warned(printed);
  EXPECT_THAT(printed.out, HasSubstr("def good("));
  const Outcome applied = lw("apply " + path + ":good --do 'split(i, [None, 8])'");
  warned(applied);
  EXPECT_THAT(applied.out, HasSubstr("T.grid(2, 8)"));
  const Outcome scripted = lw("apply " + path + ":built --script " + path + ":schedule --json");
  warned(scripted);
  EXPECT_TRUE(nlohmann::json::parse(scripted.out)["ok"]);
  for (const char* command : {"run --no-baseline --repeat 1 ", "lower --stage tir ", "cost ", "legal --at i ",
                              "export --format c -o /dev/null "})
    warned(lw(command + path + ":good"));
  warned(lw("equal " + path + ":good " + path + ":good"));
  warned(lw("same " + path + ":good " + path + ":good"));
}

TEST_F(Cli, TheFunctionWithTheErrorIsRefused) {
  const std::string path = file("three.py", kOneOfThree);
  const Outcome named = lw("print " + path + ":bad");
  EXPECT_EQ(named.code, 1);
  EXPECT_THAT(named.err, HasSubstr("three.py:10:21: error: 'Q' is not defined"));
  const Outcome script = lw("apply " + path + ":good --script " + path + ":unfinished");
  EXPECT_EQ(script.code, 1);
  EXPECT_THAT(script.err, HasSubstr("error: '(' is never closed"));
  const Outcome open = lw("print " + path);
  EXPECT_EQ(open.code, 1);
  EXPECT_THAT(open.err, HasSubstr("three.py has errors, and no function was named"));
  EXPECT_THAT(open.err, HasSubstr("functions without errors: good, built; name one, as in " + path + ":good"));
  EXPECT_THAT(lw("print " + path + " --json").out, HasSubstr("select.errors"));
  const Outcome unknown = lw("print " + path + ":god");
  EXPECT_EQ(unknown.code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("has no function named god"));
  const Outcome checked = lw("check " + path);
  EXPECT_EQ(checked.code, 1);
  EXPECT_THAT(checked.err, HasSubstr("error: 'Q' is not defined"));
  const Outcome top = lw("print " + file("top.py", "N = = 3\n" + std::string(kOneOfThree)) + ":good");
  EXPECT_EQ(top.code, 1) << "what the function means may depend on it";
  EXPECT_THAT(top.err, HasSubstr("top.py:1:5: error: expected an expression"));
}

TEST_F(Cli, CostCountsEveryLoop) {
  const Outcome table = lw("cost " + kSample);
  EXPECT_EQ(table.code, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("    loop rk"));
  EXPECT_THAT(table.out, HasSubstr("past L1"));
  const Outcome r = lw("cost --json --do 'split(\"C.rk\", [None, 16])' " + kSample);
  const nlohmann::json j = nlohmann::json::parse(r.out);
  ASSERT_TRUE(j.at("ok").get<bool>()) << r.out;
  EXPECT_EQ(j.at("rows")[0].at("name"), "mm_exp_mm");
  EXPECT_EQ(j.at("rows")[0].at("flops").get<double>(),
            2.0 * 1024 * 1024 * 2048 + 1024.0 * 1024 + 2.0 * 1024 * 3072 * 1024);
  bool found = false;
  for (const nlohmann::json& row : j.at("rows")) {
    if (row.at("name") != "rk_1") continue;
    found = true;
    EXPECT_EQ(row.at("footprint").get<double>(), 4.0 * (16 + 16 + 1));
    EXPECT_EQ(row.at("executions").get<double>(), 1024.0 * 1024 * 128);
    EXPECT_TRUE(row.at("exact_footprint").get<bool>());
  }
  EXPECT_TRUE(found);
  EXPECT_EQ(lw("cost --bind n=3 " + kSample).code, 2);
}

TEST_F(Cli, EqualNamesTheFirstDifference) {
  const Outcome r = lw("equal " + kPrograms + "gather.py " + kPrograms + "conv1d.py");
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.out + r.err, HasSubstr("int32"));
}

TEST_F(Cli, BadFilesGetOneClearError) {
  Outcome r = lw("print " + (folder / "nowhere.py").string());
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("cannot read"));
  r = lw("check " + file("binary.py", std::string("\x7f"
                                                  "ELF\x02\x01\0\0\xff",
                                                  9)));
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("this is not UTF-8 text: byte 0x00 at offset 6"));
  r = lw("check " + file("note.py", "buy milk\n"));
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("note.py:1:"));
  r = lw("print " + kSample + ":nope");
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("has no function named nope"));
  EXPECT_THAT(r.err, HasSubstr("it has mm_exp_mm"));
}

TEST_F(Cli, SeveralErrorsWithPlaceAndCaret) {
  const Outcome r = lw("check " + file("two.py", R"(from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("b"):
            vi = T.axis.spatial(8, j)
            A[vi, vi] = T.float32(1)
)"));
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("two.py:7:36: error:"));
  EXPECT_THAT(r.err, HasSubstr("two.py:8:13: error:"));
  EXPECT_THAT(r.err, HasSubstr("^"));
}

TEST_F(Cli, RefusedStepsNamePlaceValueAndRemedy) {
  Outcome r = lw("apply " + kSample + " --do 'split(zz, [None, 16])'");
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("'zz' is not known"));
  EXPECT_THAT(r.err, HasSubstr("blocks: root, C, D, F"));
  r = lw("apply " + kSample + " --do 'split(C.m, [4, 16])'");
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("cover 64 of its 1024 iterations"));
  r = lw("explain " + kSample + " --do 'vectorize(C.rk)'");
  EXPECT_EQ(r.code, 0);
  EXPECT_THAT(r.out, HasSubstr("C(m=0, l=0, rk=0) and C(m=0, l=0, rk=1) both"));
  r = lw("run " + kSample + " --script " + kSample + ":nope");
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("choose one of: naive, loop_reorder"));
}

TEST_F(Cli, WhoDecidedIsTold) {
  const Outcome r =
      lw("explain " + kSample + " --proof --do 'split(C.m, [None, 16])' --do 'reorder(C.l, C.m_1)' --do " +
         "'parallel(C.m_0)' --do 'vectorize(C.rk)'");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("split(C.m, [None, 16])\n  no proof was asked for\n"));
  EXPECT_THAT(r.out, HasSubstr("the order of executions may change: proved by the loads and stores of the nest\n"));
  EXPECT_THAT(r.out, HasSubstr("may run in any order: proved by the loads and stores of the nest\n"));
  EXPECT_THAT(r.out, HasSubstr("vectorize(rk)\n  the iterations of a loop may run in any order: disproved by affine "
                               "dependence analysis\n"));
}

TEST_F(Cli, TracesLeadToTheSameProgram) {
  const std::string json = (folder / "t.json").string(), python = (folder / "t.py").string();
  const Outcome direct =
      lw("apply " + kSample + " --script " + kSample + ":vectorised --trace-json " + json + " --trace-py " + python);
  ASSERT_EQ(direct.code, 0) << direct.err;
  EXPECT_THAT(direct.out, HasSubstr("T.vectorized("));
  EXPECT_EQ(lw("apply " + kSample + " --trace " + json).out, direct.out);
  EXPECT_EQ(lw("apply " + kSample + " --trace " + python).out, direct.out);
  EXPECT_THAT(slurp(json), HasSubstr("[\"Split\", [\"l"));
}

// What a file asks for, and how far a schedule comes: in words, as JSON and by the exit code.
TEST_F(Cli, AChallengeIsJudged) {
  const std::string sample = LW_SOURCE_DIR "/samples/challenges/matmul.py";
  std::string text = slurp(sample);
  const auto asking = [&](const std::string& what) {
    const std::string path = (folder / "challenge.py").string();
    std::string asked = text;
    const size_t at = asked.find("# challenge:");
    asked.replace(at, asked.find('\n', at) - at, what);
    std::ofstream(path) << asked;
    return "run " + path + " --repeat 1 --challenge --script " + path + ":first_try";
  };
  const Outcome met = lw(asking("# challenge: 0.001x start, 3 steps"));
  EXPECT_EQ(met.code, 0) << met.err;
  EXPECT_THAT(met.out, HasSubstr("0.001 times as fast as the start, in at most 3 steps"));
  EXPECT_THAT(met.out, ContainsRegex("met: [0-9.e+]* times the start, 1 step"));
  const Outcome missed = lw(asking("# challenge: 1000000x start, 3 steps") + " --json");
  EXPECT_EQ(missed.code, 3) << missed.err;
  EXPECT_THAT(missed.out, HasSubstr("\"met\": false"));
  EXPECT_THAT(missed.out, HasSubstr(" of 1e+06 times the start, 1 step"));
  const Outcome unread = lw(asking("# challenge: quickly"));
  EXPECT_EQ(unread.code, 1);
  EXPECT_THAT(unread.err, HasSubstr("the challenge asks for \"quickly\""));
  const Outcome none = lw(asking("# no more"));
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("does not set a challenge"));
}

TEST_F(Cli, RunChecksAndTimes) {
  const std::string good = file("good.py", vectorProgram("B[:] = A * 3"));
  const Outcome r = lw("run " + good + " --script " + good + " --threads 1 --repeat 3 --json");
  ASSERT_EQ(r.code, 0) << r.err;
  const auto j = nlohmann::json::parse(r.out);
  for (const char* key :
       {"target", "device", "threads", "compile_ms", "median_ms", "min_ms", "max_ms", "runs", "gflops", "gbps",
        "peak_fraction", "ok", "max_abs_error", "max_rel_error", "reference", "baseline_ms", "steps"})
    EXPECT_TRUE(j.contains(key)) << key;
  EXPECT_EQ(j["ok"], true);
  EXPECT_EQ(j["max_abs_error"], 0);
  EXPECT_EQ(j["reference"]["kind"], "reference");
  EXPECT_EQ(j["steps"], 4);
  EXPECT_GT(j["median_ms"], 0);
  EXPECT_EQ(
      nlohmann::json::parse(lw("run " + good + " --script " + good + " --repeat 1 --json").out)["compiled_before"],
      true);
}

// Of real sizes: compiled and compared with their references, all threads.
TEST_F(Cli, KernelsComputeWhatTheyShould) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(LW_SOURCE_DIR "/samples/kernels")) {
    const std::string path = entry.path().string();
    const Outcome r = lw("run " + path + " --script " + path + " --repeat 1 --no-baseline --json");
    ASSERT_EQ(r.code, 0) << path << ": " << r.err;
    const auto j = nlohmann::json::parse(r.out);
    EXPECT_TRUE(j["checked"] == true && j["ok"] == true) << path << ": " << r.out;
    ++count;
  }
  EXPECT_GE(count, 8);
}

TEST_F(Cli, OkSaysComparedWithWhat) {
  const std::string with = file("with.py", vectorProgram("B[:] = A * 3"));
  EXPECT_THAT(lw("run " + with + " --repeat 1 --no-baseline").out,
              HasSubstr("ok, max error 0 (relative 0), compared with the reference"));
  const std::string program = vectorProgram("B[:] = A * 3");
  const std::string without = file("without.py", program.substr(0, program.find("def reference")));
  EXPECT_THAT(lw("run " + without + " --repeat 1 --no-baseline").out,
              HasSubstr("ok, max error 0 (relative 0), compared with the unscheduled program"));
}

TEST_F(Cli, WrongResultsAndWrongReferencesAreSaid) {
  const std::string wrong = file("wrong.py", vectorProgram("B[:] = A * 3 + (np.arange(100) == 41)"));
  Outcome r = lw("run " + wrong + " --repeat 1 --no-baseline");
  EXPECT_EQ(r.code, 3);
  EXPECT_THAT(r.out, HasSubstr("WRONG"));
  EXPECT_THAT(r.out, HasSubstr("1 elements differ; worst: B[41]"));
  // A wrong result is no merit: nothing is said of its speed.
  r = lw("run " + wrong + " --script " + wrong + " --repeat 2");
  EXPECT_THAT(r.out, HasSubstr("WRONG, compared with the reference"));
  EXPECT_THAT(r.out, HasSubstr("; the result is wrong"));
  EXPECT_THAT(r.out, Not(AnyOf(HasSubstr("its speed"), HasSubstr("indistinguishable"), HasSubstr("GFLOP/s"))));
  const std::string shape = file("shape.py", vectorProgram("return A[:50] * 3"));
  r = lw("run " + shape + " --repeat 1");
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("50"));
  EXPECT_THAT(r.err, HasSubstr("100"));
  EXPECT_THAT(r.err, HasSubstr("shape.py:15:")) << "the place of the return";
}

TEST_F(Cli, KernelThatLeavesItsBuffersIsReported) {
  const std::string beyond = file("beyond.py", R"(from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((64,), "float32")):
    for i in range(100000):
        with T.block("b"):
            vi = T.axis.spatial(100000, i)
            A[vi] = T.float32(1)
)");
  const Outcome r = lw("run " + beyond + " --reference none --repeat 1 --no-baseline");
  EXPECT_EQ(r.code, 3);
  EXPECT_THAT(r.err, HasSubstr("A")) << "the buffer is named";
  EXPECT_THAT(r.err, HasSubstr("past the end"));
}

TEST_F(Cli, TargetsAndUsage) {
  Outcome r = lw("run " + kSample + " --target cuda");
  EXPECT_EQ(r.code, 4);
  EXPECT_THAT(r.err, HasSubstr("not available here"));
  r = lw("devices --json");
  EXPECT_EQ(nlohmann::json::parse(r.out)["targets"][0]["name"], "cpu");
  EXPECT_EQ(lw("frobnicate").code, 2);
  EXPECT_EQ(lw("run").code, 2);
  r = lw("run " + kSample + " --repeat many");
  EXPECT_EQ(r.code, 2);
  EXPECT_THAT(r.err, HasSubstr("--repeat takes an integer, not 'many'"));
  r = lw("run " + kSample + " --target gpu-emulator --math reassociate");
  EXPECT_EQ(r.code, 2);
  EXPECT_THAT(r.err, HasSubstr("--math reassociate has no effect on the target gpu-emulator: "
                               "only code for the cpu has these choices"));
  EXPECT_THAT(r.err, HasSubstr("leave --math out"));
  EXPECT_EQ(lw("lower " + kSample + " --target opencl --stage opencl --math reassociate").code, 2);
  const std::string sums = file(
      "sums.py",
      "from tvm.script import tir as T\n\n@T.prim_func\ndef f(A: T.Buffer((256,), \"float32\"), B: T.Buffer((1,), "
      "\"float32\")):\n    for k in range(256):\n        with T.block(\"B\"):\n            vk = T.axis.reduce(256, "
      "k)\n            with T.init():\n                B[0] = T.float32(0)\n            B[0] = B[0] + A[vk]\n");
  EXPECT_THAT(lw("lower " + sums + " --stage asm").out, testing::Not(testing::ContainsRegex("v?addps")));
  EXPECT_THAT(lw("lower " + sums + " --stage asm --math reassociate").out, testing::ContainsRegex("v?addps"));
  EXPECT_EQ(nlohmann::json::parse(lw("run " + sums + " --json --math reassociate").out)["math"], "reassociate");
  r = lw("check --json " + file("bad.py", "x = (\n"));
  EXPECT_EQ(r.code, 1);
  EXPECT_EQ(nlohmann::json::parse(r.out)["ok"], false);
}

// Measured once, in a cache folder of its own; then they are known.
TEST_F(Cli, PeaksOfTheMachineAreMeasuredOnceAndShown) {
  setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  EXPECT_THAT(lw("devices").out, HasSubstr("none yet"));
  EXPECT_FALSE(nlohmann::json::parse(lw("devices --json").out)["targets"][0].contains("peaks"));
  const std::string good = file("good.py", vectorProgram("B[:] = A * 3"));
  Outcome r = lw("run " + good + " --threads 1 --repeat 3 --no-baseline --json");
  ASSERT_EQ(r.code, 0) << r.err;
  const double share = nlohmann::json::parse(r.out)["peak_fraction"];
  EXPECT_GT(share, 0);
  EXPECT_LT(share, 1);
  r = lw("devices");
  EXPECT_THAT(r.out, HasSubstr("1 thread "));
  EXPECT_THAT(r.out, HasSubstr("GFLOP/s float32"));
  const auto peaks = nlohmann::json::parse(lw("devices --json").out)["targets"][0]["peaks"]["1"];
  EXPECT_GT(peaks["gflops"], peaks["gflops64"]);
  EXPECT_GT(peaks["gbps"], 0);
  EXPECT_THAT(lw("run " + good + " --threads 1 --repeat 3 --no-baseline").out,
              HasSubstr("% of this machine's measured peak"));
  unsetenv("XDG_CACHE_HOME");
}

TEST_F(Cli, LowerShowsEveryStage) {
  const std::string program = kPrograms + "matmul_relu.py";
  EXPECT_THAT(lw("lower " + program + " --stage list").out, HasSubstr("flatten_buffer"));
  EXPECT_THAT(lw("lower " + program + " --stage tir").out, Not(HasSubstr("T.block")));
  EXPECT_THAT(lw("lower " + program + " --stage llvm").out, HasSubstr("define"));
  EXPECT_THAT(lw("lower " + program + " --stage asm").out, HasSubstr("ret"));
  const Outcome r = lw("lower " + program + " --stage nothing");
  EXPECT_NE(r.code, 0);
  EXPECT_THAT(r.err, HasSubstr("no stage 'nothing'"));
  EXPECT_THAT(r.err, HasSubstr("--stage list"));
}

TEST_F(Cli, SameComparesByRunning) {
  const std::string left = file("left.py", vectorProgram("B[:] = A * 3"));
  std::string text = vectorProgram("B[:] = A * 3");
  const std::string right = file("right.py", text.replace(text.find("T.float32(3)"), 12, "T.float32(4)"));
  EXPECT_EQ(lw("same " + left + " " + left + " --runs 2").code, 0);
  const Outcome r = lw("same " + left + " " + right + " --runs 2");
  EXPECT_EQ(r.code, 3);
  EXPECT_THAT(r.out + r.err, HasSubstr("B"));
}

const char* kClass = R"(from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Two:
    @T.prim_func
    def first(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for i in range(16):
            with T.block("step"):
                vi = T.axis.spatial(16, i)
                B[vi] = A[vi] + T.float32(1)

    @T.prim_func
    def second(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for k in range(16):
            with T.block("step"):
                vk = T.axis.spatial(16, k)
                B[vk] = A[vk] * T.float32(2)


def both(sch):
    (k,) = sch.get_loops(sch.get_block("step", func_name="second"))
    sch.split(k, factors=[4, 4])
    sch.work_on("first")
    (i,) = sch.get_loops(sch.get_block("step"))
    sch.parallel(i)
)";

TEST_F(Cli, StepsReachEveryFunctionOfAClass) {
  const std::string path = file("two.py", kClass), trace = (folder / "two.json").string(),
                    out = (folder / "out.py").string();
  Outcome r = lw("apply " + path + " --script " + path + ":both -o " + out + " --trace-json " + trace);
  ASSERT_EQ(r.code, 0) << r.err;
  const std::string text = slurp(out);
  EXPECT_THAT(text, HasSubstr("class Two:"));
  EXPECT_THAT(text, HasSubstr("for i in T.parallel(16):"));
  EXPECT_THAT(text, HasSubstr("for k_0, k_1 in T.grid(4, 4):"));
  EXPECT_THAT(slurp(trace), HasSubstr("second"));
  EXPECT_EQ(lw("apply " + path + ":Two --trace " + trace).out, text);
  EXPECT_EQ(lw("same " + out + ":Two.second " + path + ":Two.second").code, 0);
  // A named function is worked on and printed alone; the class as soon as steps changed another one too.
  r = lw("apply " + path + ":Two.second --do 'split(k, [None, 8])'");
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("for k_0, k_1 in T.grid(2, 8):"));
  EXPECT_THAT(r.out, Not(HasSubstr("class Two")));
  r = lw("apply " + path + ":Two.second --do 'split(k, [None, 8])' --do 'sch.work_on(\"first\")' --do 'parallel(i)'");
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("class Two"));
  EXPECT_THAT(r.out, HasSubstr("for i in T.parallel(16):"));
  EXPECT_THAT(lw("legal " + path + ":second --at k").out, HasSubstr("split(k"));
  EXPECT_THAT(lw("run --repeat 2 " + path + ":Two.second --script " + path + ":both").out, HasSubstr("ok"));
  EXPECT_THAT(lw("lower " + path + ":Two.first --script " + path + ":both").out, HasSubstr("T.parallel(16)"));
  // One function is wanted, and there are two.
  r = lw("run " + path);
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("the class Two has 2 functions and none is called main"));
  EXPECT_THAT(r.err, HasSubstr("name one of them: Two.first, Two.second"));
  r = lw("apply " + path + " --do 'sch.work_on(\"third\")'");
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("there is no function named \"third\""));
  EXPECT_THAT(r.err, HasSubstr("the functions are first, second"));
  EXPECT_THAT(lw("print " + path).out, HasSubstr("class Two"));
}

TEST_F(Cli, CompositesAreSteps) {
  const std::string sample = LW_SOURCE_DIR "/samples/composites/of_ones_own.py";
  const std::string trace = (folder / "trace.py").string();
  Outcome r = lw("apply " + sample + " --do 'tile_rows(C, lanes=4)' --trace-py " + trace);
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("for j_1 in T.vectorized(4)"));
  EXPECT_THAT(slurp(trace), HasSubstr("# tile_rows(\"C\", lanes=4): "));
  r = lw("apply " + sample + " --do 'blocked_reduction(C.j)'");
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("step 2 of blocked_reduction, rfactor(j_1, 0) in line 15 of reduction.py, is refused"));
  r = lw("primitives");
  EXPECT_THAT(r.out, HasSubstr("\ncomposites\n  tile_vectorise_unroll"));
  EXPECT_THAT(lw("primitives blocked_reduction").out, HasSubstr("`lanes` — number of partial results"));
  const nlohmann::json list = nlohmann::json::parse(lw("primitives --json").out)["primitives"];
  EXPECT_EQ(list.back()["group"], "composites");
  EXPECT_EQ(list.back()["params"][0]["type"], "a loop");
}

TEST_F(Cli, CatalogueListsEveryPrimitive) {
  const Outcome r = lw("primitives --json");
  EXPECT_EQ(r.code, 0);
  EXPECT_GE(nlohmann::json::parse(r.out).dump().size(), 1000u);
  EXPECT_THAT(lw("primitives split").out, HasSubstr("factors"));
  EXPECT_THAT(lw("legal " + kSample + " --at C.rk").out, HasSubstr("split"));
}

// What tensor expressions build is a function like any other: printed, scheduled, lowered, run and checked.
TEST_F(Cli, TensorExpressions) {
  const std::string path = file("te.py", R"(from tvm import te, tir


def build():
    A = te.placeholder((32, 24), name="A")
    B = te.placeholder((24, 16), name="B")
    k = te.reduce_axis((0, 24), name="k")
    C = te.compute((32, 16), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="C")
    D = te.compute((32, 16), lambda i, j: tir.max(C[i, j], 0.0), name="D")
    return te.create_prim_func([A, B, D])


def reference(A, B):
    return np.maximum(A @ B, 0)


def schedule(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    sch.reorder(i, k, j)
    sch.vectorize(j)
)");
  EXPECT_THAT(lw("print " + path + ":build").out, HasSubstr("C[v_i, v_j] = C[v_i, v_j] + A[v_i, v_k] * B[v_k, v_j]"));
  EXPECT_THAT(lw("print " + path).out, HasSubstr("def build("));
  const Outcome r = lw("run " + path + " --script " + path + " --repeat 2");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("ok"));
  EXPECT_THAT(lw("apply " + path + " --do 'split(C.i, [None, 8])'").out, HasSubstr("T.grid(4, 8"));
  const std::string wrong =
      file("wrong.py",
           "from tvm import te\n\n\ndef build():\n    A = te.placeholder((8,), name=\"A\")\n    B = te.compute((8,), "
           "lambda i: A[i, i], name=\"B\")\n    return te.create_prim_func([A, B])\n");
  const Outcome refused = lw("print " + wrong);
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("wrong.py:6:"));
  EXPECT_THAT(refused.err, HasSubstr("A has 1 axis but is indexed with 2"));
}

// A run that takes more memory than any machine has is refused before it begins: the input is at fault, the target is
// there.
TEST_F(Cli, RunRefusesWhatDoesNotFit) {
  const std::string path = file("vast.py", R"(from tvm.script import tir as T

@T.prim_func
def vast(A: T.Buffer((64,), "int8"), B: T.Buffer((64,), "int8")):
    C = T.alloc_buffer((64, 65536, 1048576), "int8")
    for i, j, k in T.grid(64, 65536, 1048576):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSS", [i, j, k])
            C[vi, vj, vk] = A[vi]
    for i in range(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = C[vi, vi, vi]
)");
  for (const std::string target : {"cpu", "gpu-emulator"}) {
    const std::string steps =
        target == "cpu" ? "" : " --do 'bind(\"C.i\", \"blockIdx.x\")' --do 'bind(\"B.i\", \"blockIdx.x\")'";
    const Outcome r = lw("run " + path + steps + " --target " + target);
    EXPECT_EQ(r.code, 1) << target;
    EXPECT_THAT(r.err,
                HasSubstr("temporary buffer C of shape (64, 65536, 1048576) takes 4398046511104 bytes (4096.0 GiB)"))
        << target;
    EXPECT_THAT(r.err, HasSubstr("of memory are available")) << target;
  }
}

// What is refused comes with steps that make it legal, and warnings say what a program does not hold.
TEST_F(Cli, LegalNamesChainsAndCheckWarns) {
  EXPECT_THAT(lw("legal " + kSample + " --at C.rk").out,
              HasSubstr("would help: reorder(rk, C.l), then vectorize(C.l)"));
  const std::string path = file("spatial.py", R"(from tvm.script import tir as T

@T.prim_func
def total(A: T.Buffer((64,), "float32"), B: T.Buffer((1,), "float32")):
    for i in range(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[0] = B[0] + A[vi]
)");
  const Outcome r = lw("check " + path);
  EXPECT_EQ(r.code, 0);
  EXPECT_THAT(r.err, HasSubstr("vi of block B is marked spatial, but its iterations depend on each other: B(i=0) and "
                               "B(i=1) both update B[0]"));
  EXPECT_THAT(lw("check " + path + " --json").out, HasSubstr("check.false-spatial"));
}

}  // namespace
