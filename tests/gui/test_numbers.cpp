// Numbers never mislead: compared times have the same text, target and state; wrong results are red everywhere;
// qualifiers beside a number are never elided.
#include <QComboBox>
#include <QLabel>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QTranslator>
#include <set>

#include "app/models/document/document.h"
#include "app/models/document/document_text.h"
#include "app/models/lowering/state_comparison.h"
#include "app/models/runs/target_choice.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/models/text/number_text.h"
#include "app/services/runs/run_records.h"
#include "app/window/appearance/language.h"
#include "core/trace/storyboard.h"
#include "tests/gui/fixture.h"
#include "views/widgets/wrapping_label.h"

namespace lw {

class TestNumbers : public QObject {
  Q_OBJECT

  static QList<WrappingLabel*> facts(const WindowFixture& f) {
    QList<WrappingLabel*> all;
    for (WrappingLabel* label : f.runView()->findChildren<WrappingLabel*>())
      if (label->isVisible()) all << label;
    return all;
  }
  // All texts of the run pane.
  static QString said(const WindowFixture& f) {
    QStringList all;
    for (const QLabel* label : f.runView()->findChildren<QLabel*>())
      if (label->isVisible()) all << label->text();
    return all.join('\n');
  }
  static QString timeInTrace(const WindowFixture& f, int row) {
    return f.trace()->model()->index(row, TraceModel::kTime).data().toString();
  }
  static bool run(const WindowFixture& f) {
    const int before = f.window->workbench()->records()->model()->rowCount();
    if (!f.typeKey(Qt::Key_F5, {})) return false;
    const bool done = QTest::qWaitFor(
        [&] { return f.window->workbench()->records()->model()->rowCount() > before && f.window->idle(); }, 60000);
    return done && f.atRest();  // new labels are shown in the next event loop iteration
  }
  // Replaces every occurrence of `from` by `to` in the editor, by mouse and keys.
  static bool edit(const WindowFixture& f, const std::string& from, const QString& to) {
    CodeView* source = f.written();
    f.showScheduled(false);
    for (size_t at = source->code().rfind(from); at != std::string::npos;
         at = at == 0 ? std::string::npos : source->code().rfind(from, at - 1)) {
      source->setFocus();
      source->goTo(int(at));
      for (size_t i = 0; i < from.size(); ++i) QTest::keyClick(source, Qt::Key_Right, Qt::ShiftModifier);
      QTest::keyClicks(source, to);
    }
    return f.settle();
  }
  static bool noComparison(const QString& text) {
    return !text.contains(QStringLiteral("faster")) && !text.contains(QStringLiteral("slower")) &&
           !text.contains(QStringLiteral("indistinguishable"));
  }
  // The number of pixels close to this colour.
  static int pixels(const QImage& image, const QColor& color) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        const QColor c = image.pixelColor(x, y);
        count +=
            std::abs(c.red() - color.red()) + std::abs(c.green() - color.green()) + std::abs(c.blue() - color.blue()) <
            24;
      }
    return count;
  }
  static bool breakTheResult(const WindowFixture& f) {
    if (!f.openText(kTwoBlocks, "two.py")) return false;
    if (!run(f)) return false;
    for (const char* step : {"split(p, [None, 8])", "unsafe_set_dtype(\"B\", 0, \"int8\")"})
      f.window->workbench()->steps()->applyText(step);
    return f.settle() && run(f);
  }

 private Q_SLOTS:
  // After an edit of the program, times of the previous text are not compared with new ones; they stay, marked, and
  // count again when their text is restored.
  void textsAreNotCompared() {
    WindowFixture f;
    f.window->resize(1720, 1040);
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(run(f));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle() && run(f));
    const int tip = f.window->workbench()->document()->history().current();
    QVERIFY2(said(f).contains("Against as written"), qPrintable(said(f)));
    const QString before = f.runView()->number()->text();
    QCOMPARE(timeInTrace(f, 2), before);

    QVERIFY(edit(f, "64", "32"));
    QCOMPARE(f.window->workbench()->document()->history().current(), tip);
    QCOMPARE(f.runView()->number()->text(), QStringLiteral("–"));
    QVERIFY2(said(f).contains("earlier text\n" + before), qPrintable(said(f)));
    QVERIFY(timeInTrace(f, 2).isEmpty());
    QVERIFY(f.runView()->chart()->runs().empty());
    QVERIFY(f.roofline()->plot()->content().points.empty());
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      f.screenshot("earlier_text_" + theme);
    }
    QVERIFY(run(f));
    QVERIFY2(noComparison(said(f).section("Against the reference", 0, 0)) && !said(f).contains("Against as written") &&
                 !said(f).contains("Against the start"),
             qPrintable(said(f)));
    QCOMPARE(timeInTrace(f, 2), f.runView()->number()->text());
    const RunModel* runs = f.window->workbench()->records()->model();
    QCOMPARE(runs->rowCount(), 3);
    QVERIFY(runs->index(0, RunModel::kLabel).data().toString().endsWith("earlier text"));
    QVERIFY(!runs->index(2, RunModel::kLabel).data().toString().contains("earlier"));
    QCOMPARE(f.runView()->chart()->runs().size(), size_t(1));

    // Restoring the previous text restores its times.
    QVERIFY(edit(f, "32,", "64,"));
    QVERIFY(edit(f, "(32", "(64"));
    QVERIFY(edit(f, " 32)", " 64)"));
    QCOMPARE(f.window->workbench()->text()->content(), std::string(kSmallProgram));
    QCOMPARE(f.runView()->number()->text(), before);
    QCOMPARE(timeInTrace(f, 2), before);
    QVERIFY(said(f).contains("Against as written"));
  }

  // Inputs and reference are part of what a run measures; a schedule function is not.
  void inputsArePartOfARun() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(run(f));
    const QString before = f.runView()->number()->text();
    QVERIFY(edit(f, "[None, 8]", "[None, 4]"));
    QCOMPARE(f.runView()->number()->text(), before);
    CodeView* source = f.written();
    source->goTo(0);
    source->setFocus();
    QTest::keyClicks(source, "# inputs: A=0..1");
    QTest::keyClick(source, Qt::Key_Return);
    QVERIFY(f.settle());
    QVERIFY2(said(f).contains("earlier text\n" + before), qPrintable(said(f)));
    QVERIFY(timeInTrace(f, 0).isEmpty());
  }

  // The chart shows the chosen target and says so; the time of an emulator is not shown as a number.
  void oneTargetAtATime() {
    WindowFixture f;
    f.window->resize(1720, 1040);
    f.window->openFile(LW_SOURCE_DIR "/samples/gpu/transpose.py");
    QVERIFY(f.settle());
    QVERIFY(run(f));
    const QString onCpu = f.runView()->number()->text();
    const RunChart* chart = f.runView()->chart();
    QVERIFY2(chart->heading(chart->size()).startsWith("cpu · "), qPrintable(chart->heading(chart->size())));
    QComboBox* targets = f.targets();
    QTRY_VERIFY_WITH_TIMEOUT(targets->findData("gpu-emulator") >= 0, 30000);
    const auto choose = [&](const char* target) {
      targets->setFocus();
      for (int i = 0; i < targets->count(); ++i) QTest::keyClick(targets, Qt::Key_Up);
      for (int i = 0; i < targets->count() && targets->currentData() != target; ++i)
        QTest::keyClick(targets, Qt::Key_Down);
      return f.settle() && f.window->workbench()->target()->name() == QLatin1String(target);
    };
    QVERIFY(choose("gpu-emulator"));
    QCOMPARE(f.runView()->number()->text(), QStringLiteral("–"));
    QVERIFY2(said(f).contains("cpu · ") && said(f).contains(onCpu), qPrintable(said(f)));
    QVERIFY(chart->runs().empty());
    QVERIFY(timeInTrace(f, 0).isEmpty());
    f.window->workbench()->steps()->applyFunction("schedule");
    QVERIFY(f.settle() && run(f));
    QCOMPARE(f.runView()->number()->text(), QStringLiteral("Emulated"));
    QVERIFY2(said(f).contains("says nothing about a GPU") && noComparison(said(f)), qPrintable(said(f)));
    QVERIFY2(said(f).contains("No chart for gpu-emulator"), qPrintable(said(f)));
    QVERIFY(chart->runs().empty());
    QVERIFY(f.roofline()->plot()->content().points.empty());
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      f.screenshot("emulated_" + theme);
    }
    QVERIFY(choose("cpu"));
    f.window->workbench()->history()->goTo(0);
    QVERIFY(f.settle());
    QCOMPARE(f.runView()->number()->text(), onCpu);
    QCOMPARE(timeInTrace(f, 0), onCpu);
    QCOMPARE(chart->runs().size(), size_t(1));
  }

  // Bars and dots have unique labels at every size, and each bar has its own reference.
  void labelsAreUnique() {
    WindowFixture f;
    f.window->resize(1720, 1040);
    QVERIFY(f.openText(kSmallProgram));
    for (const char* step : {"split(i, [None, 8])", "split(i, [None, 16])", "split(j, [None, 8])"}) {
      f.window->workbench()->history()->goTo(0);
      f.window->workbench()->steps()->applyText(step);
      f.window->workbench()->steps()->applyText("unroll(i_1)");
      QVERIFY(f.settle() && run(f));
    }
    f.window->workbench()->history()->goTo(0);
    QVERIFY(f.settle() && run(f));
    f.window->workbench()->history()->rename(f.window->workbench()->document()->history().variants().back(),
                                             "a_name_that_is_longer_than_any_bar_is_wide");
    QVERIFY(f.settle());
    RunChart* chart = f.runView()->chart();
    for (const QSizeF& room : {QSizeF(180, 120), QSizeF(320, 170), QSizeF(960, 480), QSizeF(chart->size())}) {
      const QStringList labels = chart->labels(room);
      QCOMPARE(std::set<QString>(labels.begin(), labels.end()).size(), size_t(labels.size()));
      QVERIFY2(room.width() < 300 || labels.size() == 4, qPrintable(labels.join('|')));
    }
    QVERIFY2(chart->labels({960, 480}).join('|').contains("step 2 of\nvariant 1") ||
                 chart->labels({960, 480}).join('|').contains("step 2 of variant 1"),
             qPrintable(chart->labels({960, 480}).join('|')));
    QVERIFY2(chart->heading({180, 120}).contains(" of 4 states"), qPrintable(chart->heading({180, 120})));
    std::set<double> references;
    for (const RunRow& row : chart->runs()) references.insert(row.reference.ms);
    QCOMPARE(references.size(), size_t(1));  // all runs have one time of the reference
    std::set<QString> dots;
    f.showPage(RooflineFeature::kPage);
    QVERIFY(f.settle());
    for (const RooflinePoint& point : f.roofline()->plot()->content().points) dots.insert(point.label);
    QCOMPARE(dots.size(), size_t(4));
    f.showPage(RunFeature::kPage);
    QVERIFY(f.settle());
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      f.screenshot("variants_chart_" + theme);
    }
    // A click on a bar shows its state.
    QTest::mouseClick(chart, Qt::LeftButton, {}, QPoint(chart->width() / 6, chart->height() / 2));
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->document()->history().current(), chart->runs().front().node);
  }

  void wrongIsRedEverywhere() {
    WindowFixture f;
    f.window->resize(1720, 1040);
    QVERIFY(breakTheResult(f));
    f.showPage(RooflineFeature::kPage);
    QTRY_COMPARE_WITH_TIMEOUT(f.roofline()->plot()->content().points.size(), size_t(2), 20000);
    f.screenshot("wrong_roofline");
    f.showPage(RunFeature::kPage);
    f.window->findChild<QToolButton*>("showBranches")->setChecked(true);
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      const Theme& colours = f.window->theme();
      QVERIFY2(noComparison(said(f)) && !said(f).contains("GFLOP"), qPrintable(said(f)));
      QVERIFY2(said(f).contains("the result is wrong"), qPrintable(said(f)));
      QCOMPARE(f.runView()->number()->palette().color(QPalette::WindowText), colours.reduce);
      const RunChart* chart = f.runView()->chart();
      QCOMPARE(chart->runs().size(), size_t(2));
      QCOMPARE(chart->colorOf(chart->runs()[1]), colours.reduce);
      QVERIFY(chart->colorOf(chart->runs()[0]) != colours.vectorized);
      const QImage image = f.runView()->chart()->grab().toImage();
      QCOMPARE(pixels(image, colours.vectorized), 0);
      QVERIFY(pixels(image, colours.reduce) > 100);
      const QRect row = f.trace()->visualRect(f.trace()->model()->index(2, TraceModel::kTime));
      QVERIFY(pixels(f.trace()->viewport()->grab(row).toImage(), colours.reduce) > 10);
      QCOMPARE(pixels(f.trace()->viewport()->grab(row).toImage(), colours.bar), 0);
      const QTreeWidgetItem* branch = f.branches()->topLevelItem(0);
      QCOMPARE(branch->foreground(3).color(), colours.reduce);
      QVERIFY(branch->text(3).contains(QStringLiteral("✗")));
      f.screenshot("wrong_" + theme);
    }
    const RunModel* runs = f.window->workbench()->records()->model();
    for (const int column : {RunModel::kGflops, RunModel::kEstimate, RunModel::kReference})
      QVERIFY(runs->index(1, column).data().toString().isEmpty());
    QCOMPARE(runs->index(1, RunModel::kMedian).data(Qt::ForegroundRole).value<QColor>(), f.window->theme().reduce);
    const std::vector<RooflinePoint>& points = f.roofline()->plot()->content().points;
    QVERIFY(!points[0].wrong && points[1].wrong);
    QVERIFY(sentenceOf(f.roofline()->plot()->content(), points[1], 0).contains("wrong"));
    // A correct state is not compared with it either.
    f.window->workbench()->steps()->applyText("split(x, [None, 8])");
    QVERIFY(f.settle());
    f.window->workbench()->comparison()->compareWith(2);
    f.window->workbench()->history()->goTo(0);
    QVERIFY(f.settle());
    QVERIFY2(said(f).contains("not compared: its result is wrong"), qPrintable(said(f)));
  }

  // At every width of the window, a pane shows the whole warning.
  static void saysBeforeErrors(WindowFixture& f, const QString& warning, const QString& picture) {
    for (const int width : {820, 1000, 1280, 1440, 1720}) {
      f.window->resize(width, 900);
      const auto whole = [&] {
        for (const char* name : {"paneState", "paneWarning"})
          for (const QLabel* label : f.window->findChildren<QLabel*>(name))
            if (label->isVisible() && label->text() == warning) {
              const QRect room = label->contentsRect();
              return label->fontMetrics()
                         .boundingRect(QRect(0, 0, room.width(), QWIDGETSIZE_MAX),
                                       label->wordWrap() ? int(Qt::TextWordWrap) : 0, warning)
                         .height() <= room.height();
            }
        return false;
      };
      QTRY_VERIFY2(whole(), qPrintable(QString::number(width)));
      f.screenshot(QStringLiteral("%1_%2").arg(picture).arg(width));
    }
  }

  // Without a reference, "correct" names what the result was compared with: the unscheduled program.
  void correctSaysAgainstWhat() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks, "two.py"));
    f.window->workbench()->steps()->applyText("split(x, [None, 8])");
    QVERIFY(f.settle() && run(f));
    QVERIFY2(said(f).contains(QStringLiteral("✓ matches the unscheduled program, max error 0")), qPrintable(said(f)));
    QVERIFY(f.trace()
                ->model()
                ->index(1, TraceModel::kCheck)
                .data(Qt::ToolTipRole)
                .toString()
                .contains("matches the unscheduled program"));
    QCOMPARE(f.window->workbench()->records()->model()->index(0, RunModel::kCheck).data().toString(),
             QStringLiteral("✓ matches the unscheduled program"));
    f.showPage(ValuesFeature::kPage);
    QVERIFY(f.settle());
    const auto* summary = f.valuesView()->findChild<QLabel*>("valuesSummary");
    QVERIFY2(summary->text().contains("matches the unscheduled program"), qPrintable(summary->text()));
    WindowFixture g;
    QVERIFY(g.openText(kSmallProgram));
    QVERIFY(run(g));
    QVERIFY2(said(g).contains(QStringLiteral("✓ matches the reference, max error")), qPrintable(said(g)));
  }

  // A pane that shows the program from before an error says so, in two lines if one is too short, or below the header
  // if it does not fit.
  void warningsAreWhole() {
    WindowFixture f;
    f.window->resize(1440, 900);
    QVERIFY(f.openText(kSmallProgram));
    CodeView* source = f.written();
    source->goTo(int(source->code().find("for i, j, k")));
    source->setFocus();
    QTest::keyClicks(source, "(");
    QVERIFY(f.settle());
    saysBeforeErrors(f, QStringLiteral("⚠ Text before the errors"), "before_errors");
  }

  // The same in Chinese.
  void inChinese() {
    QVERIFY(useLanguage(*qApp, "zh_CN"));
    {
      WindowFixture f("light");
      f.window->resize(1720, 1040);
      QVERIFY(breakTheResult(f));
      QVERIFY2(said(f).contains(QStringLiteral("结果错误")) && !said(f).contains(QStringLiteral("wrong")),
               qPrintable(said(f)));
      f.showPage(RunFeature::kPage);
      f.screenshot("wrong_zh");
      for (const char* step : {"split(p_1, [None, 4])", "split(x, [None, 8])"}) {
        f.window->workbench()->history()->goTo(1);
        f.window->workbench()->steps()->applyText(step);
        QVERIFY(f.settle() && run(f));
      }
      QVERIFY2(said(f).contains(QStringLiteral("与未调度的程序一致")), qPrintable(said(f)));
      f.screenshot("variants_zh");
      for (QToolButton* button : f.window->findChildren<QToolButton*>())
        if (button->text() == QStringLiteral("表格")) QTest::mouseClick(button, Qt::LeftButton);
      f.screenshot("runs_table_zh");
    }
    {
      WindowFixture f;
      f.window->resize(1440, 900);
      QVERIFY(f.openText(kSmallProgram));
      CodeView* source = f.written();
      source->goTo(int(source->code().find("for i, j, k")));
      source->setFocus();
      QTest::keyClicks(source, "(");
      QVERIFY(f.settle());
      saysBeforeErrors(f, QStringLiteral("⚠ 属于出错之前的文本"), "before_errors_zh");
    }
    for (QTranslator* t : qApp->findChildren<QTranslator*>()) qApp->removeTranslator(t);
  }

  // Qualifiers wrap at every width, and none is elided.
  void qualifiersAreWhole() {
    WindowFixture f;
    QVERIFY(f.openText(("# challenge: 0.0001x start, 10 steps\n" + std::string(kSmallProgram)).c_str()));
    QVERIFY(run(f));
    f.window->workbench()->steps()->applyText("split(i, [None, 8])");
    f.window->workbench()->target()->chooseMath({.reassociate = true});
    QVERIFY(f.settle() && run(f));
    QTRY_VERIFY_WITH_TIMEOUT(said(f).contains("Model"), 20000);
    QVERIFY2(said(f).contains("1 of 10 steps"), qPrintable(said(f)));
    for (const QSize& size : {QSize(1000, 650), QSize(1280, 800), QSize(1720, 1040)}) {
      f.window->resize(size);
      QVERIFY(f.atRest());
      const QList<WrappingLabel*> all = facts(f);
      QVERIFY(all.size() >= 8);
      for (const WrappingLabel* label : all) {
        QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
        const QRect needed =
            label->fontMetrics().boundingRect(QRect(0, 0, label->width(), 10000), int(Qt::TextWordWrap), label->text());
        QVERIFY2(needed.width() <= label->width(), qPrintable(label->text()));
      }
      f.screenshot(QStringLiteral("qualifiers_%1").arg(size.width()));
    }
  }

  // Weights that are packed before the calls are named, with the time of that; the session keeps both.
  void packingIsSaidAndNotCounted() {
    WindowFixture f;
    QFile sample(QStringLiteral(LW_SOURCE_DIR "/samples/tuning/packed_weights.py"));
    QVERIFY(sample.open(QIODevice::ReadOnly));
    QVERIFY(f.openText(sample.readAll().constData(), "weights.py"));
    QVERIFY(run(f));
    QVERIFY2(!said(f).contains("Packed once"), qPrintable(said(f)));
    f.window->workbench()->steps()->applyFunction("packed");
    QVERIFY(f.settle() && run(f));
    const RunRecord record = f.window->workbench()->document()->workspace().runs.back();
    QCOMPARE(record.packedOnce, std::string("W"));
    QVERIFY(record.packingMs > 0);
    QTRY_VERIFY2(said(f).contains("Packed once\nW in " + timeOf(record.packingMs) + ", not counted"),
                 qPrintable(said(f)));
    f.screenshot("packed_once");
  }
};

}  // namespace lw

int testNumbers(int argc, char** argv) {
  lw::TestNumbers test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_numbers.moc"
