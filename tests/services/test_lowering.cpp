// Stages of the shown state, states of panes, and the comparison.
#include "app/models/document/document_text.h"
#include "app/models/lowering/other_state.h"
#include "app/models/lowering/state_comparison.h"
#include "app/models/program/shown_program.h"
#include "app/models/runs/target_choice.h"
#include "app/models/support/job_runner.h"
#include "app/services/lowering/lowering.h"
#include "app/services/lowering/pane_states.h"
#include "app/services/runs/run_records.h"
#include "tests/services/fixture.h"

namespace lw {
namespace {

using testing::HasSubstr;

class LoweringTest : public ServicesTest {
 protected:
  const StageText* stage(const Stages& stages, const char* name) {
    const StageText* found = stageNamed(stages, name);
    EXPECT_NE(found, nullptr) << name;
    return found;
  }
};

TEST_F(LoweringTest, StagesFollowTheShownState) {
  QSignalSpy changed(bench.lowering(), &Lowering::stagesChanged), completed(bench.lowering(), &Lowering::completed);
  ASSERT_TRUE(open(kProduct));
  EXPECT_EQ(completed.count(), 1);
  EXPECT_FALSE(bench.lowering()->awaited());
  const StageText* scheduled = stage(bench.lowering()->stages(), "scheduled TIR");
  ASSERT_TRUE(scheduled && scheduled->ready);
  bool awaited = false;
  QObject::connect(bench.program(), &ShownProgram::changed, bench.lowering(),
                   [&] { awaited = bench.lowering()->awaited(); });
  ASSERT_TRUE(apply("unroll(k)"));
  EXPECT_TRUE(awaited) << "the views know that stages are still to come";
  EXPECT_EQ(completed.count(), 2);
  EXPECT_THAT(stage(bench.lowering()->stages(), "scheduled TIR")->text, HasSubstr("T.unroll(64)"));
}

TEST_F(LoweringTest, TheStageThatIsLookedAtComesFirst) {
  bench.lowering()->setRequestedStages([](std::optional<int>) { return std::set<std::string>{"scheduled TIR"}; });
  std::vector<int> ready;
  QObject::connect(bench.lowering(), &Lowering::stagesChanged, bench.lowering(), [&](const Stages& stages) {
    ready.push_back(int(std::count_if(stages.begin(), stages.end(), [](const auto& s) { return s->ready; })));
  });
  ASSERT_TRUE(open(kProduct));
  ASSERT_EQ(ready.size(), 2u);
  EXPECT_LT(ready[0], ready[1]);
  EXPECT_GE(ready[0], 1);
}

TEST_F(LoweringTest, MachineCodeIsMadeWhereItIsWanted) {
  ASSERT_TRUE(open(kProduct));
  EXPECT_FALSE(stage(bench.lowering()->stages(), "assembly")->ready);
  bench.lowering()->makeMachineCode();
  ASSERT_TRUE(settle());
  EXPECT_FALSE(stage(bench.lowering()->stages(), "assembly")->ready) << "nobody wants it";
  bench.lowering()->setRequestedStages([](std::optional<int>) { return std::set<std::string>{"assembly"}; });
  bench.lowering()->makeMachineCode();
  ASSERT_TRUE(settle());
  EXPECT_TRUE(stage(bench.lowering()->stages(), "assembly")->ready);
}

TEST_F(LoweringTest, CodeBeforeLlvmsPassesComesFirst) {
  bench.lowering()->setRequestedStages([](std::optional<int>) { return std::set<std::string>{"LLVM IR", "assembly"}; });
  std::vector<std::pair<bool, bool>> ready;  // LLVM IR, assembly
  QObject::connect(bench.lowering(), &Lowering::stagesChanged, bench.lowering(), [&](const Stages& stages) {
    const StageText *early = stageNamed(stages, "LLVM IR"), *late = stageNamed(stages, "assembly");
    if (early && late) ready.emplace_back(early->ready, late->ready);
  });
  ASSERT_TRUE(open(kProduct));
  bench.lowering()->makeMachineCode();
  ASSERT_TRUE(settle());
  EXPECT_NE(std::find(ready.begin(), ready.end(), std::pair(true, false)), ready.end());
  ASSERT_FALSE(ready.empty());
  EXPECT_EQ(ready.back(), std::pair(true, true));
}

TEST_F(LoweringTest, MachineCodeOfTheStateBeforeIsDropped) {
  ASSERT_TRUE(open(kProduct));
  bench.lowering()->setRequestedStages([](std::optional<int>) { return std::set<std::string>{"LLVM IR"}; });
  bench.lowering()->makeMachineCode();
  ASSERT_TRUE(bench.jobs()->busy(Channel::MachineCode));
  bench.lowering()->refresh();
  ASSERT_TRUE(settle());
  EXPECT_FALSE(stage(bench.lowering()->stages(), "LLVM IR")->ready) << "it is asked for again by who looks at it";
}

TEST_F(LoweringTest, ATargetWithoutStagesSaysSo) {
  ASSERT_TRUE(open(kProduct));
  QSignalSpy changed(bench.lowering(), &Lowering::stagesChanged);
  bench.target()->choose("no such target");
  ASSERT_TRUE(settle());
  ASSERT_FALSE(changed.isEmpty());
  EXPECT_TRUE(changed.last().at(1).toString().contains("no such target"));
  EXPECT_TRUE(bench.lowering()->stages().empty());
}

TEST_F(LoweringTest, StatesForPanesAreKeptWhileTheyAreWanted) {
  ASSERT_TRUE(open(kProduct));
  ASSERT_TRUE(apply("unroll(k)"));
  EXPECT_EQ(bench.states()->of({0, {}}), nullptr);
  QSignalSpy changed(bench.states(), &PaneStates::changed);
  bench.states()->want({{0, {}}, {1, {}}, {99, {}}});
  ASSERT_TRUE(settle());
  EXPECT_EQ(changed.count(), 1);
  const std::shared_ptr<const OtherState> source = bench.states()->of({0, {}});
  ASSERT_TRUE(source && bench.states()->of({1, {}}));
  EXPECT_THAT(source->printed, testing::Not(HasSubstr("unroll")));
  EXPECT_THAT(bench.states()->of({1, {}})->printed, HasSubstr("unroll"));
  bench.states()->refresh();
  EXPECT_FALSE(bench.jobs()->busy(Channel::PaneStates)) << "all is there";
  bench.target()->chooseMath({.reassociate = true});
  ASSERT_TRUE(settle());
  EXPECT_NE(bench.states()->of({0, {}}), source) << "made again with the other arithmetic";
  bench.states()->want({});
  EXPECT_EQ(bench.states()->of({0, {}}), nullptr);
}

TEST_F(LoweringTest, TheComparedStateIsMadeInTheBackground) {
  ASSERT_TRUE(open(kProduct));
  ASSERT_TRUE(apply("unroll(k)"));
  QSignalSpy chosen(bench.comparison(), &StateComparison::chosen),
      changed(bench.comparison(), &StateComparison::changed);
  bench.comparison()->compareWith(0);
  EXPECT_EQ(bench.comparison()->compared(), 0);
  EXPECT_EQ(bench.records()->model()->compared(), 0);
  EXPECT_EQ(bench.comparison()->state(), nullptr) << "not ready yet";
  ASSERT_TRUE(settle());
  ASSERT_NE(bench.comparison()->state(), nullptr);
  EXPECT_EQ(bench.comparison()->state()->label, QString("as written"));
  EXPECT_FALSE(bench.comparison()->state()->stages.empty());
  bench.comparison()->compareWith(0);
  EXPECT_EQ(chosen.count(), 1) << "it is compared already";
  bench.comparison()->compareWith({});
  EXPECT_EQ(bench.comparison()->state(), nullptr);
  EXPECT_EQ(changed.count(), 2);
}

TEST_F(LoweringTest, AComparisonThatIsGivenUpDoesNotComeBack) {
  ASSERT_TRUE(open(kProduct));
  ASSERT_TRUE(apply("unroll(k)"));
  bench.comparison()->compareWith(0);
  bench.comparison()->compareWith({});
  ASSERT_TRUE(settle());
  EXPECT_EQ(bench.comparison()->state(), nullptr);
  bench.comparison()->compareWith(99);
  EXPECT_EQ(bench.comparison()->compared(), std::nullopt);
  bench.comparison()->compareWith(0);
  bench.text()->edit(std::string(kProduct) + "\n# edited\n");
  ASSERT_TRUE(settle());
  EXPECT_EQ(bench.comparison()->compared(), std::nullopt) << "another text";
}

}  // namespace
}  // namespace lw
