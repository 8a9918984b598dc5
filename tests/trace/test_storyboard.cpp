// The page of all steps: its times, and what it says of results that are wrong.
#include "core/trace/storyboard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text/tir/parser.h"
#include "core/trace/html_code.h"

namespace lw {
namespace {

using testing::HasSubstr;
using testing::Not;

Story story(bool lastIsRight) {
  const SourceFile file = parseSource("scale.py", R"(from tvm.script import tir as T

@T.prim_func
def scale(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for i in range(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = A[vi] * T.float32(2)
)");
  const Snapshot program(*file.select(""));
  Story story{"scale", "cpu, a machine, 2 threads", 0, {}};
  story.steps.push_back({"", program, "", "", 40.0, true, "the unscheduled program"});
  story.steps.push_back({"vectorize(i)", program, "", "", 10.0, lastIsRight, "the unscheduled program"});
  return story;
}

TEST(Storyboard, RightResultsSayComparedWithWhat) {
  const std::string page = toHtml(story(true));
  EXPECT_THAT(page, HasSubstr("from 40.0 ms to 10.0 ms (4 times faster), measured on cpu, a machine, 2 threads"));
  EXPECT_THAT(page, HasSubstr("<span class=\"good\">✓ as the unscheduled program</span>"));
  EXPECT_THAT(page, Not(HasSubstr("class=\"bar wrong\"")));
}

TEST(Storyboard, WrongResultsAreRedAndNotFaster) {
  const std::string page = toHtml(story(false));
  EXPECT_THAT(page, Not(HasSubstr("times faster")));
  EXPECT_THAT(page, HasSubstr("the result of step 1 is wrong"));
  EXPECT_THAT(page, HasSubstr("class=\"bar wrong\""));
  EXPECT_THAT(page, HasSubstr("<span class=\"bad\">10.0 ms</span> <span class=\"bad\">✗ wrong result</span>"));
}

// A worksheet tells neither the step nor its time nor why.
TEST(Storyboard, WorksheetsLeaveTheAnswersOut) {
  Story sheet = story(true);
  sheet.steps[1].reasons = {"By the model 4 times fewer."};
  sheet.steps[1].note = "vectors";
  sheet.steps[1].prose = {"Make lanes."};
  sheet.source = "# sch.vectorize by hand";
  sheet.session = "session", sheet.link = "loopwright:session?x";
  const std::string told = toHtml(sheet);
  for (const char* answer :
       {"vectorize(i)", "10.0 ms", "4 times fewer", "vectors", "Make lanes", "by hand", "loopwright:session"})
    EXPECT_THAT(told, HasSubstr(answer));
  EXPECT_THAT(told, Not(HasSubstr("<dt>Because</dt>")));
  sheet.blanks = true;
  const std::string page = toHtml(sheet);
  for (const char* answer :
       {"vectorize(i)", "10.0 ms", "4 times fewer", "vectors", "Make lanes", "by hand", "loopwright:session"})
    EXPECT_THAT(page, Not(HasSubstr(answer)));
  EXPECT_THAT(page, HasSubstr("<dt>Because</dt><dd></dd>"));
  EXPECT_THAT(page, HasSubstr("as written"));
  EXPECT_THAT(page, HasSubstr("B[vi] = A[vi]"));
}

// However far from the change it is within its block, the statement that the loops are for is shown.
TEST(Storyboard, ChangesShowTheStatement) {
  const SourceFile file = parseSource("sums.py", R"(from tvm.script import tir as T

@T.prim_func
def sums(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64,), "float32")):
    for i, k in T.grid(64, 64):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vk]
)");
  Schedule schedule{Snapshot(*file.select(""))};
  const StepValue loop(schedule.program().loops(0).front());
  ASSERT_TRUE(schedule.apply("parallel", {loop}).ok());
  Story story{"sums", "", 0, {}, storyOf(schedule)};
  const std::string page = toHtml(story);
  const size_t changes = page.find("Changes of step 1"), end = page.find("<details class=\"text\"", changes);
  ASSERT_NE(end, std::string::npos);
  std::string shown = page.substr(changes, end - changes);
  ASSERT_NE(shown.find("T.init()"), std::string::npos);
  for (size_t fold = shown.find("<details>"); fold != std::string::npos; fold = shown.find("<details>"))
    shown.erase(fold, shown.find("</details>", fold) - fold);
  EXPECT_NE(shown.find("parallel</ins>"), std::string::npos) << shown;
  EXPECT_NE(shown.find("B[vi] = B[vi] + A[vi, vk]"), std::string::npos) << shown;
}

TEST(Storyboard, StepsHaveSentences) {
  const SourceFile file = parseSource("scale.py", R"(from tvm.script import tir as T

@T.prim_func
def scale(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for i in range(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = A[vi] * T.float32(2)
)");
  Schedule schedule{Snapshot(*file.select(""))};
  const StepValue loop(schedule.program().loops(0).front());
  ASSERT_TRUE(schedule.apply("split", {loop, StepValue::List{StepValue(), 8}, true, false}).ok());
  const std::vector<StoryStep> steps = storyOf(schedule);
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_THAT(steps[1].prose,
              testing::ElementsAre("Divide one loop into a nest of loops.", "Made or changed: i_0, i_1."));
  EXPECT_EQ(steps[1].to, schedule.stepCount());  // the steps before it find the loop
  EXPECT_EQ(steps[1].from, schedule.stepCount() - 1);
}

// Times are compared only where their intervals do not overlap.
TEST(Storyboard, TimesThatDoNotDifferMeasurablyAreNotCompared) {
  Story noisy = story(true);
  noisy.steps[0].low = 9, noisy.steps[0].high = 41;
  noisy.steps[1].low = 8, noisy.steps[1].high = 12;
  EXPECT_THAT(toHtml(noisy), HasSubstr("The times do not differ measurably."));
  noisy.steps[0].low = 39;
  EXPECT_THAT(toHtml(noisy), HasSubstr("4.0 times as fast as before."));
}

TEST(HtmlCode, TokensAndMarksAreNested) {
  HtmlHighlighter colours(HtmlLanguage::Script);
  EXPECT_EQ(colours.line("for i in range(64):  # <i>"),
            "<span class=\"k\">for</span> i <span class=\"k\">in</span> range(<span class=\"d\">64</span>):  <span "
            "class=\"c\"># &lt;i&gt;</span>");
  // A mark that begins inside a token.
  EXPECT_EQ(colours.line("x = 123", {{{5, 7}, "<ins>", "</ins>"}}),
            "x = <span class=\"d\">1</span><ins><span class=\"d\">23</span></ins>");
  EXPECT_EQ(colours.line("a b", {{{0, 1}, "<b>", "</b>"}, {{2, 3}, "<b>", "</b>"}}), "<b>a</b> <b>b</b>");
  // A string goes on in the next line.
  EXPECT_EQ(colours.line("\"\"\"for"), "<span class=\"s\">&quot;&quot;&quot;for</span>");
  EXPECT_EQ(colours.line("in\"\"\" in"), "<span class=\"s\">in&quot;&quot;&quot;</span> <span class=\"k\">in</span>");
  EXPECT_EQ(HtmlHighlighter(HtmlLanguage::Assembly).line("  vmovaps zmm1, [rsi + 64]"),
            "  <span class=\"k\">vmovaps</span> zmm1, [rsi + <span class=\"d\">64</span>]");
}

}  // namespace
}  // namespace lw
