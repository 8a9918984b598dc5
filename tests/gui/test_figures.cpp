// Figures besides the runs: this machine's peaks, the estimates of the model, the roofline.
#include <QComboBox>
#include <QLabel>
#include <QToolButton>

#include "app/models/document/document.h"
#include "app/models/runs/runs.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/services/runs/run_records.h"
#include "tests/gui/fixture.h"
#include "views/theme/bundled_fonts.h"

namespace lw {

class TestFigures : public QObject {
  Q_OBJECT

  static QToolButton* switchOf(const WindowFixture& f, const QString& text) {
    for (QToolButton* button : f.window->findChildren<QToolButton*>())
      if (button->text() == text && button->property("class") == "switch") return button;
    return nullptr;
  }
  static bool run(const WindowFixture& f) {
    f.window->workbench()->runs()->run();
    return f.settle();
  }
  // Waits until both states ran, the machine's peaks are known, and the model has answered.
  static bool known(const WindowFixture& f, size_t points) {
    const RooflineContent& content = f.roofline()->plot()->content();
    return content.points.size() == points && content.gflops > 0 && content.gflopsOne > 0 && !content.roofs.empty() &&
           content.roofs.back().gbps > 0 &&
           std::all_of(content.points.begin(), content.points.end(),
                       [](const RooflinePoint& p) { return !p.intensity.empty(); });
  }

 private Q_SLOTS:
  void nothingRanYet() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QTest::mouseClick(switchOf(f, "Roofline"), Qt::LeftButton);
    QVERIFY(f.roofline()->isVisible());
    QVERIFY(f.roofline()->plot()->accessibleDescription().contains("No state has run yet"));
    f.screenshot("roofline_empty");
  }

  void roofline() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(run(f));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    QVERIFY(run(f));
    QTest::mouseClick(switchOf(f, "Roofline"), Qt::LeftButton);
    RooflinePlot* plot = f.roofline()->plot();
    QTRY_VERIFY_WITH_TIMEOUT(known(f, 2), 30000);
    QCOMPARE(plot->content().shown, f.window->workbench()->document()->history().current());
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      f.screenshot("roofline_" + theme);
    }
    // A sentence says which roof the serial code can reach, and after a parallel step that the other one applies.
    const auto* applies = f.roofline()->findChild<QLabel*>("rooflineApplies");
    const bool several = cpuInfo().cores > 1;
    QCOMPARE(applies->isVisible(), several);
    if (several) {
      QVERIFY2(
          applies->text().contains("has no parallel loop") && applies->text().contains("dashed roof of one thread"),
          qPrintable(applies->text()));
      f.window->workbench()->steps()->applyText("parallel(i_0)");
      QVERIFY(f.settle() && run(f));
      QTest::mouseClick(switchOf(f, "Roofline"), Qt::LeftButton);  // a run shows the page of runs
      QTRY_VERIFY2_WITH_TIMEOUT(applies->text().contains("has a parallel loop and ran on"), qPrintable(applies->text()),
                                30000);
      f.window->workbench()->history()->undo();
      QVERIFY(f.settle());
    }
    // By keys: to the first dot, which is marked and described; Enter shows its state.
    plot->setFocus();
    QTest::keyClick(plot, Qt::Key_Right);
    QVERIFY(plot->marked() >= 0);
    QVERIFY(plot->toolTip().contains("operations per byte"));
    const int first = plot->marked();
    QTest::keyClick(plot, Qt::Key_Right);
    QVERIFY(plot->marked() != first);
    const int node = plot->content().points[size_t(first)].node,
              other = plot->content().points[size_t(plot->marked())].node;
    QTest::keyClick(plot, Qt::Key_Return);
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->document()->history().current(), other);
    // By mouse; dots of two states with the same time would overlap.
    RooflineContent apart = plot->content();
    for (RooflinePoint& p : apart.points) p.gflops = p.node == node ? apart.gflops / 100 : apart.gflops / 2;
    plot->setContent(apart);
    QTest::mouseMove(plot, plot->placeOf(first).toPoint());
    QTest::mouseClick(plot, Qt::LeftButton, {}, plot->placeOf(first).toPoint());
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->document()->history().current(), node);
    QCOMPARE(plot->content().shown, node);
  }

  void pathAndPicture() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(run(f));
    f.showPage(RooflineFeature::kPage);
    QTRY_VERIFY_WITH_TIMEOUT(known(f, 1), 30000);
    RooflineView* view = f.roofline();
    if (view->paths()->count() > 1) {
      QCOMPARE(view->paths()->currentText(), QString("memory"));
      view->paths()->setFocus();
      QTest::keyClick(view->paths(), Qt::Key_Up);
      QCOMPARE(view->plot()->path(), size_t(view->paths()->count() - 2));
    }
    for (const char* name : {"roofline.svg", "roofline.png"}) {
      const QString path = f.folder.filePath(name);
      QVERIFY(view->exportPicture(path));
      QVERIFY(QFileInfo(path).size() > 2000);
    }
    QFile svg(f.folder.filePath("roofline.svg"));
    QVERIFY(svg.open(QIODevice::ReadOnly));
    const QByteArray text = svg.readAll();
    QVERIFY2(text.contains("font-family=\"Inter\"") && !text.contains(kInterfaceFamily),
             "others know the font by its own name");
    QVERIFY(text.contains("GFLOP/s") && text.contains("as written"));
    QVERIFY(!view->exportPicture("/proc/nowhere/roofline.svg"));
  }

  // The estimate is shown beside the measured time, in the table and in the text.
  void estimates() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(run(f));
    const RunModel* runs = f.window->workbench()->records()->model();
    QTRY_VERIFY_WITH_TIMEOUT(runs->last()->figures.estimateMs > 0 && runs->last()->figures.peakFraction > 0, 30000);
    QVERIFY(f.settle());  // the figures are shown after the next repaint
    QVERIFY(runs->index(0, RunModel::kEstimate).data().toString().contains("×"));
    bool said = false;
    for (const QLabel* label : f.runView()->findChildren<QLabel*>())
      said = said || (label->text().contains(QStringLiteral(" · ")) && label->toolTip().contains("bound by"));
    QVERIFY(said);
    QCOMPARE(estimateText(10, 9.5), QString("measured as predicted"));
    QCOMPARE(estimateText(21, 10), QString("measured 2.1×"));
    QVERIFY(estimateText(100, 10).contains("ignores stalls"));
    QVERIFY(estimateText(5, 10).contains("overestimates traffic"));
    QVERIFY(estimateText(5, 0).isEmpty());
  }

  void scale() {
    RooflineContent content;
    content.gflops = 100;
    content.roofs = {{"L2", 100}, {"memory", 10}};
    content.points = {{1, "step 1", 2, 0, 0, {0.5, 4}, false, false}};
    const RooflineScale s = scaleOf(content, 1);
    QVERIFY(s.left < 1 && s.right > 10 && s.bottom < 2 && s.top > 100);
    QCOMPARE(logTicks(0.9, 12), (std::vector<double>{1, 2, 5, 10}));
    QCOMPARE(logTicks(0.5, 5000), (std::vector<double>{1, 10, 100, 1000}));
    QCOMPARE(sentenceOf(content, content.points[0], 1),
             QString("step 1: 2 GFLOP/s at 4 operations per byte from memory, 5 % of the roof"));
  }
};

}  // namespace lw

int testFigures(int argc, char** argv) {
  lw::TestFigures test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_figures.moc"
