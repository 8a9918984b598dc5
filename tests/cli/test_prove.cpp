// lw prove: its answers and exit codes.
#include "core/support/json.h"
#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kPrograms = R"(from tvm.script import tir as T


@T.prim_func
def plain(A: T.Buffer((12,), "float32"), S: T.Buffer((1,), "float32")):
    S[0] = T.float32(0)
    for i in range(12):
        S[0] = S[0] + A[i]


@T.prim_func
def split(A: T.Buffer((12,), "float32"), S: T.Buffer((1,), "float32")):
    S[0] = T.float32(0)
    for i, j in T.grid(3, 4):
        S[0] = S[0] + A[i * 4 + j]


@T.prim_func
def turned(A: T.Buffer((12,), "float32"), S: T.Buffer((1,), "float32")):
    S[0] = T.float32(0)
    for j, i in T.grid(4, 3):
        S[0] = S[0] + A[i * 4 + j]


@T.prim_func
def short(A: T.Buffer((12,), "float32"), S: T.Buffer((1,), "float32")):
    S[0] = T.float32(0)
    for i in range(11):
        S[0] = S[0] + A[i]


@T.prim_func
def twice(A: T.Buffer((12,), "float32"), S: T.Buffer((1,), "float32")):
    S[0] = T.float32(0)
    for i in range(12):
        S[0] = S[0] + A[i] * T.float32(2)


@T.prim_func
def half(A: T.Buffer((12,), "float32"), S: T.Buffer((1,), "float32")):
    S[0] = T.float32(0)
    for i in range(12):
        S[0] = S[0] + (A[i] + A[i])
)";

// The elements that are written depend on a table, so nothing decides whether iterations meet.
constexpr const char* kTables = R"(from tvm.script import tir as T


@T.prim_func
def ones(index: T.Buffer((16,), "int32"), C: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            C[index[vi]] = T.float32(1)


@T.prim_func
def scatter(A: T.Buffer((16,), "float32"), index: T.Buffer((16,), "int32"), C: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            C[index[vi]] = A[vi]
)";

TEST_F(Cli, AssumedStepsAreCompared) {
  const std::string path = file("tables.py", kTables), step = " --do 'parallel(i)'";
  const Outcome open = lw("explain --proof " + path + ":ones" + step);
  EXPECT_THAT(open.out, HasSubstr("not decided"));
  EXPECT_THAT(open.out, HasSubstr("--assume"));
  EXPECT_EQ(lw("apply " + path + ":ones" + step).code, 1);

  const Outcome taken = lw("apply --assume " + path + ":ones" + step);
  EXPECT_EQ(taken.code, 0) << taken.err;
  EXPECT_THAT(taken.out, HasSubstr("T.parallel(16)"));
  EXPECT_THAT(taken.err, HasSubstr("the iterations of a loop may run in any order: assumed"));
  EXPECT_THAT(taken.err, HasSubstr("runs on small inputs showed no difference"));
  EXPECT_THAT(lw("explain --proof --assume " + path + ":ones" + step).out, HasSubstr("any order: assumed"));

  // Two iterations write one element, and the last one counts.
  const Outcome wrong = lw("apply --assume " + path + ":scatter" + step);
  EXPECT_EQ(wrong.code, 1);
  EXPECT_THAT(wrong.err, HasSubstr("was assumed to be legal, and changes results: "));
  EXPECT_THAT(wrong.out, testing::Not(HasSubstr("T.parallel")));

  // What is disproved stays illegal.
  const std::string sums = file("sums.py", kPrograms);
  EXPECT_EQ(lw("apply --assume " + sums + ":plain" + step).code, 1);
}

TEST_F(Cli, ProveSaysHowFarTwoFunctionsAreEqual) {
  const std::string path = file("sums.py", kPrograms), plain = path + ":plain ";
  const Outcome same = lw("prove " + plain + path + ":split");
  EXPECT_EQ(same.code, 0) << same.err;
  EXPECT_EQ(same.out, "equal for all inputs and sizes\n");

  const Outcome turned = lw("prove " + plain + path + ":turned");
  EXPECT_EQ(turned.code, 0) << turned.err;
  EXPECT_THAT(turned.out, HasSubstr("up to the order of these sums:\n  + of float32 into S and S"));
  EXPECT_THAT(turned.out, HasSubstr("2 (n - 1) 2^-24 times"));
  EXPECT_THAT(lw("prove " + plain + path + ":turned --json").out, HasSubstr("\"rounding\": \"2^-24\""));

  const Outcome differs = lw("prove " + plain + path + ":short");
  EXPECT_EQ(differs.code, 3);
  EXPECT_THAT(differs.err, HasSubstr("S[0] is"));
  EXPECT_THAT(differs.err, ContainsRegex("in .*sums\\.py:plain:\n    S\\[0\\] = -?[0-9.]+, by a statement outside of "
                                         "blocks, the last of 12 executions\n    A\\[11\\] = -?[0-9.]+, an input\n"));
  EXPECT_THAT(differs.err, ContainsRegex("in .*sums\\.py:short:\n    S\\[0\\] = .*, the last of 11 executions\n"));
  const nlohmann::json chains = nlohmann::json::parse(lw("prove " + plain + path + ":short --json").out)["chains"];
  ASSERT_EQ(chains.size(), 2u);
  EXPECT_EQ(chains[0]["links"][0]["executions"], 12);
  EXPECT_EQ(chains[0]["links"][1]["source"], "input");
  EXPECT_EQ(chains[0]["links"][1]["index"], "11");
  EXPECT_FALSE(chains[1]["more"].get<bool>());

  const Outcome open = lw("prove " + path + ":twice " + path + ":half");
  EXPECT_EQ(open.code, 1);
  EXPECT_THAT(open.err, HasSubstr("no proof was found that twice and half are equal: a value of S was not matched"));
  EXPECT_EQ(lw("prove " + plain + plain + " --limit 0").code, 2);
}

TEST_F(Cli, ProveShowsThatAResultDependsOnTheOrderOfIterations) {
  const std::string head = "(A: T.Buffer((12,), \"float32\"), C: T.Buffer((12,), \"float32\")):\n";
  const std::string path =
      file("races.py", "from tvm.script import tir as T\n\n\n@T.prim_func\ndef last" + head +
                           "    for i in range(12):\n        C[0] = A[i]\n\n\n"
                           "@T.prim_func\ndef any" +
                           head +
                           "    for i in T.parallel(12):\n        C[0] = A[i]\n\n\n"
                           "@T.prim_func\ndef same" +
                           head + "    for i in T.parallel(12):\n        C[0] = A[0]\n\n\n@T.prim_func\ndef once" +
                           head + "    C[0] = A[0]\n");
  const Outcome race = lw("prove " + path + ":last " + path + ":any");
  EXPECT_EQ(race.code, 3) << race.out;
  EXPECT_THAT(race.err,
              HasSubstr("the result of any depends on the order of the iterations of loop i, which run in any "
                        "order: C[0] is "));
  EXPECT_THAT(race.err, HasSubstr("for example the statement that writes C, at i = "));
  // The same value in any order.
  EXPECT_EQ(lw("prove " + path + ":once " + path + ":same").code, 1);
  EXPECT_EQ(lw("prove " + path + ":same " + path + ":same").code, 1);
  EXPECT_EQ(lw("prove " + path + ":any " + path + ":any").code, 3);
}

TEST_F(Cli, ProveSaysWhereItStopped) {
  const std::string path = file("sums.py", kPrograms);
  EXPECT_THAT(lw("prove " + path + ":twice " + path + ":half").err,
              HasSubstr("the element S[0], which the statement that writes S, at i = "));
}

constexpr const char* kSchedules = R"(from tvm.script import tir as T


@T.prim_func
def rows(A: T.Buffer((12, 8), "float32"), S: T.Buffer((12,), "float32")):
    for i, k in T.grid(12, 8):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]


def split(sch):
    i, k = sch.get_loops(sch.get_block("S"))
    i_0, i_1 = sch.split(i, [None, 4])
    sch.reorder(i_1, i_0)


def partial(sch):
    i, k = sch.get_loops(sch.get_block("S"))
    k_0, k_1 = sch.split(k, [2, None])
    sch.rfactor(k_1, 0)
)";

TEST_F(Cli, ProveComparesTheStatesOfSchedules) {
  const std::string path = file("rows.py", kSchedules);
  const Outcome all = lw("prove " + path);
  EXPECT_EQ(all.code, 0) << all.err;
  EXPECT_EQ(all.out.substr(0, all.out.find("partial")),
            "split, state 0 and split, state 2: equal for all inputs and sizes\n");
  EXPECT_THAT(all.out, HasSubstr("partial, state 0 and partial, state 2: equal for all inputs and sizes, up to the "
                                 "order of these sums:\n"));
  const Outcome each = lw("prove " + path + " --script " + path + ":split --each-step");
  EXPECT_EQ(each.out,
            "state 0 and state 1 (split(i, [None, 4])): equal for all inputs and sizes\n"
            "state 1 and state 2 (reorder(i_1, i_0)): equal for all inputs and sizes\n");
  EXPECT_EQ(lw("prove " + path + " --state split:1 --state partial").out.substr(0, 42),
            "split, state 1 and partial, state 2: equal");
  const Outcome typed = lw("prove " + path + " --do 'parallel(i)' --state 1 --json");
  EXPECT_THAT(typed.out, HasSubstr("\"step\": \"parallel(i)\""));
  EXPECT_THAT(typed.out, HasSubstr("\"answer\": \"equal\""));
}

TEST_F(Cli, ProveSaysWhatIsNoState) {
  const std::string path = file("rows.py", kSchedules), plain = file("sums.py", kPrograms);
  const Outcome unknown = lw("prove " + path + " --state split:7");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("there is no state 'split:7'"));
  EXPECT_THAT(unknown.err, HasSubstr("known: split:0 .. 2"));
  EXPECT_THAT(lw("prove " + path + " --state 0 --state 1 --state 2 --script " + path + ":split").err,
              HasSubstr("--state names one or two states, not 3"));
  const Outcome none = lw("prove " + plain + ":plain");
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("has no schedule whose states could be compared"));
  const Outcome two = lw("prove " + plain + ":plain " + plain + ":split --each-step");
  EXPECT_EQ(two.code, 2);
  EXPECT_THAT(two.err, HasSubstr("--each-step is of one file and its schedules, and two are named"));
  EXPECT_EQ(lw("prove " + path + " --script " + path + ":none").code, 1);
}

TEST_F(Cli, ProofsAreFilesThatCheckProofVerifies) {
  const std::string path = file("sums.py", kPrograms), plain = path + ":plain ", proof = (folder / "p.json").string();
  ASSERT_EQ(lw("prove " + plain + path + ":split --certificate " + proof).code, 0);
  const Outcome holds = lw("check-proof " + plain + path + ":split " + proof);
  EXPECT_EQ(holds.code, 0) << holds.err;
  EXPECT_EQ(holds.out, "the proof holds: equal for all inputs and sizes\n");
  for (const char* other : {"short", "twice", "turned"}) {
    const Outcome refused = lw("check-proof " + plain + path + ":" + other + " " + proof);
    EXPECT_EQ(refused.code, 3) << other;
    EXPECT_THAT(refused.err, HasSubstr(std::string("the certificate does not prove that plain and ") + other));
  }
  ASSERT_EQ(lw("prove " + plain + path + ":turned --certificate " + proof).code, 0);
  EXPECT_EQ(lw("check-proof " + plain + path + ":turned " + proof).out,
            "the proof holds: equal for all inputs and sizes, up to the order of the sums into S and S\n");
  EXPECT_THAT(lw("check-proof " + plain + path + ":turned " + proof + " --json").out, HasSubstr("\"claims\": "));

  const Outcome text = lw("check-proof " + plain + path + ":split " + path);
  EXPECT_EQ(text.code, 1);
  EXPECT_THAT(text.err, HasSubstr("sums.py cannot be read as a certificate: it is not JSON"));
  const Outcome one = lw("check-proof " + proof);
  EXPECT_EQ(one.code, 2);
  EXPECT_THAT(one.err, HasSubstr("check-proof takes two programs and a certificate, not 1 files"));
}

TEST_F(Cli, ProofsSayThatTheyTakeValuesToBeFinite) {
  const std::string path = file("triangle.py", R"(from tvm.script import tir as T


@T.prim_func
def masked(A: T.Buffer((12,), "float32"), S: T.Buffer((1,), "float32")):
    S[0] = T.float32(0)
    for i in range(12):
        S[0] = S[0] + T.if_then_else(i < 5, A[i], T.float32(0)) * A[11 - i]


@T.prim_func
def short(A: T.Buffer((12,), "float32"), S: T.Buffer((1,), "float32")):
    S[0] = T.float32(0)
    for i in range(5):
        S[0] = S[0] + A[i] * A[11 - i]
)"),
                    both = path + ":masked " + path + ":short", proof = (folder / "p.json").string();
  EXPECT_EQ(lw("prove " + both).code, 1);
  const std::string assumed = "assumed: all values but constants are finite, so that 0 times a value is 0\n";
  const Outcome equal = lw("prove " + both + " --finite --certificate " + proof);
  EXPECT_EQ(equal.code, 0) << equal.err;
  EXPECT_EQ(equal.out, "equal for all inputs and sizes\n  " + assumed);
  EXPECT_EQ(lw("check-proof " + both + " " + proof).out,
            "the proof holds: equal for all inputs and sizes\n  " + assumed);
  EXPECT_THAT(lw("prove " + both + " --finite --json").out, HasSubstr("\"finite\": true"));
}

TEST_F(Cli, TracesAreExportedWithTheirProofs) {
  const std::string path = file("rows.py", kSchedules), proof = (folder / "p.json").string(),
                    trace = (folder / "t.json").string();
  const Outcome made =
      lw("export " + path + " --script " + path + ":split --format json -o " + trace + " --certificate " + proof);
  ASSERT_EQ(made.code, 0) << made.err;
  const Outcome holds = lw("check-proof " + path + " --trace " + trace + " " + proof);
  EXPECT_EQ(holds.code, 0) << holds.err;
  EXPECT_THAT(holds.out, HasSubstr("the proof holds"));
  EXPECT_EQ(lw("check-proof " + path + " --script " + path + ":partial " + proof).code, 3);
  // Pages say what was proved.
  const std::string words = "Proved equal to the program as written for all inputs and sizes";
  for (const char* kind : {"html", "state"}) {
    const std::string command = "export " + path + " --script " + path + ":partial --format " + kind;
    const Outcome page = lw(command + " --certificate " + proof);
    EXPECT_EQ(page.code, 0) << page.err;
    EXPECT_THAT(page.out, HasSubstr("✓ " + words + ", up to the order of the sums into S</p>"));
    EXPECT_THAT(lw(command).out, Not(HasSubstr(words)));
  }
  const Outcome several = lw("prove " + path + " --certificate " + proof);
  EXPECT_EQ(several.code, 2);
  EXPECT_THAT(several.err, HasSubstr("a certificate is of two programs, and 2 pairs are compared"));
}

// What Python makes of a script for TVM: every schedule against the module that it started from.
TEST_F(Cli, ProveComparesTheModulesOfScripts) {
  const std::string path = file("script.py", R"(import tvm
from tvm.script import tir as T
from tvm.script import ir as I


@I.ir_module
class Module:
    @T.prim_func
    def first(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        for i in range(32):
            with T.block("B"):
                vi = T.axis.spatial(32, i)
                B[vi] = A[vi] + T.float32(1)

    @T.prim_func
    def second(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        for i in range(32):
            with T.block("B"):
                vi = T.axis.spatial(32, i)
                B[vi] = A[vi] * T.float32(2)


sch = tvm.tir.Schedule(Module)
sch.work_on("second")
i = sch.get_loops(sch.get_block("B"))[0]
sch.parallel(sch.split(i, [None, 8])[0])
sch.work_on("first")
sch.vectorize(sch.get_loops(sch.get_block("B"))[0])
)");
  const Outcome proved = lw("prove " + path + " --python");
  EXPECT_EQ(proved.code, 0) << proved.err;
  EXPECT_EQ(proved.out,
            "first, state 0 and state 3: equal for all inputs and sizes\n"
            "second, state 0 and state 3: equal for all inputs and sizes\n");
}

// Of scripts that Apache TVM carries out, what it computed is proved; here a package says what that is.
TEST_F(Cli, ProveComparesModulesBeforeAndAfterApacheTvm) {
  if (access("/usr/bin/python3", X_OK) != 0) GTEST_SKIP() << "there is no /usr/bin/python3";
  const auto script = [&](const std::string& after) {
    return file("script.py",
                "programs = open('" + file("sums.py", kPrograms) +
                    "').read().split('\\n\\n\\n')\n"
                    "def text(k): return '\\n\\n\\n'.join([programs[0], programs[k].replace('def split', 'def plain')"
                    ".replace('def short', 'def plain')]) + '\\n'\n"
                    "collected['programs'] = [dict(name='mod', functions=['plain'], text=text(1), lines=[])]\n"
                    "collected['schedules'] = [dict(name='sch', program=0, trace=[[], []], after=text(" +
                    after + "))]\n");
  };
  setenv("LW_PYTHON_PACKAGE", LW_SOURCE_DIR "/tests/collect/package", 1);
  const Outcome same = lw("prove " + script("2") + " --python --tvm real");
  EXPECT_EQ(same.code, 0) << same.err;
  EXPECT_EQ(same.out, "sch, plain as written and as TVM left it: equal for all inputs and sizes\n");
  const Outcome differs = lw("prove " + script("4") + " --python --tvm real");
  unsetenv("LW_PYTHON_PACKAGE");
  EXPECT_EQ(differs.code, 3);
  EXPECT_THAT(differs.out, HasSubstr("sch, plain as written and as TVM left it: different: S[0] is"));
}

}  // namespace
