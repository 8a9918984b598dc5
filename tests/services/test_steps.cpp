// Steps and the history: steps are applied, refused, checked, previewed and imported; actions are undone, changed, left
// out and moved.
#include <QFile>

#include "app/models/document/document.h"
#include "app/models/document/messages.h"
#include "app/models/lowering/state_comparison.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/runs/runs.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/models/schedule/typed_preview.h"
#include "app/services/lowering/lowering.h"
#include "app/services/offers/repair_search.h"
#include "app/services/runs/exporter.h"
#include "core/trace/trace.h"
#include "tests/services/fixture.h"

namespace lw {
namespace {

using testing::HasSubstr;

class StepsTest : public ServicesTest {
 protected:
  void SetUp() override { ASSERT_TRUE(open(kProduct)); }
  std::string titleAt(int node) { return history().node(node).title; }
  std::string lastSaid() { return said.isEmpty() ? "" : said.last().first().toString().toStdString(); }
  QSignalSpy applied{bench.steps(), &Steps::applied}, refused{bench.steps(), &Steps::refused};
  QSignalSpy checked{bench.steps(), &Steps::checked}, said{bench.messages(), &Messages::said};
};

TEST_F(StepsTest, ALegalStepIsARowAndTheSelectionFollows) {
  select(loop("i"));
  bench.steps()->apply(kSplit, {StepValue(loop("i")), StepValue(StepValue::List{StepValue(), StepValue(8)})});
  ASSERT_TRUE(settle());
  ASSERT_EQ(applied.count(), 1) << lastSaid();
  EXPECT_TRUE(loop("i_0").valid());
  EXPECT_EQ(history().current(), 1);
  EXPECT_EQ(bench.selection()->current().loop(), loop("i_0"));
}

TEST_F(StepsTest, ARefusedStepIsAProblemAndNoRow) {
  ASSERT_TRUE(apply("parallel(k)"));
  ASSERT_EQ(refused.count(), 1);
  EXPECT_EQ(applied.count(), 0);
  EXPECT_EQ(history().size(), 1);
  const std::vector<Problem> problems = bench.messages()->problems();
  ASSERT_FALSE(problems.empty());
  EXPECT_EQ(problems.front().severity, Problem::Severity::Refusal);
  EXPECT_TRUE(problems.front().message.contains("k")) << problems.front().message.toStdString();
}

TEST_F(StepsTest, ARefusedStepGetsItsRepairs) {
  QSignalSpy found(bench.repairs(), &RepairSearch::found);
  ASSERT_TRUE(apply("parallel(k)"));
  ASSERT_TRUE(comes([&] { return found.count() == 1; }));
  EXPECT_FALSE(bench.messages()->problems().front().repairs.empty());
}

TEST_F(StepsTest, SeveralLinesAreSeveralRows) {
  ASSERT_TRUE(apply("split(i, [None, 8])\nunroll(i_1)"));
  EXPECT_EQ(history().size(), 3);
  EXPECT_EQ(titleAt(2), "unroll(i_1)");
}

TEST_F(StepsTest, AScheduleFunctionStartsFromTheSource) {
  ASSERT_TRUE(apply("unroll(k)"));
  bench.steps()->applyFunction("tiled");
  ASSERT_TRUE(settle());
  const int tip = history().current();
  EXPECT_EQ(history().node(tip).name, "tiled");
  EXPECT_EQ(history().variants().size(), 2u) << "the other variant stays";
  EXPECT_THAT(shownText(), testing::Not(HasSubstr("unroll")));
}

TEST_F(StepsTest, ACheckTellsTheReason) {
  bench.steps()->check(kParallel, {StepValue(loop("k"))});
  ASSERT_TRUE(comes([&] { return checked.count() == 1; }));
  const auto reason = checked.last().at(1).value<std::optional<Explanation>>();
  ASSERT_TRUE(reason.has_value());
  EXPECT_FALSE(reason->message.empty());
  bench.steps()->check(kParallel, {StepValue(loop("i"))});
  ASSERT_TRUE(comes([&] { return checked.count() == 2; }));
  EXPECT_FALSE(checked.last().at(1).value<std::optional<Explanation>>().has_value());
  EXPECT_EQ(history().size(), 1) << "a check changes nothing";
}

TEST_F(StepsTest, APreviewShowsTheProgramAfterTheStep) {
  std::shared_ptr<const StepPreview> preview;
  QObject::connect(bench.steps(), &Steps::previewed, bench.steps(), [&](const auto& made) { preview = made; });
  bench.steps()->preview(kUnroll, {StepValue(loop("k"))});
  ASSERT_TRUE(comes([&] { return preview != nullptr; }));
  EXPECT_TRUE(preview->legal);
  EXPECT_THAT(preview->after, HasSubstr("T.unroll(64)"));
  preview.reset();
  bench.steps()->preview(kUnroll, {StepValue(loop("k"))});
  bench.steps()->endPreview();
  ASSERT_TRUE(settle());
  EXPECT_EQ(preview, nullptr) << "nobody looks at it any more";
}

TEST_F(StepsTest, ARefusalIsShownOnTheCode) {
  std::shared_ptr<const StepPreview> preview;
  QObject::connect(bench.steps(), &Steps::previewed, bench.steps(), [&](const auto& made) { preview = made; });
  bench.steps()->preview(kVectorize, {StepValue(loop("k"))});
  ASSERT_TRUE(comes([&] { return preview != nullptr; }));
  EXPECT_FALSE(preview->legal);
  const std::vector<ConflictLine>& lines = preview->conflict.lines;
  ASSERT_GE(lines.size(), 2u);
  EXPECT_TRUE(lines.front().named);
  EXPECT_EQ(lines.front().first, "k = 0");
  EXPECT_EQ(lines.front().second, "k = 1");
  EXPECT_EQ(lines.front().both, "i = 0, j = 0");
  EXPECT_EQ(lines.back().both, "C[0, 0]");
  ASSERT_EQ(lines.back().element.size(), 2u);
  const Span element = lines.back().element.front();
  EXPECT_EQ(lines.back().text.substr(size_t(element.begin), size_t(element.end - element.begin)), "C[vi, vj]");
}

TEST_F(StepsTest, ATypedStepIsCheckedAndPreviewed) {
  std::shared_ptr<const TypedPreview> preview;
  QObject::connect(bench.steps(), &Steps::typedPreviewed, bench.steps(), [&](const auto& made) { preview = made; });
  const auto typed = [&](const char* text) {
    preview.reset();
    bench.steps()->previewTyped(text);
    return comes([&] { return preview != nullptr; });
  };
  ASSERT_TRUE(typed("split i 8"));
  EXPECT_EQ(preview->step.call, "split(i, [None, 8])");
  EXPECT_FALSE(preview->error);
  EXPECT_TRUE(preview->preview.legal);
  ASSERT_TRUE(typed("split i 3 3"));
  EXPECT_THAT(preview->error->message, HasSubstr("cover 9 of its 64"));
  EXPECT_FALSE(preview->preview.conflict.lines.empty());
  ASSERT_TRUE(typed("split i "));
  EXPECT_EQ(preview->error->kind, "argument.missing");
  EXPECT_THAT(preview->completions.values, testing::Contains("[None, 16]"));
}

TEST_F(StepsTest, UndoAndRedoMoveAlongTheVariant) {
  ASSERT_TRUE(apply("split(i, [None, 8])"));
  ASSERT_TRUE(apply("unroll(i_1)"));
  bench.history()->undo();
  ASSERT_TRUE(settle());
  EXPECT_EQ(history().current(), 1);
  EXPECT_EQ(lastSaid(), "Undone: unroll(i_1)");
  EXPECT_THAT(bench.history()->shownPath(), testing::ElementsAre(0, 1, 2));
  bench.history()->redo();
  ASSERT_TRUE(settle());
  EXPECT_EQ(history().current(), 2);
  bench.history()->goTo(0);
  ASSERT_TRUE(settle());
  EXPECT_TRUE(loop("i").valid());
  bench.history()->undo();  // nothing to undo
  bench.history()->goTo(99);
  ASSERT_TRUE(settle());
  EXPECT_EQ(history().current(), 0);
}

TEST_F(StepsTest, NamesNotesAndMarksChangeNoState) {
  ASSERT_TRUE(apply("unroll(k)"));
  QSignalSpy changed(bench.history(), &HistoryEditor::changed), program(bench.program(), &ShownProgram::changed);
  bench.history()->rename(1, "flat");
  bench.history()->annotate(1, "no loop is left inside");
  bench.history()->mark(1, true);
  EXPECT_EQ(changed.count(), 3);
  EXPECT_EQ(program.count(), 0);
  EXPECT_EQ(history().node(1).name, "flat");
  EXPECT_EQ(history().node(1).note, "no loop is left inside");
  EXPECT_TRUE(history().node(1).bookmark);
}

TEST_F(StepsTest, AChangedStepGivesAVariantWithTheLaterSteps) {
  ASSERT_TRUE(apply("split(i, [None, 8])\nunroll(i_1)"));
  bench.history()->editStep(1, "split(i, [None, 16])");
  ASSERT_TRUE(settle());
  EXPECT_THAT(shownText(), HasSubstr("T.unroll(16)"));
  EXPECT_EQ(history().variants().size(), 2u);
  EXPECT_THAT(lastSaid(), HasSubstr("all later steps still apply"));
}

TEST_F(StepsTest, AChangeThatIsRefusedLeavesTheVariantAsItIs) {
  ASSERT_TRUE(apply("split(i, [None, 8])"));
  bench.history()->editStep(1, "split(nobody, [None, 16])");
  ASSERT_TRUE(settle());
  EXPECT_EQ(history().size(), 2);
  EXPECT_EQ(refused.count(), 1);
  EXPECT_FALSE(bench.messages()->problems().empty());
}

TEST_F(StepsTest, StepsThatNoLongerFitStayWithTheReason) {
  ASSERT_TRUE(apply("split(i, [None, 8])\nunroll(i_1)"));
  bench.history()->leaveOut(1);
  ASSERT_TRUE(settle());
  EXPECT_THAT(lastSaid(), HasSubstr("1 later step"));
  EXPECT_TRUE(bench.messages()->problems().front().message.contains("no longer applies"));
  EXPECT_TRUE(loop("i").valid());
}

TEST_F(StepsTest, StepsMoveAndAreSwitchedOff) {
  ASSERT_TRUE(apply("unroll(k)\nparallel(i)"));
  bench.history()->moveStep(1, 1);
  ASSERT_TRUE(settle());
  const std::vector<int> path = bench.history()->shownPath();
  ASSERT_EQ(path.size(), 3u);
  EXPECT_EQ(titleAt(path[1]), "parallel(i)");
  bench.history()->switchStep(path[1], true);
  ASSERT_TRUE(settle());
  EXPECT_THAT(shownText(), testing::Not(HasSubstr("parallel")));
  EXPECT_THAT(shownText(), HasSubstr("unroll"));
  bench.history()->leaveOut(0);  // the source is not an action
  ASSERT_TRUE(settle());
}

TEST_F(StepsTest, ARemovedVariantIsNoLongerCompared) {
  ASSERT_TRUE(apply("unroll(k)"));
  bench.comparison()->compareWith(1);
  bench.history()->removeVariant(1);
  ASSERT_TRUE(settle());
  EXPECT_TRUE(history().node(1).removed);
  EXPECT_EQ(history().current(), 0);
  EXPECT_EQ(bench.comparison()->compared(), std::nullopt);
}

TEST_F(StepsTest, ATraceOfAnotherFileIsAVariant) {
  ASSERT_TRUE(apply("split(i, [None, 8])"));
  const QString path = folder.filePath("tuned.json");
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(QByteArray::fromStdString(toJson(traceOf(bench.document()->schedule()))));
  file.close();
  bench.history()->goTo(0);
  bench.steps()->importSchedule(path);
  ASSERT_TRUE(settle());
  EXPECT_GT(history().firstNamed("tuned"), 0);
  bench.steps()->importSchedule(folder.filePath("missing.json"));
  ASSERT_TRUE(settle());
  EXPECT_EQ(refused.count(), 1);
}

TEST_F(StepsTest, WithoutAProgramTheyAreSaidToBeImpossible) {
  Workbench empty;
  QSignalSpy said(empty.messages(), &Messages::said);
  empty.steps()->applyText("unroll(k)");
  empty.steps()->applyFunction("tiled");
  empty.steps()->importSchedule("x.json");
  empty.exporter()->exportTo(exportKinds().front(), "x");
  empty.runs()->run();
  EXPECT_EQ(said.count(), 5);
  for (const QList<QVariant>& text : said) EXPECT_TRUE(text.first().toString().startsWith("No program"));
  empty.steps()->check(kUnroll, {});
  empty.history()->undo();
  empty.lowering()->makeMachineCode();
  EXPECT_TRUE(empty.history()->shownPath().empty());
}

}  // namespace
}  // namespace lw
