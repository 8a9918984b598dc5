// lw on files that Python runs. A package of tests/collect takes the place of loopwright.tvm: what a file puts into
// `collected` is what it made.
#include "backends/runner/confinement.h"
#include "tests/cli/cli_fixture.h"

namespace lw::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// Two programs, one schedule of the first with a step, and a factory. Each text has the file's lines 8 to 10.
constexpr const char* kMade = R"PY(import json

head = '''from tvm.script import tir as T


'''
def text(name, statement):
    return head + f'''@T.prim_func
def {name}(A: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("A"):
            vi = T.axis.spatial(8, i)
            {statement}
'''

def program(name, statement="A[vi] = T.float32(1)"):
    return dict(name=name, file=__file__, line=9, functions=["main"], text=text("main", statement),
                lines=[0, 0, 0, 8, 9, 10, 11, 12, 13])

trace = [[["GetBlock", [], ["A", "main"], ["b0"]], ["GetLoops", ["b0"], [], ["l1"]],
          ["Split", ["l1", "None", 4], [1, 0], ["l2", "l3"]]], []]
collected["programs"] = [program("ones"), program("make.scaled"), program("bad", "A[vi] = missing")]
collected["schedules"] = [dict(name="sch", file=__file__, line=20, program=0, function="main", trace=trace)]
collected["factories"] = [dict(name="make", file=__file__, line=3,
                               parameters=[dict(name="m", default=None, annotation="int"),
                                           dict(name="n", default="128", annotation="")])]
if "--call" in options:
    collected["called"] = [1] if options["--call"] == "make(8)" else []
print("it ran")
)PY";

class PythonFiles : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    if (access("/usr/bin/python3", X_OK) != 0) GTEST_SKIP() << "there is no /usr/bin/python3";
    if (!possibleConfinement().files) GTEST_SKIP() << "this system or build confines nothing";
    setenv("LW_PYTHON_PACKAGE", LW_SOURCE_DIR "/tests/collect/package", 1);
  }
  void TearDown() override {
    unsetenv("LW_PYTHON_PACKAGE");
    Cli::TearDown();
  }
};

TEST_F(PythonFiles, ProgramsAreListed) {
  const std::string path = file("made.py", kMade);
  const Outcome listed = lw("programs " + path + " --python");
  EXPECT_EQ(listed.code, 0) << listed.err;
  EXPECT_EQ(listed.out,
            "program   ones  line 9\n"
            "program   make.scaled  line 9\n"
            "program   bad  line 9  has errors\n"
            "schedule  sch  line 20  of ones, 1 step\n"
            "factory   make(m: int, n=128)  line 3\n");
  EXPECT_EQ(listed.err, "it ran\n");
  const Outcome json = lw("programs " + path + " --python --json");
  EXPECT_THAT(json.out, AllOf(HasSubstr("\"steps\": 1"), HasSubstr("\"default\": \"128\""), HasSubstr("\"ok\": true"),
                              HasSubstr("\"output\": \"it ran\\n\"")));
}

TEST_F(PythonFiles, NamesChooseProgramsAndSchedules) {
  const std::string path = file("made.py", kMade);
  EXPECT_THAT(lw("print " + path + ":ones --python").out, AllOf(HasSubstr("for i in range(8)"), Not(HasSubstr("i_0"))));
  EXPECT_THAT(lw("print " + path + ":make.scaled --python").out, HasSubstr("for i in range(8)"));
  EXPECT_THAT(lw("print " + path + ":ones.main --python").out, HasSubstr("for i in range(8)"));
  EXPECT_THAT(lw("print " + path + ":sch --python").out, HasSubstr("for i_0, i_1 in T.grid(2, 4)"));
  EXPECT_EQ(lw("check " + path + ":ones --python").code, 0);
}

TEST_F(PythonFiles, StepsOfAScheduleComeFirst) {
  const std::string path = file("made.py", kMade), trace = (folder / "trace.py").string();
  const Outcome applied = lw("apply " + path + ":sch --python --do 'vectorize(i_1)' --trace-py " + trace);
  EXPECT_EQ(applied.code, 0) << applied.err;
  EXPECT_THAT(applied.out, HasSubstr("for i_1 in T.vectorized(4)"));
  EXPECT_THAT(slurp(trace), AllOf(HasSubstr("sch.split("), HasSubstr("sch.vectorize(")));
  EXPECT_THAT(lw("apply " + path + " --python").out, HasSubstr("for i_0, i_1 in T.grid(2, 4)"));  // the only schedule
  EXPECT_THAT(lw("equal " + path + ":sch " + path + ":ones --python").code, 1);
  EXPECT_THAT(lw("same " + path + ":sch " + path + ":ones --python").code, 0);
}

TEST_F(PythonFiles, CallsChooseWhatTheyReturn) {
  const std::string path = file("made.py", kMade);
  EXPECT_EQ(lw("print " + path + " --python --call 'make(8)'").code, 0);
  const Outcome nothing = lw("print " + path + " --python --call 'make()'");
  EXPECT_EQ(nothing.code, 1);
  EXPECT_THAT(nothing.err, HasSubstr("error: the call make() returned no program"));
  const Outcome plain = lw("print " + path + " --call 'make(8)'");
  EXPECT_EQ(plain.code, 1);
  EXPECT_THAT(plain.err, HasSubstr("error: no function make of " + path + " makes a program"));
}

TEST_F(Cli, PlainCallsNeedNoPython) {
  const std::string path =
      file("plain.py",
           "from tvm.script import tir as T\n\nK = 4\n\n\ndef make(m, dtype=\"float32\"):\n"
           "    @T.prim_func\n    def f(A: T.Buffer((m * K,), dtype)):\n"
           "        for i in range(m * K):\n            A[i] = T.Cast(dtype, i)\n    return f\n"
           "\n\ndef tiled(sch):\n    sch.split(sch.get_loops(sch.get_block(\"A\"))[0], [None, 4])\n");
  EXPECT_THAT(lw("print " + path + " --call 'make(K)'").out, HasSubstr("T.Buffer((16,), \"float32\")"));
  EXPECT_THAT(lw("print " + path + " --call 'make(2, dtype=\"int32\")'").out, HasSubstr("T.Buffer((8,), \"int32\")"));
  EXPECT_EQ(lw("run " + path + " --call 'make(4)' --reference none").code, 0);
  const Outcome missing = lw("print " + path + " --call 'make()'");
  EXPECT_EQ(missing.code, 1);
  EXPECT_THAT(missing.err, HasSubstr("error: make needs the argument 'm'"));
}

TEST_F(PythonFiles, ErrorsOfATextAreShownInTheFile) {
  const std::string path = file("made.py", kMade);
  const Outcome bad = lw("print " + path + ":bad --python");
  EXPECT_EQ(bad.code, 1);
  EXPECT_THAT(bad.err, HasSubstr(path + ":13:13: error: 'missing' is not defined\n                {statement}\n"));
  const Outcome json = lw("print " + path + ":bad --python --json");
  EXPECT_THAT(json.out, AllOf(HasSubstr("\"line\": 13"), HasSubstr("'missing' is not defined")));
}

TEST_F(PythonFiles, WhatIsNotThereIsNamed) {
  const std::string path = file("made.py", kMade);
  const Outcome several = lw("print " + path + " --python");
  EXPECT_THAT(several.err, AllOf(HasSubstr("made.py made 3 programs"),
                                 HasSubstr("name one of ones, make.scaled, bad, sch, as in " + path + ":ones")));
  EXPECT_THAT(lw("print " + path + ":none --python").err,
              AllOf(HasSubstr("made.py made nothing named none"), HasSubstr("there are ones, make.scaled, bad, sch")));
  EXPECT_THAT(lw("print " + file("empty.py", "x = 1\n") + " --python").err,
              HasSubstr("empty.py ran to its end and made no program"));
  EXPECT_THAT(lw("print " +
                 file("factory.py",
                      "collected['factories'] = [dict(name='make', line=3, "
                      "parameters=[dict(name='m'), dict(name='n')])]\n") +
                 " --python")
                  .err,
              AllOf(HasSubstr("factory.py made no program; its functions that make some when they are called: 1"),
                    HasSubstr("hint: call one: --call 'make(m, n)'")));
  EXPECT_THAT(lw("print " + path + " --python --tvm other").err, HasSubstr("--tvm takes facade or real, not 'other'"));
  EXPECT_THAT(
      lw("print " + file("trace.py", std::string(kMade) + "trace[0][0][0] = 'Nothing'\n") + ":sch --python").err,
      HasSubstr("the steps of sch cannot be read: "));
}

TEST_F(PythonFiles, ErrorsThatTheFileRaisedAreShown) {
  const std::string path =
      file("raises.py", std::string(kMade) + "def f(x):\n    raise ValueError('no such size')\nf(1)\n");
  const Outcome raised = lw("programs " + path + " --python");
  EXPECT_EQ(raised.code, 1);
  EXPECT_THAT(raised.err, AllOf(HasSubstr(path + ":31:5: error: the file raised ValueError: no such size"),
                                HasSubstr("        raise ValueError('no such size')\n        ^~~~")));
  EXPECT_THAT(raised.out, HasSubstr("program   ones"));
  EXPECT_EQ(lw("print " + path + ":ones --python").code, 0);  // what is right stays
  EXPECT_THAT(lw("programs " +
                 file("cells.py",
                      "collected['errors'] = [dict(message='NameError: x', file='cells.ipynb', cell=3, "
                      "line=2)]\ncollected['sources'] = {'cells.ipynb': 'a = 1\\nb = x\\n'}") +
                 " --python")
                  .err,
              HasSubstr("cells.ipynb:2:1: error: cell 3 raised NameError: x\n    b = x\n    ^~~~~"));
  EXPECT_THAT(lw("print " + file("stops.py", "raise ValueError('early')") + " --python").err,
              HasSubstr("stops.py made no program before it stopped"));
}

TEST_F(PythonFiles, NotebooksAndFoldersNeedPython) {
  for (const std::string& path : {file("cells.ipynb", "{}"), folder.string()}) {
    const Outcome plain = lw("print " + path);
    EXPECT_EQ(plain.code, 1);
    EXPECT_THAT(plain.err, AllOf(HasSubstr("error: only Python can read " + path), HasSubstr("hint: add --python")));
  }
}

TEST_F(PythonFiles, ALoopIsStopped) {
  const std::string path = file("loops.py", std::string(kMade) + "while True: pass\n");
  const Outcome stopped = lw("programs " + path + " --python --python-time 1");
  EXPECT_EQ(stopped.code, 1);
  EXPECT_THAT(stopped.err, HasSubstr("the file raised TimeoutError: it was stopped after 1 s\n    while True: pass"));
  EXPECT_THAT(stopped.out, HasSubstr("program   ones"));
}

TEST_F(PythonFiles, AnInterpreterIsNamed) {
  const std::string path = file("made.py", kMade);
  EXPECT_EQ(lw("print " + path + ":ones --python /usr/bin/python3").code, 0);
  EXPECT_THAT(lw("print " + path + ":ones --python /no/python").err, HasSubstr("/no/python is no Python that runs"));
}

TEST_F(PythonFiles, ProgramsAreChecked) {
  const std::string path = file("made.py", kMade);
  EXPECT_EQ(lw("check " + path + ":ones --python").out, path + ": no errors, 1 program, 1 schedule\n");
  const Outcome bad = lw("check " + path + " --python");
  EXPECT_EQ(bad.code, 1);
  EXPECT_THAT(bad.err, HasSubstr(path + ":13:13: error: 'missing' is not defined"));
  EXPECT_THAT(lw("check " + path + ":ones --python --json").out, HasSubstr("\"ones.main\""));
}

// ---- without Python ----

class PlainFiles : public Cli {};

TEST_F(PlainFiles, FactoriesAreListed) {
  const std::string path = file("factories.py", R"PY(from tvm.script import tir as T
from tvm.script import ir as I


def make(m, n: int = 128, *rest):
    if m > 1:
        @T.prim_func
        def scaled(A: T.Buffer((m, n), "float32")):
            for i, j in T.grid(m, n):
                A[i, j] = T.float32(1)

    return scaled


def module():
    @I.ir_module
    class Two:
        @T.prim_func
        def main(A: T.Buffer((8,), "float32")):
            for i in range(8):
                A[i] = T.float32(1)

    return Two


def schedule(sch):
    pass


@T.prim_func
def main(A: T.Buffer((8,), "float32")):
    for i in range(8):
        A[i] = T.float32(1)
)PY");
  const Outcome listed = lw("programs " + path);
  EXPECT_EQ(listed.code, 0) << listed.err;
  EXPECT_EQ(listed.out,
            "program   main  line 31\n"
            "schedule  schedule  line 26\n"
            "factory   make(m, n: int = 128, *rest)  line 5\n"
            "factory   module()  line 15\n");
  const Outcome json = lw("programs " + path + " --json");
  EXPECT_THAT(json.out,
              AllOf(HasSubstr("\"scaled\""), HasSubstr("\"annotation\": \"int\""), HasSubstr("\"steps\": null")));
}

const char* const kProgram = R"PY(
from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((8,), "float32")):
    for i in range(8):
        A[i] = T.float32(1)
)PY";

// What only Python can do is passed over, and the programs of the file can be used.
TEST_F(PlainFiles, ProgramsBesidePythonOpen) {
  for (const char* other :
       {"print(main)\n", "if True:\n    x = 3\n", "for i in range(3):\n    print(i)\n",
        "try:\n    import numpy\nexcept ImportError:\n    numpy = None\n", "class Helper:\n    size = 3\n",
        "import functools\n@functools.cache\ndef f(n):\n    return n\n", "def f(**more):\n    return more\n",
        "x = {1, 2}\n", "x = {n: n for n in range(3)}\n", "def f():\n    yield 3\n",
        "if __name__ == \"__main__\":\n    main = None\n"}) {
    const std::string path = file("beside.py", std::string(kProgram) + other);
    const Outcome printed = lw("print " + path), checked = lw("check " + path);
    EXPECT_EQ(printed.code, 0) << other << printed.err;
    EXPECT_EQ(checked.code, 0) << other << checked.err;
    EXPECT_THAT(checked.err, HasSubstr("hint: have Python run the file: `lw programs FILE --python`")) << other;
    EXPECT_THAT(checked.out, StartsWith(path + ": no errors, 1 function")) << other;
  }
  EXPECT_EQ(lw("check " + file("types.py", std::string(kProgram) + "if TYPE_CHECKING:\n    from a import b\n")).err,
            "");
}

// What would change a program, or is a mistake in one, stays an error.
TEST_F(PlainFiles, WhatChangesAProgramIsAnError) {
  const auto error = [&](const std::string& before) {
    const Outcome checked = lw("check " + file("wrong.py", before + kProgram));
    EXPECT_EQ(checked.code, 1) << before;
    return checked.err;
  };
  EXPECT_THAT(error("M = 1\nif M > 0:\n    M = 2\n"), HasSubstr("not allowed at the top level"));
  EXPECT_THAT(error("M = 1\nM += 1\n"), HasSubstr("not allowed at the top level"));
  EXPECT_THAT(error("@T.primfunc\ndef f(a):\n    pass\n"), HasSubstr("the decorator @T.primfunc is not known"));
  EXPECT_THAT(
      error("class C:\n    @T.prim_func\n    def f(A: T.Buffer((8,), \"float32\")):\n        A[0] = T.float32(1)\n"),
      HasSubstr("the class C is not a module"));
  EXPECT_THAT(error("@T.prim_func\ndef f(A: T.Buffer((8,), \"float32\")):\n    try:\n        A[0] = T.float32(1)\n    "
                    "except E:\n        pass\n"),
              HasSubstr("error: `try` is not supported in a prim_func"));
}

// A function with statements that were passed over is not run as if they were not there.
TEST_F(PlainFiles, PassedOverFunctionsAreNotRun) {
  const std::string path =
      file("steps.py", std::string(kProgram) + "def schedule(sch):\n    global n\n    sch.get_block(\"root\")\n");
  EXPECT_EQ(lw("print " + path).code, 0);
  const Outcome applied = lw("apply " + path + ":main --script " + path);
  EXPECT_EQ(applied.code, 1);
  EXPECT_THAT(applied.err, HasSubstr("`global` is not part of the accepted language"));
}

TEST_F(PlainFiles, NothingIsExplained) {
  const auto checked = [&](const std::string& text) {
    const std::string path = file("nothing.py", text);
    const Outcome outcome = lw("check " + path);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, StartsWith(path + ": no errors, but no program: "));
    const Outcome printed = lw("print " + path);
    EXPECT_EQ(printed.code, 1);
    EXPECT_THAT(printed.err, HasSubstr("error: " + path + " has no program as a text: "));
    return outcome.out.substr(path.size() + std::string(": no errors, but no program: ").size());
  };
  EXPECT_THAT(
      checked("def make(m, n=3):\n    @T.prim_func\n    def f(A: T.Buffer((m,), \"float32\")):\n        A[0] = "
              "T.float32(n)\n    return f\n"),
      AllOf(StartsWith("functions that make programs when they are called: make\n    hint: call one: `lw print"),
            HasSubstr("--call 'make(m, n=3)'")));
  EXPECT_THAT(checked("def schedule(sch):\n    pass\n"),
              AllOf(StartsWith("schedule functions: schedule\n    hint: apply one"), HasSubstr("--script")));
  EXPECT_THAT(checked("\nprint(3)\n"), AllOf(StartsWith("line 2 needs Python\n"), HasSubstr("--python")));
  EXPECT_THAT(checked("x = 3\n"), StartsWith("no function is marked @T.prim_func, and none makes a program\n"));
  EXPECT_THAT(
      lw("check " + file("nothing.py", "def make():\n    @T.prim_func\n    def f():\n        pass\n    return f\n") +
         " --json")
          .out,
      AllOf(HasSubstr("\"factories\": [\n    \"make\""), HasSubstr("\"nothing\"")));
}

}  // namespace
}  // namespace lw::test
