// Files that end in ways that need an explanation, and answers that cannot be read.
#include <chrono>
#include <thread>

#include "tests/collect/collect_fixture.h"

namespace lw::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

class Endings : public CollectTest {
 protected:
  std::string failure(const std::string& text, CollectLimits limits = {}) const {
    const Result<Collected> collected = run(text, limits);
    if (collected) return "it was collected";
    std::string message = toText(collected.error());
    if (const size_t at = message.find(base.string()); at != std::string::npos)
      message.replace(at, (base / "project").string().size() + 1, "");
    return message;
  }
};

TEST_F(Endings, AFileThatLoopsIsStopped) {
  EXPECT_THAT(failure("import signal, time\nfor s in (1, 2, 3, 15): signal.signal(s, signal.SIG_IGN)\ntime.sleep(1000)",
                      {.seconds = 1, .grace = 0.5}),
              StartsWith("file.py did not end within 1 s and was stopped"));
}

// It is interrupted first, and what it made is kept.
TEST_F(Endings, AFileThatLoopsSendsWhatItMade) {
  const Result<Collected> collected =
      run("collected['factories'] = [dict(name='make', line=3)]\nwhile True: pass", {.seconds = 0.5});
  ASSERT_TRUE(collected.ok()) << toText(collected.error());
  EXPECT_EQ(collected->factories.size(), 1u);
  ASSERT_EQ(collected->errors.size(), 1u);
  EXPECT_EQ(collected->errors[0].message, "TimeoutError: it was stopped after 0.5 s");
  EXPECT_EQ(collected->errors[0].line, 2);
}

TEST_F(Endings, ARunIsCancelled) {
  CollectRequest request;
  request.file = write("project/file.py", "while True: pass");
  request.package = LW_SOURCE_DIR "/tests/collect/package";
  request.cancelled = [] { return true; };
  const Result<Collected> collected = collect(request);
  ASSERT_FALSE(collected.ok());
  EXPECT_EQ(collected.error().message, "the run of " + request.file + " was cancelled");
}

TEST_F(Endings, ExitsAreNamed) {
  EXPECT_EQ(failure("import os\nos._exit(0)"),
            "file.py ended Python with exit code 0 before what it made was collected\n"
            "  hint: os._exit() ends Python at once; sys.exit() ends the file only");
  EXPECT_THAT(failure("import os\nos._exit(7)"), StartsWith("file.py ended Python with exit code 7"));
  EXPECT_THAT(failure("import os\nos.abort()"), StartsWith("Python was ended while it ran file.py: Aborted"));
  EXPECT_THAT(failure("import ctypes\nctypes.string_at(0)"),
              StartsWith("Python was ended while it ran file.py: Segmentation fault"));
  EXPECT_THAT(failure("import os, signal\nos.kill(os.getpid(), 9)"),
              AllOf(StartsWith("Python was ended while it ran file.py: Killed"), HasSubstr("memory")));
}

TEST_F(Endings, ErrorsOfTheFileAreItsResult) {
  const Result<Collected> collected = run("x = 1\nraise ValueError('no such size')");
  ASSERT_TRUE(collected.ok()) << toText(collected.error());
  ASSERT_EQ(collected->errors.size(), 1u);
  EXPECT_EQ(collected->errors[0].message, "ValueError: no such size");
  EXPECT_EQ(collected->errors[0].line, 2);
  EXPECT_THAT(collected->errors[0].traceback, HasSubstr("Traceback"));
}

TEST_F(Endings, DeepRecursionIsAnError) {
  const Result<Collected> collected = run("def f(n): return f(n + 1)\nf(0)");
  ASSERT_TRUE(collected.ok()) << toText(collected.error());
  EXPECT_THAT(collected->errors[0].message, StartsWith("RecursionError"));
}

TEST_F(Endings, OutputIsCutOff) {
  const Result<Collected> collected = run("import sys\nfor i in range(1 << 10): sys.stdout.write('x' * (1 << 20))");
  ASSERT_TRUE(collected.ok()) << toText(collected.error());
  EXPECT_EQ(collected->output.size(), size_t{1} << 20);
}

TEST_F(Endings, AnswersAreChecked) {
  const auto answered = [&](const std::string& json) {
    return failure("import os\nopen(result, 'w').write('''" + json + "''')\nos._exit(0)");
  };
  const std::string start = "what Python sent back for file.py cannot be read: ";
  EXPECT_EQ(answered("{"), start + "it is not JSON");
  EXPECT_EQ(answered(""), start + "it is not JSON");
  EXPECT_EQ(answered(std::string(1000, '[')), start + "it is nested too deeply");
  EXPECT_EQ(answered("[]"), start + "the answer is not an object");
  EXPECT_EQ(answered("{}"), start + "the answer.version is not 1");
  EXPECT_EQ(answered(R"({"version": 1, "programs": 3})"), start + "the answer.programs is not a list");
  EXPECT_EQ(answered(R"({"version": 1, "programs": [{"name": "f"}]})"), start + "programs[0].text is not a text");
  EXPECT_EQ(answered(R"({"version": 1, "programs": [{"text": "f"}]})"), start + "programs[0].name is not a name");
  EXPECT_EQ(answered(R"({"version": 1, "schedules": [{"name": "sch", "program": 2, "trace": [[], []]}]})"),
            start + "schedules[0].program is not a number in its range");
  EXPECT_EQ(answered(R"({"version": 1, "sources": [0]})"), start + "the answer.sources is not an object");
  EXPECT_EQ(answered(R"({"version": 1, "called": [0]})"), start + "called is not a list of programs");
  EXPECT_EQ(answered(R"({"version": 1, "errors": [{"line": -1}]})"),
            start + "errors[0].line is not a number in its range");
  EXPECT_EQ(failure("import os\nos.symlink('/etc/passwd', result)\nos._exit(0)"), start + "it is no file");
  EXPECT_EQ(failure("import os\nos.mkdir(result)\nos._exit(0)"), start + "it is no file");
  EXPECT_THAT(failure("import os\nopen(result, 'w').write('x' * 2000)\nos._exit(0)", {.result = 1000}),
              StartsWith(start + "it has 2000 bytes, and at most 1000 are read"));
}

TEST_F(Endings, ProgramsAreReadAgain) {
  const std::string program =
      "from tvm.script import tir as T\\n\\n\\n@T.prim_func\\ndef main(A: T.Buffer((8,), \"float32\")):\\n"
      "    for i in range(8):\\n        A[i] = T.float32(1)\\n";
  const Result<Collected> collected =
      run("text = '" + program +
          "'\ncollected['programs'] = [dict(name='f', file=__file__, line=1, functions=['main'], text=text, "
          "lines=[1, 0, 0, 4, 5, 6, 7])] * 2\ncollected['schedules'] = [dict(name='f', program=1, trace=[[], []], "
          "after=text)]\n"
          "collected['factories'] = [dict(name='make', line=3, parameters=[dict(name='m', default='128', "
          "annotation='int'), dict(name='n', default=None)])]\ncollected['called'] = [1]\n");
  ASSERT_TRUE(collected.ok()) << toText(collected.error());
  ASSERT_EQ(collected->programs.size(), 2u);
  EXPECT_EQ(collected->programs[1].name, "f_1");
  EXPECT_EQ(collected->schedules[0].name, "f_2");
  ASSERT_TRUE(collected->schedules[0].after);
  EXPECT_EQ(collected->schedules[0].after->functions.at(0).name, "main");
  EXPECT_FALSE(collected->programs[0].source->hasErrors());
  EXPECT_EQ(collected->programs[0].source->functions.at(0).name, "main");
  EXPECT_EQ(collected->programs[0].lines.at(3), 4);
  EXPECT_EQ(collected->factories[0].parameters[0].defaultValue, "128");
  EXPECT_EQ(collected->factories[0].parameters[1].defaultValue, std::nullopt);
  EXPECT_EQ(collected->called, std::vector<int>{1});
}

TEST_F(Endings, FoldersAreRun) {
  CollectRequest request;
  request.file = (base / "project").string();
  write("project/a.py", "");
  request.package = LW_SOURCE_DIR "/tests/collect/package";
  const Result<Collected> collected = collect(request);
  ASSERT_TRUE(collected.ok()) << toText(collected.error());
  EXPECT_EQ(collected->output, "a.py");
}

TEST_F(Endings, EnvironmentsAreFound) {
  std::filesystem::create_directories(base / "env/bin");
  std::filesystem::create_symlink("/usr/bin/python3", base / "env/bin/python3");
  write("env/pyvenv.cfg", "home = /usr/bin\n");
  CollectRequest request;
  request.file = write("project/file.py", "import sys\nprint(sys.prefix)");
  request.package = LW_SOURCE_DIR "/tests/collect/package";
  request.interpreter = base / "env/bin/python3";
  const Result<Collected> collected = collect(request);
  ASSERT_TRUE(collected.ok()) << toText(collected.error());
  EXPECT_EQ(collected->output, (base / "env").string() + "\n");
}

TEST_F(Endings, ModulesThatTvmSavedAreGivenToPython) {
  CollectRequest request;
  request.package = LW_SOURCE_DIR "/tests/collect/package";
  request.file = write("project/module.json", "print(__file__)");
  const Result<Collected> collected = collect(request);
  ASSERT_TRUE(collected.ok()) << toText(collected.error());
  EXPECT_THAT(collected->output, HasSubstr("module.json"));
}

TEST_F(Endings, WhatCannotBeRunIsNamed) {
  CollectRequest request;
  request.package = LW_SOURCE_DIR "/tests/collect/package";
  const auto error = [&] {
    const Result<Collected> collected = collect(request);
    return collected ? "it was collected" : toText(collected.error());
  };
  request.file = (base / "none.py").string();
  EXPECT_THAT(error(), HasSubstr("none.py cannot be run by Python: No such file or directory"));
  request.file = write("project/file.txt", "");
  EXPECT_THAT(error(), HasSubstr("file.txt cannot be run by Python: its name says neither Python nor notebook"));
  request.file = write("project/file.py", "");
  request.interpreter = "/bin/false";
  EXPECT_THAT(error(), HasSubstr("/bin/false is no Python that runs: no message"));
  request.interpreter = "/no/python";
  EXPECT_THAT(error(), HasSubstr("/no/python is no Python that runs: /no/python cannot be started"));
  request.interpreter = "";
  request.package = base.string();
  EXPECT_THAT(error(), HasSubstr("Python could not run " + request.file));
  EXPECT_THAT(error(), HasSubstr("No module named 'loopwright'"));
  setenv("LW_PYTHON_PACKAGE", "", 1);
  request.package = "";
  EXPECT_THAT(error(), StartsWith("the Python package of Loopwright is not installed"));
  unsetenv("LW_PYTHON_PACKAGE");
}

// Without Landlock nothing is run: what was agreed to cannot be kept.
TEST_F(Endings, NothingIsRunUnconfined) {
  const std::string runner = write("runner", "#!/bin/sh\nprintf unconfined >&3\n");
  std::filesystem::permissions(runner, std::filesystem::perms::owner_all);
  setenv("LW_RUNNER", runner.c_str(), 1);
  EXPECT_EQ(failure("print(1)"),
            "this system cannot confine Python: that needs Landlock (Linux 5.13) and seccomp\n"
            "  hint: LW_SANDBOX=off runs the file with all your rights");
  std::ofstream(runner) << "#!/bin/sh\nprintf 'start /no/python: Permission denied' >&3\n";
  EXPECT_EQ(failure("print(1)"), "Python could not run file.py: /no/python: Permission denied");
}

}  // namespace
}  // namespace lw::test
