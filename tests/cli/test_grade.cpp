// `lw grade`: the course that is a sample, and submissions of every kind.
#include "core/support/json.h"

#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using testing::HasSubstr;

const std::string kCourse = LW_SOURCE_DIR "/samples/course";

class Grade : public Cli {
 protected:
  // A submission of the student.
  void submit(const std::string& student, const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(folder / "submissions" / student);
    file("submissions/" + student + "/" + name, text);
  }
  std::string submissions() const { return (folder / "submissions").string(); }
  // A course of one small challenge.
  std::string smallCourse(const std::string& challenge = "1.5x fewer cycles, 3 steps") const {
    std::filesystem::create_directories(folder / "course");
    file("course/1_add.py", "# challenge: " + challenge + R"(
from tvm.script import tir as T


@T.prim_func
def add(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32")):
    for i, j in T.grid(64, 64):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + T.float32(1)


def reference(A, B):
    B[:] = A + 1
)");
    return (folder / "course").string();
  }
  nlohmann::json graded(const std::string& arguments, int code = 0) const {
    const Outcome outcome = lw("grade " + arguments + " --json");
    EXPECT_EQ(outcome.code, code) << outcome.out << outcome.err;
    return nlohmann::json::parse(outcome.out);
  }
};

std::string summary(const nlohmann::json& student) {
  std::string text = student["student"].get<std::string>() + " " + std::to_string(student["reached"].get<int>()) + "/" +
                     std::to_string(student["of"].get<int>()) + ":";
  for (const nlohmann::json& one : student["submissions"]) text += " " + one["outcome"].get<std::string>();
  return text;
}

TEST_F(Grade, SolutionsOfTheCourseReachEveryGoalAndFirstTriesNone) {
  const std::string both = kCourse + " " + kCourse + " --function ";
  const Outcome first = lw("grade " + both + "solution --json");
  const nlohmann::json solutions = nlohmann::json::parse(first.out);
  EXPECT_EQ(solutions["students"][0]["reached"], 12) << first.out;
  EXPECT_EQ(solutions["students"][0]["of"], 12);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(lw("grade " + both + "solution --json").out, first.out);
  const nlohmann::json tries = graded(both + "first_try");
  EXPECT_EQ(tries["students"][0]["reached"], 0) << tries.dump(2);
  for (const nlohmann::json& one : tries["students"][0]["submissions"])
    EXPECT_EQ(one["outcome"], "missed") << one.dump();  // right, and not good enough
}

TEST_F(Grade, EachStudentHasAFolder) {
  const std::string course = smallCourse();
  submit("ann", "1_add.py",
         "def schedule(sch):\n    i, j = sch.get_loops(\"B\")\n    sch.vectorize(sch.split(j, [None, 16])[1])\n");
  submit("bob", "1_add.py", "def schedule(sch):\n    sch.parallel(sch.get_loops(\"B\")[1])\n");
  std::filesystem::create_directories(folder / "submissions/cy");
  const nlohmann::json all = graded(course + " " + submissions());
  ASSERT_EQ(all["students"].size(), 3u) << all.dump(2);
  EXPECT_EQ(summary(all["students"][0]), "ann 1/1: reached");
  EXPECT_EQ(summary(all["students"][1]), "bob 0/1: missed");
  EXPECT_EQ(summary(all["students"][2]), "cy 0/1: none");
  EXPECT_THAT(all["students"][1]["submissions"][0]["words"].get<std::string>(), HasSubstr("of 1.5 times fewer cycles"));
  EXPECT_EQ(all["course"][0]["asked"], "1.5 times fewer cycles than the start, in at most 3 steps");
  const Outcome text = lw("grade " + course + " " + submissions());
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, HasSubstr("ann: 1 of 1\n  1_add  reached"));
}

TEST_F(Grade, ABadSubmissionEndsNoOther) {
  const std::string course = smallCourse();
  submit("a", "1_add.py", "def schedule(sch):\n    while True:\n        pass\n");
  submit("b", "1_add.py", "def schedule(sch):\n    sch.vectorize(\"nothing\")\n");
  submit("c", "1_add.py", "def schedule(sch:\n");
  submit("d", "1_add.py", std::string(2000, '\0'));
  submit("e", "1_add.json", "[1, 2");
  submit("f", "2_more.py", "def schedule(sch):\n    pass\n");
  submit("g", "1_add.py", "def other(sch):\n    pass\n");
  submit("h", "1_add.py", "def schedule(sch):\n    def again():\n        again()\n    again()\n");
  submit("i", "1_add.py",
         "def schedule(sch):\n    i, j = sch.get_loops(\"B\")\n    sch.vectorize(sch.split(j, [None, 16])[1])\n");
  const nlohmann::json all = graded(course + " " + submissions() + " --timeout 20", 1);
  EXPECT_EQ(all["ok"], false);
  ASSERT_EQ(all["students"].size(), 9u);
  for (const char* refused : {"a", "b", "c", "d", "e", "g", "h"})
    for (const nlohmann::json& student : all["students"])
      if (student["student"] == refused) {
        EXPECT_EQ(student["submissions"][0]["outcome"], "refused") << student.dump(2);
        EXPECT_NE(student["submissions"][0]["words"], "");
      }
  EXPECT_EQ(summary(all["students"][5]), "f 0/1: none unknown");
  EXPECT_THAT(
      all["students"][5]["submissions"][1]["words"].get<std::string>(),
      HasSubstr("the course has no challenge 2_more; submissions are named as its challenges, for example 1_add.py"));
  EXPECT_EQ(summary(all["students"][8]), "i 1/1: reached");
}

TEST_F(Grade, ResultsAreCompared) {
  std::string course = smallCourse();
  std::string text = slurp(course + "/1_add.py");
  text.replace(text.find("A + 1\n"), 6, "A + 2\n");
  file("course/1_add.py", text);
  submit("ann", "1_add.py", "def schedule(sch):\n    pass\n");
  EXPECT_EQ(summary(graded(course + " " + submissions())["students"][0]), "ann 0/1: wrong");
}

TEST_F(Grade, AnEndlessKernelIsStopped) {
  const std::string course = smallCourse();
  std::string text = slurp(course + "/1_add.py");
  text.replace(text.find("    for i, j"), 0, "    k = T.alloc_buffer((1,), \"int32\")\n");
  text.replace(text.find("            B[vi, vj] ="), 0,
               "            k[0] = 0\n            while k[0] >= 0:\n                k[0] = T.min(k[0] + 1, 5)\n");
  file("course/1_add.py", text);
  submit("ann", "1_add.py", "def schedule(sch):\n    pass\n");
  const nlohmann::json all = graded(course + " " + submissions() + " --timeout 2");
  EXPECT_EQ(summary(all["students"][0]), "ann 0/1: timeout") << all.dump(2);
}

TEST_F(Grade, AnEndlessScheduleIsStopped) {
  const std::string course = smallCourse();
  submit("ann", "1_add.py",
         "def schedule(sch):\n    for n in range(100000):\n        sch.add_unit_loop(\"B\")\n        "
         "sch.split(sch.get_loops(\"B\")[0], [None, 1])\n");
  const nlohmann::json all = graded(course + " " + submissions() + " --timeout 1");
  EXPECT_EQ(summary(all["students"][0]), "ann 0/1: timeout") << all.dump(2);
  EXPECT_EQ(all["students"][0]["submissions"][0]["words"], "the submission took more than 1 s and was stopped");
}

TEST_F(Grade, BadCommandLinesSayWhatIsWrong) {
  const std::string course = smallCourse(), nothing = (folder / "nothing").string();
  std::filesystem::create_directories(folder / "empty");
  const std::string empty = (folder / "empty").string();
  const auto says = [&](const std::string& arguments, int code, const std::string& message, const std::string& hint) {
    const Outcome outcome = lw("grade " + arguments);
    EXPECT_EQ(outcome.code, code) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(hint)) << arguments;
  };
  says(nothing + " " + empty, 1, "cannot read " + nothing, "name a folder");
  says(empty + " " + empty, 1, empty + " contains no file that sets a challenge", "# challenge: 20x start, 12 steps");
  says(course + " " + empty, 1, empty + " contains no submissions", "one folder for each student");
  says(course + " " + nothing, 1, "cannot read " + nothing, "name a folder");
  says(course + " " + course + " --timeout 0", 2, "--timeout takes an integer from 1 to 86400, not 0", "");
  says(course + " " + course + " --timeout soon", 2, "--timeout takes an integer, not 'soon'", "");
  smallCourse("quickly");
  says(course + " " + course, 1, "1_add.py: the challenge asks for \"quickly\"", "20x start");
}

}  // namespace
