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
  const Outcome text = lw("grade " + course + " " + submissions() + " --details");
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, HasSubstr("ann: 1 of 1\n  1_add  reached"));
  EXPECT_EQ(lw("grade " + course + " " + submissions()).out,
            "         1  reached\nann      +        1\nbob      o        0\ncy       .        0\n\n"
            "+ reached, o missed, . none\n");
}

const char* const kGood =
    "def schedule(sch):\n    i, j = sch.get_loops(\"B\")\n    sch.vectorize(sch.split(j, [None, 16])[1])\n";

// A notebook whose cells are these texts.
std::string notebook(const std::vector<std::string>& cells) {
  nlohmann::json all = nlohmann::json::array();
  all.push_back({{"cell_type", "markdown"}, {"source", "# Text\n"}});
  for (const std::string& cell : cells)
    all.push_back({{"cell_type", "code"}, {"source", cell}, {"outputs", nlohmann::json::array()}});
  return nlohmann::json{{"cells", all}, {"nbformat", 4}}.dump();
}

TEST_F(Grade, NotebooksAreRead) {
  const std::string course = smallCourse();
  submit("ann", "1_add.ipynb",
         notebook({"%matplotlib inline\nimport loopwright as lw\n!pip list", kGood,
                   "sch = lw.challenge(\"1\").schedule()\nschedule(sch)\nsch?"}));
  submit("bob", "1_add.ipynb", notebook({"import numpy", "# steps\ndef schedule(sch):\n    sch.vectorize(\"x\")\n"}));
  submit("cy", "1_add.ipynb", "{\"cells\": 3}");
  const nlohmann::json all = graded(course + " " + submissions(), 1);
  EXPECT_EQ(summary(all["students"][0]), "ann 1/1: reached") << all.dump(2);
  const nlohmann::json& bob = all["students"][1]["submissions"][0];
  EXPECT_EQ(bob["outcome"], "refused");
  EXPECT_EQ(bob["cell"], 2);
  EXPECT_EQ(bob["line"], 3);
  EXPECT_EQ(summary(all["students"][2]), "cy 0/1: unreadable");
  EXPECT_EQ(all["students"][2]["submissions"][0]["words"], "1_add.ipynb cannot be read as a notebook");
}

TEST_F(Grade, ErrorsHaveTheirLine) {
  const std::string course = smallCourse();
  submit("ann", "1_add.py", "def schedule(sch):\n    i, j = sch.get_loops(\"B\"\n    sch.vectorize(j)\n");
  submit("bob", "1_add.py", "def schedule(sch):\n    i, j = sch.get_loops(\"B\")\n\n    sch.split(j, [3, 5])\n");
  const nlohmann::json all = graded(course + " " + submissions());
  const nlohmann::json &ann = all["students"][0]["submissions"][0], &bob = all["students"][1]["submissions"][0];
  EXPECT_EQ(ann["words"], "'(' is never closed");
  EXPECT_EQ(ann["line"], 2);
  EXPECT_EQ(bob["outcome"], "refused");
  EXPECT_EQ(bob["line"], 4);
  EXPECT_THAT(lw("grade " + course + " " + submissions() + " --details").out, HasSubstr("line 2: '(' is never closed"));
}

TEST_F(Grade, FilesThatNoChallengeTakesAreNamed) {
  const std::string course = smallCourse();
  submit("ann", "1_add.py", kGood);
  submit("ann", "1_add.json", "[[], []]");
  submit("ann", "1_add.txt", kGood);
  submit("ann", "1_Add.py", kGood);
  submit("ann", ".hidden", "");
  std::filesystem::create_directories(folder / "submissions/ann/__pycache__");
  std::filesystem::create_directories(folder / "submissions/bob/1_add.py");  // a folder of that name
  const nlohmann::json all = graded(course + " " + submissions(), 1);
  EXPECT_EQ(summary(all["students"][0]), "ann 1/1: reached unknown unknown unknown") << all.dump(2);
  const Outcome text = lw("grade " + course + " " + submissions());
  EXPECT_THAT(text.out,
              HasSubstr("ann: 1_add.txt is not judged: submissions are Python files (.py), notebooks (.ipynb) "
                        "and traces (.json)"));
  EXPECT_THAT(text.out, HasSubstr("ann: the course has no challenge 1_Add"));
  EXPECT_THAT(text.out, HasSubstr("ann: 1_add.json is not judged, because 1_add.py is"));
  EXPECT_EQ(all["students"][1]["submissions"][0]["words"], "1_add.py is not a file");
}

TEST_F(Grade, LargeFilesAreNotRead) {
  submit("ann", "1_add.py", std::string((4 << 20) + 1, '#'));
  const nlohmann::json all = graded(smallCourse() + " " + submissions(), 1);
  EXPECT_EQ(all["students"][0]["submissions"][0]["words"], "1_add.py has 4194305 bytes, and at most 4194304 are read");
}

TEST_F(Grade, MemoryIsLimited) {
  submit("ann", "1_add.py", "def schedule(sch):\n    lists = [list(range(1900000)) for n in range(24)]\n");
  const nlohmann::json all = graded(smallCourse() + " " + submissions() + " --memory 1024");
  EXPECT_EQ(summary(all["students"][0]), "ann 0/1: memory") << all.dump(2);
  EXPECT_EQ(all["students"][0]["submissions"][0]["words"],
            "the submission needed more than 1024 MiB of memory and was stopped");
}

TEST_F(Grade, PointsFollowTheRuleOfTheChallenge) {
  const std::string course = smallCourse("100x fewer cycles\n# points: 10, 4 right, in proportion");
  submit("ann", "1_add.py", kGood);
  submit("bob", "1_add.py", "def schedule(sch):\n    pass\n");
  submit("cy", "1_add.py", "def schedule(sch):\n    sch.vectorize(\"x\")\n");
  const nlohmann::json all = graded(course + " " + submissions());
  const nlohmann::json& ann = all["students"][0]["submissions"][0];
  ASSERT_EQ(ann["goals"].size(), 1u);
  const double value = ann["goals"][0]["value"];
  EXPECT_EQ(ann["goals"][0]["what"], "cycles");
  EXPECT_EQ(ann["goals"][0]["goal"], 100);
  EXPECT_GT(value, 1.5);
  EXPECT_NEAR(ann["share"].get<double>(), value / 100, 1e-9);
  EXPECT_EQ(ann["steps"], 2);
  EXPECT_NEAR(ann["points"].get<double>(), 4 + 6 * value / 100, 0.1);
  EXPECT_EQ(all["students"][1]["submissions"][0]["points"], 4);  // 1 of 100 gives 0.06 more
  EXPECT_EQ(all["students"][2]["points"], 0);
  smallCourse("2x fewer cycles\n# points: ten");
  const Outcome bad = lw("grade " + course + " " + submissions());
  EXPECT_EQ(bad.code, 1);
  EXPECT_THAT(bad.err, HasSubstr("1_add.py: the rule of points has \"ten\""));
}

TEST_F(Grade, ProgramsByHandAreComparedByProofOrRuns) {
  const std::string head =
      "from tvm.script import tir as T\n\n\n@T.prim_func\ndef mine(A: T.Buffer((64, 64), \"float32\"), B: "
      "T.Buffer((64, 64), \"float32\")):\n";
  const std::string loops = "    for i in range(64):\n        for j in T.vectorized(64):\n            ";
  const std::string good = head + loops + "B[i, j] = A[i, j] + T.float32(1)\n";
  submit("a", "1_add.py", good);
  submit("b", "1_add.py", head + loops + "B[i, j] = A[i, j] + T.float32(2)\n");
  submit("c", "1_add.py",
         "from tvm.script import tir as T\n\n\n@T.prim_func\ndef mine(A: T.Buffer((64, 32), "
         "\"float32\"), B: T.Buffer((64, 64), \"float32\")):\n    B[0, 0] = A[0, 0]\n");
  submit("d", "1_add.py",
         head +
             "    k = T.alloc_buffer((1,), \"int32\")\n    k[0] = 0\n    while k[0] < 64:\n        "
             "k[0] = k[0] + 1\n" +
             loops + "B[i, j] = A[i, j] + T.float32(1)\n");
  submit("e", "1_add.py", head + "    T.evaluate(T.call_extern(\"int32\", \"abs\", 1))\n");
  submit("f", "1_add.py", good + "\n\ndef schedule(sch):\n    pass\n");
  submit("g", "1_add.py", good.substr(0, good.find(", B:")) + "):\n    T.evaluate(0)\n");
  submit("h", "1_add.py", head + loops + "B[i, j] = A[i, j] + T.float32(0.5) + T.float32(0.5)\n");
  const std::string course = smallCourse("1.5x fewer cycles, 3 steps\n# by hand: accepted");
  const nlohmann::json all = graded(course + " " + submissions());
  const auto words = [&](size_t i) { return all["students"][i]["submissions"][0]["words"].get<std::string>(); };
  EXPECT_EQ(summary(all["students"][0]), "a 1/1: reached") << all.dump(2);
  EXPECT_EQ(all["students"][0]["submissions"][0]["by_hand"], true);
  EXPECT_EQ(all["students"][0]["submissions"][0]["checked_by"], "proof");
  EXPECT_EQ(summary(all["students"][7]), "h 1/1: reached");
  EXPECT_EQ(all["students"][7]["submissions"][0]["checked_by"], "runs");  // rounded in another way
  EXPECT_EQ(summary(all["students"][1]), "b 0/1: wrong");
  EXPECT_EQ(words(2), "mine cannot take the place of add: parameter A has another shape");
  EXPECT_EQ(words(3), "mine has a `while` loop, whose iterations cannot be counted before it runs");
  EXPECT_EQ(words(4), "mine calls a function outside the program, whose work cannot be counted");
  EXPECT_EQ(summary(all["students"][5]), "f 0/1: missed");  // its steps are judged
  EXPECT_EQ(words(6), "mine cannot take the place of add: it has 1 parameters instead of 2");
  smallCourse();  // which does not accept them
  EXPECT_EQ(summary(graded(course + " " + submissions())["students"][0]), "a 0/1: refused");
}

TEST_F(Grade, WrongResultsNameTheElement) {
  const std::string course = smallCourse();
  std::string text = slurp(course + "/1_add.py");
  text.replace(text.find("A + 1\n"), 6, "A + 1\n    B[3, 5] = 7\n");
  file("course/1_add.py", text);
  submit("ann", "1_add.py", kGood);
  const nlohmann::json all = graded(course + " " + submissions());
  const nlohmann::json& ann = all["students"][0]["submissions"][0];
  EXPECT_EQ(ann["outcome"], "wrong");
  EXPECT_EQ(ann["difference"]["place"], "B[3, 5]") << ann.dump(2);
  EXPECT_EQ(ann["difference"]["expected"], 7);
  EXPECT_EQ(ann["difference"]["count"], 1);
  EXPECT_THAT(ann["words"].get<std::string>(), HasSubstr("instead of 7; 1 element differs"));
}

TEST_F(Grade, VerdictsAreKept) {
  const std::string course = smallCourse(), kept = (folder / "kept.jsonl").string();
  submit("ann", "1_add.py", kGood);
  submit("bob", "1_add.py", kGood);
  submit("cy", "1_add.py", "def schedule(sch):\n    pass\n");
  const std::string arguments = "grade " + course + " " + submissions() + " --json --progress --keep " + kept;
  const Outcome first = lw(arguments);
  EXPECT_EQ(first.err, "1 of 2\n2 of 2\n");  // equal ones are judged once
  const Outcome again = lw(arguments);
  EXPECT_EQ(again.out, first.out);
  EXPECT_EQ(again.err, "");
  // A grading that was killed while it wrote a line.
  const std::string lines = slurp(kept);
  file("kept.jsonl", lines.substr(0, lines.size() - 9));
  const Outcome resumed = lw(arguments);
  EXPECT_EQ(resumed.out, first.out);
  EXPECT_EQ(resumed.err, "1 of 1\n");
  EXPECT_EQ(lw(arguments).err, "");
  smallCourse("1.2x fewer cycles");  // another exercise
  EXPECT_EQ(lw(arguments).err, "1 of 2\n2 of 2\n");
  file("kept.jsonl", "a list of names\n");
  const Outcome other = lw(arguments);
  EXPECT_EQ(other.code, 1);
  EXPECT_THAT(other.out, HasSubstr("contains something else than verdicts of a grading"));
}

TEST_F(Grade, TablesAndPagesAreWritten) {
  const std::string course = smallCourse("1.5x fewer cycles, 3 steps\n# points: 10, 4 right");
  submit("=cmd()", "1_add.py", kGood);
  submit("a<b>\", \"c", "1_add.py", "def schedule(sch):\n    sch.vectorize(\"x\")\n");
  submit("zoe", "1_add.txt", "");
  const std::string csv = (folder / "points.csv").string(), html = (folder / "pages").string();
  EXPECT_EQ(lw("grade " + course + " " + submissions() + " --csv " + csv + " --html " + html).code, 1);
  EXPECT_EQ(slurp(csv),
            "student,reached,points,1_add,1_add points\n'=cmd(),1,10,reached,10\n\"a<b>\"\", \"\"c\",0,0,refused,0\n"
            "zoe,0,0,none,0\n");
  const std::string index = slurp(html + "/index.html");
  EXPECT_THAT(index, HasSubstr("3 students, 1 exercise<"));
  EXPECT_THAT(index, HasSubstr("<a href=\"students/002-abc.html\">a&lt;b&gt;"));
  EXPECT_THAT(index, HasSubstr("1_add.txt is not judged"));
  EXPECT_EQ(index.find("a<b>"), std::string::npos);
  const std::string page = slurp(html + "/students/002-abc.html");
  EXPECT_THAT(page, HasSubstr("line 2: "));
  EXPECT_THAT(page, HasSubstr("1.5 times fewer cycles than the start, in at most 3 steps"));
  EXPECT_THAT(slurp(html + "/students/001-cmd.html"), HasSubstr("10 of 10 points"));
}

TEST_F(Grade, TheFirstHintThatAppliesIsNamed) {
  submit("ann", "04_registers.py", "def schedule(sch):\n    sch.cache_write(\"C\", 0, \"local\")\n");
  submit("bob", "04_registers.py", "def schedule(sch):\n    pass\n");
  const nlohmann::json all = graded(kCourse + " " + submissions());
  EXPECT_THAT(all["students"][0]["submissions"][3]["next_hint"].get<std::string>(), HasSubstr("reverse_compute_at"));
  EXPECT_THAT(all["students"][1]["submissions"][3]["next_hint"].get<std::string>(), HasSubstr("cache_write"));
  EXPECT_FALSE(all["students"][0]["submissions"][3].contains("trace"));
}

TEST_F(Grade, TheSameStepsAreFoundUpToNames) {
  const std::string solution = slurp(kCourse + "/12_product.py");
  std::string mine = solution.substr(solution.find("def solution"));
  mine.replace(4, 8, "schedule");
  submit("ann", "12_product.py", mine);
  std::string renamed = "# mine\n" + mine;
  for (size_t at; (at = renamed.find("packed")) != std::string::npos;) renamed.replace(at, 6, "p");
  renamed.replace(renamed.find("lambda k, n: (n // 16, k, n % 16)"), 33, "lambda a, b: (b // 16, a, b % 16)");
  submit("bob", "12_product.py", renamed);
  submit("cy", "12_product.py", mine.substr(0, mine.rfind("    sch.parallel")));
  const nlohmann::json all = graded(kCourse + " " + submissions());
  ASSERT_EQ(all["same_steps"].size(), 1u) << all.dump(2);
  EXPECT_EQ(all["same_steps"][0]["students"], (nlohmann::json{"ann", "bob"}));
  EXPECT_EQ(all["same_steps"][0]["same_text"], false);
}

TEST_F(Grade, WhatASubmissionMayContain) {
  submit(
      "ann", "1_add.py",
      "import os, sys\nfrom pathlib import Path\nimport loopwright as lw\ntry:\n    import tvm\nexcept "
      "ImportError:\n    tvm = None\n\n\ndef schedule(sch):\n    \"\"\"Mine.\"\"\"\n    import numpy as np\n    i, j = "
      "sch.get_loops(\"B\")\n    try:\n        sch.vectorize(i)\n        sch.vectorize(j)\n    except Exception as "
      "error:\n        print(f\"refused: {error}\")\n        sch.parallel(i)\n\n\nif __name__ == \"__main__\":\n    "
      "sch = "
      "lw.Schedule(lw.load(sys.argv[1]))\n    schedule(sch)\n    print(sch.run())\n");
  const nlohmann::json all = graded(smallCourse() + " " + submissions());
  EXPECT_NE(all["students"][0]["submissions"][0]["outcome"], "refused") << all.dump(2);
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
  says(course + " " + course + " --memory 1", 2, "--memory takes an integer from 1024 to 1048576, not 1", "");
  says(course + " " + course + " --jobs -1", 2, "--jobs takes an integer from 0 to 1024, not -1", "");
  says(course + " " + course + " --timeout soon", 2, "--timeout takes an integer, not 'soon'", "");
  smallCourse("quickly");
  says(course + " " + course, 1, "1_add.py: the challenge asks for \"quickly\"", "20x start");
}

}  // namespace
