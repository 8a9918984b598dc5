// `lw course`: what is handed out, and what the instructor gets.
#include "core/support/json.h"

#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using testing::HasSubstr;
using testing::Not;

class CourseFiles : public Cli {
 protected:
  std::string made(const std::string& options = "") const {
    const std::string path = (folder / "made").string();
    const Outcome outcome = lw("course " + path + " " + options);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                HasSubstr("exercises in " + path + "/students, with solutions in " + path + "/instructor"));
    return path;
  }
  static size_t count(const std::string& path, const std::string& ending) {
    size_t number = 0;
    for (const auto& entry : std::filesystem::directory_iterator(path)) number += entry.path().extension() == ending;
    return number;
  }
};

// The source of all cells.
std::string cells(const std::string& path) {
  const nlohmann::json document = nlohmann::json::parse(slurp(path));
  EXPECT_EQ(document["nbformat"], 4);
  std::string text;
  for (const nlohmann::json& cell : document["cells"]) {
    for (const nlohmann::json& line : cell["source"]) text += line.get<std::string>();
    text += "\n";
  }
  return text;
}

TEST_F(CourseFiles, StudentsGetNoSolutions) {
  const std::string path = made();
  EXPECT_EQ(count(path + "/students", ".py"), 12u);
  EXPECT_EQ(count(path + "/instructor", ".py"), 12u);
  for (const auto& entry : std::filesystem::directory_iterator(path + "/students")) {
    const std::string text = slurp(entry.path().string());
    EXPECT_THAT(text, Not(HasSubstr("solution"))) << entry.path();
    EXPECT_THAT(text, Not(HasSubstr("first_try"))) << entry.path();
    EXPECT_THAT(text, HasSubstr("def schedule(sch):")) << entry.path();
    EXPECT_THAT(text, HasSubstr("def reference(")) << entry.path();
    EXPECT_THAT(text, HasSubstr("Hint: ")) << entry.path();
  }
  const std::string registers = slurp(path + "/students/04_registers.py"), gpu = slurp(path + "/students/11_gpu.py");
  EXPECT_THAT(registers, HasSubstr("def tiles(sch):\n    \"\"\"Prepared: "));
  EXPECT_THAT(gpu, Not(HasSubstr("def fetch")));
  EXPECT_EQ(slurp(path + "/instructor/04_registers.py"), slurp(LW_SOURCE_DIR "/samples/course/04_registers.py"));
}

TEST_F(CourseFiles, WhatIsHandedOutIsJudgedAsItIs) {
  const std::string path = made();
  const Outcome outcome = lw("grade " + path + "/instructor " + path + "/students --json");
  const nlohmann::json all = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(outcome.code, 0);
  for (const nlohmann::json& one : all["students"][0]["submissions"]) {
    // Without threads nothing runs on a GPU.
    const bool gpu = one["challenge"] == "11_gpu";
    EXPECT_EQ(one["outcome"], gpu ? "refused" : "missed") << one.dump(2);
  }
}

TEST_F(CourseFiles, NotebooksHaveFoldedHintsAndACellThatChecks) {
  const std::string path = made("--notebooks");
  EXPECT_EQ(count(path + "/students", ".ipynb"), 12u);
  EXPECT_EQ(count(path + "/students", ".py"), 0u);
  const std::string text = cells(path + "/students/10_tensor_unit.ipynb");
  EXPECT_THAT(text, HasSubstr("# 10. Instructions for tensors"));
  EXPECT_THAT(text, HasSubstr("**Goal:** `12x fewer cycles, 8 steps`"));
  EXPECT_THAT(text, HasSubstr("<summary>Hint 3</summary>"));
  EXPECT_THAT(text, HasSubstr("one flat index"));
  EXPECT_THAT(text, HasSubstr("challenge = lw.challenge(\"10\")"));
  EXPECT_THAT(text, HasSubstr("challenge.check(sch)"));
  EXPECT_THAT(text, HasSubstr("Prepared: "));
  EXPECT_THAT(text, Not(HasSubstr("def solution")));
  const std::string whole = cells(path + "/instructor/10_tensor_unit.ipynb");
  EXPECT_THAT(whole, HasSubstr("def solution"));
  EXPECT_THAT(whole, HasSubstr("solution(sch)\nchallenge.check(sch)"));
}

TEST_F(CourseFiles, NotebooksAreGraded) {
  const std::string path = made("--notebooks");
  nlohmann::json document = nlohmann::json::parse(slurp(path + "/students/08_parallel.ipynb"));
  for (nlohmann::json& cell : document["cells"])
    if (cell["source"][0] == "def schedule(sch):\n")
      cell["source"] = "def schedule(sch):\n    sch.parallel(sch.get_loops(\"B\")[0])";
  std::filesystem::create_directories(folder / "all/ann");
  file("all/ann/08_parallel.ipynb", document.dump());
  const nlohmann::json all =
      nlohmann::json::parse(lw("grade " LW_SOURCE_DIR "/samples/course " + (folder / "all").string() + " --json").out);
  EXPECT_EQ(all["students"][0]["submissions"][7]["outcome"], "reached") << all.dump(2);
}

TEST_F(CourseFiles, TasksAndHintsAreTranslated) {
  const std::string path = made("--notebooks --language zh_CN");
  const std::string text = cells(path + "/students/04_registers.ipynb");
  EXPECT_THAT(text, HasSubstr("# 4. 把和留在寄存器中\n\n结果按列存放"));
  EXPECT_THAT(text, HasSubstr("**目标：** `22x fewer cycles, 12 steps`"));
  EXPECT_THAT(text, HasSubstr("<summary>提示 1</summary>"));
  EXPECT_THAT(text, Not(HasSubstr("Hint")));
  const std::string file = slurp(made("--language zh_CN") + "/students/01_order.py");
  EXPECT_THAT(file, testing::StartsWith("\"\"\"循环的次序。"));
  EXPECT_THAT(file, HasSubstr("Hint: 哪个循环变量"));
}

TEST_F(CourseFiles, OwnCoursesAreWritten) {
  std::filesystem::create_directories(folder / "mine");
  file("mine/1_add.py", R"("""Adding. One more.

Hint: think.
"""
# challenge: 2x fewer cycles
from tvm.script import tir as T


@T.prim_func
def add(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32")):
    for i, j in T.grid(64, 64):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + T.float32(1)


def solution(sch):
    pass
)");
  const std::string path = made("--notebooks --course " + (folder / "mine").string());
  EXPECT_THAT(cells(path + "/students/1_add.ipynb"), HasSubstr("lw.challenge(\"exercises/1_add.py\")"));
  EXPECT_THAT(slurp(path + "/students/exercises/1_add.py"), Not(HasSubstr("solution")));
  EXPECT_THAT(slurp(path + "/instructor/1_add.py"), HasSubstr("def solution"));
  const Outcome json = lw("course " + path + " --json");
  EXPECT_EQ(nlohmann::json::parse(json.out)["files"].size(), 24u);
}

}  // namespace
