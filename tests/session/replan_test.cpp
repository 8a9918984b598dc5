// One action of a variant changed, left out or moved.
#include "core/session/replan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/script/schedule_script.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

using testing::ElementsAre;

constexpr const char* kText = R"(from tvm.script import tir as T

@T.prim_func
def scaled(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32")):
    for i, j in T.grid(64, 32):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
)";

class ReplanTest : public testing::Test {
 protected:
  ReplanTest() {
    source_ = std::make_shared<const SourceFile>(parseSource("scaled.py", kText));
    workspace_.emplace(Workspace{.history = History(Snapshot(*source_->select(""))), .source = source_});
    for (const char* text : {"split(i, [None, 8])", "reorder(i_0, j, i_1)", "vectorize(i_1)"}) {
      const ScriptRun run = interpretStep(text, history().schedule());
      EXPECT_FALSE(run.error);
      history().add(run.schedule, text);
    }
    tip_ = history().current();
    plan_ = planOf(history(), tip_);
  }
  History& history() { return workspace_->history; }
  std::vector<std::string> titles(int tip) {
    std::vector<std::string> list;
    for (const int node : history().pathTo(tip))
      if (node != 0) list.push_back(history().node(node).title + (history().node(node).lost.empty() ? "" : " (lost)"));
    return list;
  }

  std::shared_ptr<const SourceFile> source_;
  std::optional<Workspace> workspace_;
  int tip_ = 0;
  std::vector<PlannedStep> plan_;
};

TEST_F(ReplanTest, AnotherFactorTakesTheLaterStepsAlong) {
  ASSERT_TRUE(changeStep(plan_, plan_[0].node, "split(i, [None, 16])"));
  const Replan made = replan(*workspace_, tip_, plan_);
  EXPECT_EQ(made.start, 0);
  EXPECT_EQ(made.droppedSteps(), 0);
  history().rename(tip_, "tiled");
  const int tip = grow(history(), made, tip_);
  EXPECT_THAT(titles(tip), ElementsAre("split(i, [None, 16])", "reorder(i_0, j, i_1)", "vectorize(i_1)"));
  EXPECT_NE(print(history().schedule().program().function()).text.find("T.vectorized(16)"), std::string::npos);
  EXPECT_EQ(history().node(tip).name, "tiled 2");
  EXPECT_THAT(titles(tip_), ElementsAre("split(i, [None, 8])", "reorder(i_0, j, i_1)", "vectorize(i_1)"))
      << "the old variant stays";
}

TEST_F(ReplanTest, OnlyWhatComesAfterIsCarriedOutAgain) {
  ASSERT_TRUE(changeStep(plan_, plan_[2].node, "unroll(i_1)"));
  const Replan made = replan(*workspace_, tip_, plan_);
  EXPECT_EQ(made.start, plan_[1].node);
  ASSERT_EQ(made.nodes.size(), 1u);
  EXPECT_EQ(made.nodes[0].title, "unroll(i_1)");
}

TEST_F(ReplanTest, StepsThatDoNotFitStayWithTheReason) {
  ASSERT_TRUE(dropStep(plan_, plan_[0].node));
  const Replan made = replan(*workspace_, tip_, plan_);
  EXPECT_EQ(made.droppedSteps(), 2);
  const int tip = grow(history(), made, tip_);
  EXPECT_THAT(titles(tip), ElementsAre("reorder(i_0, j, i_1) (lost)", "vectorize(i_1) (lost)"));
  // They come back where they fit again.
  std::vector<PlannedStep> plan = planOf(history(), tip);
  plan.insert(plan.begin(), {plan.front().node, "split(i, [None, 4])"});
  const Replan again = replan(*workspace_, tip, plan);
  EXPECT_EQ(again.droppedSteps(), 0);
}

TEST_F(ReplanTest, MovesOnlyInsideOfThePlan) {
  EXPECT_FALSE(moveStep(plan_, plan_[0].node, -1));
  EXPECT_FALSE(moveStep(plan_, plan_[2].node, 1));
  EXPECT_FALSE(moveStep(plan_, 999, 1));
  ASSERT_TRUE(moveStep(plan_, plan_[2].node, -1));
  const Replan made = replan(*workspace_, tip_, plan_);
  EXPECT_EQ(made.start, history().pathTo(tip_)[1]);
  EXPECT_EQ(made.nodes.front().title, "vectorize(i_1)");
}

TEST_F(ReplanTest, MovesByMoreThanOnePlace) {
  EXPECT_FALSE(moveStep(plan_, plan_[0].node, 3));
  EXPECT_FALSE(moveStep(plan_, plan_[0].node, 0));
  const std::vector<PlannedStep> before = plan_;
  ASSERT_TRUE(moveStep(plan_, before[0].node, 2));
  EXPECT_EQ(plan_[0].node, before[1].node);
  EXPECT_EQ(plan_[2].node, before[0].node);
  ASSERT_TRUE(moveStep(plan_, before[0].node, -2));
  EXPECT_EQ(plan_[0].node, before[0].node);
  EXPECT_EQ(plan_[1].node, before[1].node);
}

// It keeps its row, the later steps are carried out without it; switched on again, the tree goes back to the nodes that
// it has.
TEST_F(ReplanTest, StepsThatAreSwitchedOffStayAsRows) {
  EXPECT_FALSE(switchStep(plan_, plan_[1].node, false)) << "it is on";
  history().mark(plan_[1].node, true);
  ASSERT_TRUE(switchStep(plan_, plan_[1].node, true));
  const Replan made = replan(*workspace_, tip_, plan_);
  EXPECT_EQ(made.droppedSteps(), 0);
  const int tip = grow(history(), made, tip_);
  EXPECT_THAT(titles(tip), ElementsAre("split(i, [None, 8])", "reorder(i_0, j, i_1)", "vectorize(i_1)"));
  const std::vector<int> path = history().pathTo(tip);
  EXPECT_TRUE(history().node(path[2]).off);
  EXPECT_TRUE(history().node(path[2]).bookmark);
  EXPECT_TRUE(history().node(path[2]).schedule.program().sameAs(history().node(path[1]).schedule.program()));
  EXPECT_NE(print(history().schedule().program().function()).text.find("T.vectorized(8)"), std::string::npos);
  std::vector<PlannedStep> plan = planOf(history(), tip);
  EXPECT_TRUE(plan[1].off);
  ASSERT_TRUE(switchStep(plan, plan[1].node, false));
  const int back = grow(history(), replan(*workspace_, tip, plan), tip);
  EXPECT_THAT(titles(back), ElementsAre("split(i, [None, 8])", "reorder(i_0, j, i_1)", "vectorize(i_1)"));
  EXPECT_EQ(print(history().schedule().program().function()).text,
            print(history().node(tip_).schedule.program().function()).text);
}

TEST_F(ReplanTest, ThePlanAsItIsLeadsToTheSameNodes) {
  const int size = history().size();
  EXPECT_EQ(grow(history(), replan(*workspace_, tip_, plan_), tip_), tip_);
  EXPECT_EQ(history().size(), size);
}

}  // namespace
}  // namespace lw
