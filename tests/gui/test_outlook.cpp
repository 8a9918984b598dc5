// The effects of the next steps in the inspector: estimates, times, and applying a step by a click. Also the costs of
// lowered lines.
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>

#include "app/models/document/document.h"
#include "app/models/program/selection_model.h"
#include "app/models/schedule/steps.h"
#include "app/services/offers/next_steps.h"
#include "app/services/runs/run_records.h"
#include "core/text/tir/parser.h"
#include "tests/gui/fixture.h"
#include "views/inspector/effect_figures.h"

namespace lw {

class TestOutlook : public QObject {
  Q_OBJECT

 private:
  static constexpr int kLong = 30000;  // milliseconds, for a busy machine
  static NextSteps* next(const WindowFixture& f) { return f.window->findChild<NextSteps*>(); }
  static QPushButton* rowOf(const WindowFixture& f, const QString& begin) {
    for (auto* button : f.inspector()->findChildren<QPushButton*>("nextStep"))
      if (button->accessibleName().startsWith(begin) && button->isEnabled()) return button;
    return nullptr;
  }
  static QString wordsOf(const WindowFixture& f, const QString& begin) {
    for (const NextStep& row : next(f)->rows())
      if (row.call.startsWith(begin)) return row.words;
    return {};
  }
  static bool hasKind(const WindowFixture& f, ForKind kind) {
    const Snapshot& program = f.window->workbench()->document()->schedule().program();
    const std::vector<LoopId> loops = program.loops(0);
    return std::any_of(loops.begin(), loops.end(), [&](LoopId l) { return program.loop(l).kind == kind; });
  }
  // The note beside the first line that contains the text.
  static std::string noteAt(const WindowFixture& f, const std::string& words,
                            TreeMetric metric = TreeMetric::Operations) {
    const StageText* stage = f.lowered()->shownStage();
    if (!stage) return "no stage";
    const std::string& code = stage->text;
    const size_t at = code.find(words);
    if (at == std::string::npos) return "no such line";
    const auto line = size_t(std::count(code.begin(), code.begin() + std::ptrdiff_t(at), '\n'));
    const std::vector<std::string>& notes = stage->notesFor(size_t(metric))->lines;
    return line < notes.size() ? notes[line] : std::string();
  }

 private Q_SLOTS:
  // One iteration of k accesses three floats; with eight iterations inside, eight of A, eight of B and one of C.
  void figures() {
    const SourceFile source = parseSource("small.py", kSmallProgram);
    const Schedule schedule{Snapshot(source.functions.front())};
    const LoopId k = schedule.program().loops(0)[2], j = schedule.program().loops(0)[1];
    const std::vector<int64_t> caches{32 << 10};
    QCOMPARE(outlookOf(schedule.program(), 0, k, caches).footprint, 12.0);
    StepOffer split;
    split.primitive = &kSplit;
    split.state = StepOffer::State::Legal;
    split.candidates = kSplit.candidates(schedule.program(), {{k}, {}});
    QVERIFY(!split.candidates.empty());
    split.candidates = {split.candidates[std::min<size_t>(2, split.candidates.size() - 1)]};
    const auto found = outlooksOf(schedule, 0, {split}, k, caches, [] { return false; });
    QCOMPARE(found.size(), size_t(1));
    QCOMPARE(found[0].call, std::string("split(k, [None, 8])"));
    QCOMPARE(found[0].after.footprint, 8 * 4 + 8 * 4 + 4.0);
    QVERIFY2(outlookText(found[0]).contains("footprint of an iteration 12 B → 68 B"),
             qPrintable(outlookText(found[0])));
    Schedule vectors = schedule;
    QVERIFY(vectors.apply(kVectorize, {j}));
    QCOMPARE(outlookOf(schedule.program(), 0, j, caches).vectorShare, 0.0);
    QCOMPARE(outlookOf(vectors.program(), 0, j, caches).vectorShare, 1.0);
    QVERIFY(outlooksOf(schedule, 0, {split}, k, caches, [] { return true; }).empty());
  }

  void aClickTakesTheStep() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("j"));
    QTRY_VERIFY_WITH_TIMEOUT(rowOf(f, "vectorize("), kLong);
    QVERIFY2(wordsOf(f, "vectorize(").startsWith("in vectors 0 % → 100 %"), qPrintable(wordsOf(f, "vectorize(")));
    f.settle();
    f.screenshot("outlook_dark");
    QPushButton* row = rowOf(f, "vectorize(");
    f.inspector()->ensureWidgetVisible(row);
    QTest::mouseClick(row, Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY(hasKind(f, ForKind::Vectorized));
    // The old rows belong to the previous state and cannot be applied until they are updated.
    QTRY_VERIFY_WITH_TIMEOUT(!next(f)->stale(), kLong);
    QVERIFY(wordsOf(f, "vectorize(").isEmpty());
  }

  // The steps that help come first, then the neutral ones, then those that cost; the best three have figures, whose
  // numbers end in one column.
  void groupedByGain() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("j"));
    QTRY_VERIFY_WITH_TIMEOUT(rowOf(f, "vectorize("), kLong);
    const std::vector<NextStep> rows = next(f)->rows();
    QVERIFY(std::is_sorted(rows.begin(), rows.end(),
                           [](const NextStep& a, const NextStep& b) { return a.effect < b.effect; }));
    QCOMPARE(rows.front().effect, NextStep::Effect::Helps);
    for (const NextStep& row : rows) QVERIFY2(!row.reason.isEmpty(), qPrintable(row.call));
    const auto vectors =
        std::find_if(rows.begin(), rows.end(), [](const NextStep& r) { return r.call.startsWith("vectorize("); });
    QCOMPARE(vectors->reason, QString("all operations run in vectors"));
    QVERIFY(f.settle());
    QStringList groups;
    int figures = 0;
    for (QLabel* label : f.inspector()->findChildren<QLabel*>("effectGroup"))
      if (label->isVisibleTo(f.inspector())) groups << label->text();
    for (const EffectFigures* shown : f.inspector()->findChildren<EffectFigures*>())
      if (shown->isVisibleTo(f.inspector())) {
        ++figures;
        const auto [before, after] = shown->numberEnds();
        QVERIFY(before > 0 && before < after && after < shown->width());
      }
    QCOMPARE(groups.value(0), QString("▲ Helps"));
    QCOMPARE(groups.removeDuplicates(), 0);
    const auto helping =
        std::count_if(rows.begin(), rows.end(), [](const NextStep& r) { return r.effect == NextStep::Effect::Helps; });
    QCOMPARE(figures, std::min(3, int(helping)));
    f.inspector()->ensureWidgetVisible(rowOf(f, rows.front().call));
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      f.settle();
      f.screenshot("effects_" + theme);
    }
  }

  void nothingSelectedNothingTold() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("j"));
    QTRY_VERIFY_WITH_TIMEOUT(!next(f)->rows().empty(), kLong);
    f.window->workbench()->selection()->select({});
    QVERIFY(f.settle());
    QVERIFY(next(f)->rows().empty());
  }

  // On request, every step is timed on a copy; the session does not change, and applying a step ends the measurement.
  void measuredOnRequest() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("j"));
    QTRY_VERIFY_WITH_TIMEOUT(rowOf(f, "vectorize("), kLong);
    auto* measure = f.inspector()->findChild<QPushButton*>("measureNext");
    QVERIFY(measure);
    f.settle();
    f.inspector()->ensureWidgetVisible(measure);
    QTest::mouseClick(measure, Qt::LeftButton);
    QVERIFY(next(f)->measuring());
    QTRY_VERIFY_WITH_TIMEOUT(!next(f)->rows().front().time.isEmpty(), kLong);
    const QString time = next(f)->rows().front().time;
    QVERIFY2(time.contains("than now") || time.contains("indistinguishable"), qPrintable(time));
    QVERIFY(!time.contains("wrong"));
    f.settle();
    f.screenshot("outlook_measured");
    QCOMPARE(f.window->workbench()->records()->model()->rowCount(), 0);
    QCOMPARE(f.trace()->traceModel()->rowCount(), 1);
    f.window->workbench()->steps()->applyText("unroll(k)");
    QVERIFY(f.settle());
    QVERIFY(!next(f)->measuring());
    QVERIFY(next(f)->rows().empty() || next(f)->rows().front().time.isEmpty());
  }

  // Each block has half of the operations: half a bar, in every stage of the program.
  void costsOfLoweredLines() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    for (const char* stage : {"scheduled TIR", "flatten_buffer"}) {
      f.lowered()->chooseStage(stage);
      QVERIFY(f.settle());
      QCOMPARE(noteAt(f, "for p"), std::string("━╸ "));
      QCOMPARE(noteAt(f, "for x"), std::string("━╸ "));
      QCOMPARE(noteAt(f, "def two"), std::string());
    }
    f.screenshot("lowered_costs_dark");
    // The metric of the loop tree applies: each has half of the bytes; a loop accesses 64 floats of two buffers.
    const auto choose = [&](const QString& metric) {
      for (QToolButton* button : f.window->findChildren<QToolButton*>())
        if (button->text() == metric) QTest::mouseClick(button, Qt::LeftButton);
    };
    choose("Bytes");
    QCOMPARE(noteAt(f, "for x", TreeMetric::Bytes), std::string("━╸ "));
    choose("Footprint");
    const std::string touched = noteAt(f, "for x", TreeMetric::Footprint);
    QVERIFY2(touched.starts_with("512B L1"), touched.c_str());
    QCOMPARE(noteAt(f, "C[", TreeMetric::Footprint), std::string());
    f.screenshot("lowered_footprint_dark");
    choose("Operations");
    f.window->setThemeByName("light");
    QVERIFY(f.settle());
    f.screenshot("lowered_costs_light");
  }
};

}  // namespace lw

int testOutlook(int argc, char** argv) {
  lw::TestOutlook test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_outlook.moc"
