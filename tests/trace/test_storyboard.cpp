// The page of all steps: its times, and what it says of results that are wrong.
#include "core/trace/storyboard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text/tir/parser.h"
#include "core/trace/html_code.h"
#include "core/trace/story_page.h"

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

// Only what agrees with the measurement; without times, all.
TEST(Storyboard, ReasonsFitTheChange) {
  Story told = story(true);
  told.steps[1].faster = {"16 elements at a time."}, told.steps[1].slower = {"More loads."};
  EXPECT_THAT(toHtml(told), Not(HasSubstr("Why?")));  // the intervals are not known
  told.steps[0].low = 39, told.steps[0].high = 41;
  told.steps[1].low = 9, told.steps[1].high = 11;
  EXPECT_THAT(toHtml(told), HasSubstr("<b>Why?</b> 16 elements at a time.</p>"));
  told.steps[0].ms = told.steps[1].ms = {};
  EXPECT_THAT(toHtml(told), HasSubstr("<b>Why?</b> 16 elements at a time. More loads.</p>"));
}

TEST(Storyboard, WorkSheetsDoNotTellTheAnswers) {
  Story sheet = story(true);
  sheet.blanks = true;
  sheet.source = "def schedule(sch): sch.vectorize(i)", sheet.session = "c2Vzc2lvbg==", sheet.link = "loopwright:x";
  sheet.steps[1].faster = {"16 elements at a time."}, sheet.steps[1].note = "i is short";
  sheet.steps[1].prose = {"Make the iterations of a loop the lanes of vector instructions."};
  const std::string page = toHtml(sheet);
  for (const char* answer : {"vectorize(i)", "10.0 ms", "faster", "16 elements", "c2Vzc2lvbg", "loopwright:x",
                             "i is short", "lanes of vector"})
    EXPECT_THAT(page, Not(HasSubstr(answer)));
  EXPECT_THAT(page, HasSubstr("How many times as fast as before?<span class=\"line\""));
}

// A reader of a change sees what the changed loops carry out.
TEST(Storyboard, TheStoreBehindAChangeIsNotFolded) {
  std::string body;
  for (int i = 0; i < 9; ++i) body += "        T.reads(A" + std::to_string(i) + "[v])\n";
  const std::string store = "        B[v] = A[v] * T.float32(2)\n";
  const std::string page =
      storyDiff("for i in range(64):\n    with T.block(\"B\"):\n" + body + store,
                "for i in T.vectorized(64):\n    with T.block(\"B\"):\n" + body + store, "Changes");
  EXPECT_LT(page.find("unchanged lines"), page.find("B[v] = A[v]"));
  EXPECT_LT(page.find("</details>"), page.find("B[v] = A[v]"));
}

TEST(HtmlCode, NestsThatAStepLeftAreMarked) {
  const Story told = story(true);
  const PrimFunc& function = told.steps[0].program.function(0);
  EXPECT_THAT(htmlTree(function, &function), HasSubstr(" same\" data-in=\"B\""));
  EXPECT_THAT(htmlTree(function), Not(HasSubstr("data-in")));
}

TEST(HtmlCode, TokensAndMarksAreNested) {
  HtmlHighlighter colours(TextLanguage::Script);
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
  EXPECT_EQ(HtmlHighlighter(TextLanguage::Assembly).line("  vmovaps zmm1, [rsi + 64]"),
            "  <span class=\"k\">vmovaps</span> zmm1, [rsi + <span class=\"d\">64</span>]");
}

}  // namespace
}  // namespace lw
