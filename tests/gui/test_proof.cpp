// Proofs that two states are equal: from the menus, in the background, with the answer below the rows of the trace.
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "app/models/document/document.h"
#include "app/models/lowering/state_comparison.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"
#include "views/trace/proof_line.h"

namespace lw {

class TestProof : public QObject {
  Q_OBJECT

  static ProofLine* line(const WindowFixture& f) { return f.feature<TraceFeature>().proofLine(); }
  static QToolButton* button(const WindowFixture& f, const char* name) {
    return line(f)->findChild<QToolButton*>(name);
  }
  static QString words(const WindowFixture& f) {
    QStringList all;
    for (const QLabel* label : line(f)->findChildren<QLabel*>())
      if (label->isVisible()) all << label->text();
    return all.join("\n");
  }
  static bool clickRow(const WindowFixture& f, int row, const QString& entry) {
    const QModelIndex index = f.trace()->model()->index(row, TraceModel::kCall);
    const QPoint at = f.trace()->viewport()->mapTo(f.window.get(), f.trace()->visualRect(index).center());
    bool clicked = false;
    QTimer look;
    look.setInterval(20);
    QObject::connect(&look, &QTimer::timeout, [&] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      if (!menu || clicked) return;
      QAction* action = entryOf(menu, entry);
      clicked = action && action->isEnabled();
      if (clicked) QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
      if (menu->isVisible()) menu->close();
    });
    look.start();
    QTest::mouseClick(f.window->windowHandle(), Qt::RightButton, {}, at);
    (void)QTest::qWaitFor([&] { return clicked && !QApplication::activePopupWidget(); }, 10000);
    return clicked && f.settle();
  }

 private Q_SLOTS:
  void twoStatesAreProvedEqual() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(!clickMenu(f.window.get(), {"Schedule", "Prove equal to the program as written"}));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    QVERIFY(!line(f)->isVisible());
    QVERIFY(clickMenu(f.window.get(), {"Schedule", "Prove equal to the program as written"}));
    QVERIFY(f.settle());
    QVERIFY(line(f)->isVisible());
    QCOMPARE(words(f), QString("✓ “as written” and “tiled” are equal for all inputs and sizes"));
    // Nothing of it is covered or cut, and something is drawn.
    QCOMPARE(line(f)->visibleRegion().boundingRect(), line(f)->rect());
    QVERIFY(line(f)->height() >= line(f)->fontMetrics().height() && line(f)->width() > 300);
    const QImage drawn = line(f)->grab().toImage();
    QImage plain(drawn.size(), drawn.format());
    plain.fill(drawn.pixelColor(0, 0));
    QVERIFY(drawn != plain);
    QVERIFY(!button(f, "showDifference")->isVisible());
    QVERIFY(!button(f, "stopProof")->isVisible());
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      f.screenshot("proof_" + theme);
    }
    QTest::mouseClick(button(f, "closeProof"), Qt::LeftButton);
    QVERIFY(!line(f)->isVisible());
    // Another row with the shown one.
    QVERIFY(clickRow(f, 1, "Prove equal to the shown state"));
    QCOMPARE(words(f), QString("✓ “step 1” and “tiled” are equal for all inputs and sizes"));
    f.window->workbench()->comparison()->compareWith(1);
    QVERIFY(f.settle());
    QVERIFY(clickMenu(f.window.get(), {"Schedule", "Prove equal to the compared state"}));
    QVERIFY(f.settle());
    QCOMPARE(words(f), QString("✓ “step 1” and “tiled” are equal for all inputs and sizes"));
    QVERIFY(f.openText(kTwoBlocks, "two.py"));
    QVERIFY(!line(f)->isVisible());
  }

  // Nothing decides whether iterations meet that write where a table says: the step is taken on request, and the
  // programs before and after are compared.
  void undecidedStepsAreAssumedAndChecked() {
    WindowFixture f;
    QVERIFY(f.openText(R"(from tvm.script import tir as T


@T.prim_func
def ones(index: T.Buffer((16,), "int32"), C: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            C[index[vi]] = T.float32(1)
)"));
    QVERIFY(f.clickLoop("i"));
    auto* inspector = f.window->findChild<InspectorView*>();
    auto* assume = inspector->findChild<QPushButton*>("assume_parallel");
    QVERIFY(assume);
    inspector->ensureWidgetVisible(assume);
    QTRY_COMPARE(assume->visibleRegion().boundingRect(), assume->rect());
    QVERIFY(assume->width() >= assume->fontMetrics().horizontalAdvance(assume->text()));
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      f.screenshot("assume_" + theme);
    }
    assume = inspector->findChild<QPushButton*>("assume_parallel");
    inspector->ensureWidgetVisible(assume);
    QTest::mouseClick(assume, Qt::LeftButton);
    QVERIFY(f.settle());
    const Schedule& schedule = f.window->workbench()->document()->schedule();
    QVERIFY(schedule.step(schedule.stepCount() - 1).assumed);
    QTRY_VERIFY(line(f)->isVisible() && !words(f).startsWith("Proving"));
    QVERIFY2(words(f).contains("the same results"), qPrintable(words(f)));
    f.screenshot("assumed_dark");
  }

  // A step without a check changes the results: both states are shown side by side.
  void aDifferenceIsShownInEveryPane() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    f.window->workbench()->steps()->applyText("unsafe_set_dtype(\"B\", 0, \"int8\")");
    QVERIFY(f.settle());
    QVERIFY(clickRow(f, f.trace()->model()->rowCount() - 1, "Prove equal to the program as written"));
    QVERIFY2(words(f).startsWith("✗ “as written” and “step 1” are different\nC["), qPrintable(words(f)));
    QVERIFY(words(f).endsWith("in the other, for a run with small inputs"));
    f.screenshot("proof_different");
    QTest::mouseClick(button(f, "showDifference"), Qt::LeftButton);
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->comparison()->compared(), std::optional(0));
    f.showScheduled(true);
    QVERIFY(f.scheduled()->comparison());
    const Selection& selected = f.window->workbench()->selection()->current().nodes;
    QCOMPARE(selected.blocks.size(), size_t(1));
    QVERIFY(!f.tree()->tree().nodes.empty());
  }

  void aProofIsStopped() {
    WindowFixture f;
    QFile sample(QStringLiteral(LW_SOURCE_DIR "/samples/gpu/conv2d.py"));
    QVERIFY(sample.open(QIODevice::ReadOnly));
    QVERIFY(f.openText(sample.readAll().constData(), "conv2d.py"));
    f.window->workbench()->steps()->applyFunction("schedule");
    QVERIFY(f.settle());
    StateComparison* states = f.window->workbench()->comparison();
    states->prove(0, f.window->workbench()->document()->history().current());
    QVERIFY(line(f)->isVisible());
    QVERIFY2(words(f).startsWith("Proving that “as written” and “"), qPrintable(words(f)));
    QVERIFY(button(f, "stopProof")->isVisible());
    QTest::mouseClick(button(f, "stopProof"), Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY(!states->proving());
    QCOMPARE(words(f), QString("The proof was stopped"));
  }
};

}  // namespace lw

int testProof(int argc, char** argv) {
  lw::TestProof test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_proof.moc"
