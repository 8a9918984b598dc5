// Composites in the window: they are offered beside the primitives, applied through the generated form or by typing,
// and shown as one row of the trace that unfolds.
#include <QClipboard>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QTextBrowser>
#include <QTimer>
#include <QToolButton>

#include "app/models/document/document_text.h"
#include "app/models/program/selection_model.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "tests/gui/fixture.h"
#include "views/help/help_view.h"

namespace lw {
namespace {

const std::string kWithComposite = std::string(kTwoBlocks) + R"(

def lanes(sch, block, factor=8):
    """Split the loop of a block and vectorize the inner part.

    factor: lanes
    """
    (i,) = sch.get_loops(block)
    o, v = sch.split(i, factors=[None, factor])
    sch.vectorize(v)


def schedule(sch):
    lanes(sch, sch.get_block("C"), 4)
    sch.compute_inline(sch.get_block("B"))
)";

QStringList rows(const WindowFixture& f) {
  QStringList calls;
  const TraceModel* model = f.trace()->traceModel();
  for (int i = 0; i < model->rowCount(); ++i) calls << model->index(i, TraceModel::kCall).data().toString();
  return calls;
}

bool clickBlock(const WindowFixture& f, const std::string& name) {
  f.window->workbench()->selection()->select(LinkedSelection::of(f.block(name)));
  return f.settle();
}

void clickTriangle(const WindowFixture& f, int line) {
  TraceView* view = f.trace();
  const QRect cell = view->visualRect(view->traceModel()->index(line, TraceModel::kCall));
  QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, QPoint(cell.left() + 12, cell.center().y()));
}

}  // namespace

class TestComposites : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // The button of a composite opens a form made from its function; its steps are one row, and undo removes them all.
  void fromTheBar() {
    WindowFixture f;
    QVERIFY(f.openText(kWithComposite.c_str()));
    QVERIFY(f.bar()->button("lanes"));
    QVERIFY(f.bar()->button("tile_vectorise_unroll"));
    QVERIFY(clickBlock(f, "C"));
    QToolButton* button = f.bar()->button("lanes");
    QVERIFY2(f.bar()->reason("lanes").contains("lanes(\"C\"): legal here"), qPrintable(f.bar()->reason("lanes")));
    QVERIFY(!button->property("refused").toBool());
    button->click();
    QVERIFY(f.form()->isVisible());
    QCOMPARE(f.form()->editor("block")->value().as<BlockId>()->value, f.block("C").value);
    f.form()->editor("factor")->setValue(16);
    QVERIFY(f.settle());
    QTest::mouseClick(f.form()->findChild<QPushButton*>("applyStep"), Qt::LeftButton);
    QVERIFY(f.settle());
    QCOMPARE(rows(f), (QStringList{"as written", "lanes(\"C\", 16)"}));
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"p", "x_0", "x_1"}));
    QVERIFY(f.typeKey(Qt::Key_Z, Qt::ControlModifier));
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"p", "x"}));
    QVERIFY(f.typeKey(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier));
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"p", "x_0", "x_1"}));
  }

  // By mouse and by keys; moving through the rows skips the lines inside.
  void unfolds() {
    WindowFixture f;
    QVERIFY(f.openText(kWithComposite.c_str()));
    f.window->workbench()->steps()->applyText("lanes(C)");
    f.window->workbench()->steps()->applyText("unroll(p)");
    QVERIFY(f.settle());
    QCOMPARE(rows(f), (QStringList{"as written", "lanes(\"C\")", "unroll(p)"}));
    clickTriangle(f, 1);
    QVERIFY(f.settle());
    QCOMPARE(rows(f),
             (QStringList{"as written", "lanes(\"C\")", "split(x, [None, 8])", "vectorize(x_1)", "unroll(p)"}));
    QCOMPARE(f.trace()->traceModel()->currentRow(), 4);
    f.screenshot("composite_unfolded");
    f.trace()->setFocus();
    QTest::keyClick(f.trace(), Qt::Key_Up);
    QVERIFY(f.settle());
    QCOMPARE(f.trace()->traceModel()->currentRow(), 1);
    QTest::keyClick(f.trace(), Qt::Key_Left);
    QCOMPARE(f.trace()->traceModel()->rowCount(), 3);
    QTest::keyClick(f.trace(), Qt::Key_Right);
    QCOMPARE(f.trace()->traceModel()->rowCount(), 5);
    clickTriangle(f, 1);
    QVERIFY(f.settle());
    QCOMPARE(f.trace()->traceModel()->rowCount(), 3);
  }

  // In the palette, which lists composites after the primitives, with the reason if they are refused.
  void fromThePalette() {
    WindowFixture f;
    QVERIFY(f.openText(kWithComposite.c_str()));
    QVERIFY(clickBlock(f, "C"));
    QVERIFY(f.typeKey(Qt::Key_K, Qt::ControlModifier));
    StepPalette* palette = f.stepPalette();
    QTest::keyClicks(palette->edit(), "tile_vec");
    QCOMPARE(palette->list()->count(), 1);
    QCOMPARE(palette->list()->item(0)->text(), QString("tile_vectorise_unroll"));
    QCOMPARE(
        palette->list()->item(0)->data(Qt::UserRole + 1).toString(),
        QString("tile_vectorise_unroll cannot be applied: the block has 1 loops; a matrix product has three: i, j, k"));
    palette->edit()->clear();
    QTest::keyClicks(palette->edit(), "lanes C 4");
    QTest::keyClick(palette->edit(), Qt::Key_Return);
    QVERIFY(f.settle());
    QCOMPARE(rows(f), (QStringList{"as written", "lanes(\"C\", 4)"}));
  }

  // A refused composite is greyed; if it is applied nevertheless, the problems name the step inside, and the program
  // does not change.
  void refused() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("j"));
    const QToolButton* button = f.bar()->button("blocked_reduction");
    QVERIFY(button->property("refused").toBool());
    const QString reason = f.bar()->reason("blocked_reduction");
    QVERIFY2(reason.contains("step 2 of blocked_reduction, rfactor(j_1, 0)"), qPrintable(reason));
    f.window->workbench()->steps()->applyText("blocked_reduction(j)");
    QVERIFY(f.settle());
    QCOMPARE(f.trace()->traceModel()->rowCount(), 1);
    QCOMPARE(f.problems()->problemsModel()->rowCount(), 1);
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i", "j", "k"}));
    QVERIFY(f.clickLoop("k"));
    QVERIFY(!f.bar()->button("blocked_reduction")->property("refused").toBool());
  }

  // The menu of a row converts the following steps to a schedule function; in the source it is a step.
  void fromTheTrace() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    f.window->workbench()->steps()->applyText("split(x, [None, 8])");
    f.window->workbench()->steps()->applyText("vectorize(x_1)");
    QVERIFY(f.settle());
    QTimer::singleShot(50, [] {
      auto* open = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      QVERIFY(open);
      for (QAction* action : open->actions())
        if (action->text().startsWith("Copy the steps")) action->trigger();
      open->close();
    });
    Q_EMIT f.trace()->menuRequested(1, f.window->mapToGlobal(QPoint(100, 100)));
    const QString text = QApplication::clipboard()->text();
    QVERIFY2(text.startsWith("def my_steps(sch, C_block, factors_1=[None, 8]):"), qPrintable(text));
    f.window->workbench()->history()->undo();
    f.window->workbench()->history()->undo();
    f.window->workbench()->text()->edit(std::string(kTwoBlocks) + "\n\n" + text.toStdString());
    QVERIFY(f.settle());
    f.window->workbench()->steps()->applyText("my_steps(B, [4, None])");
    QVERIFY(f.settle());
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"p_0", "p_1", "x"}));
  }

  // F1 on the button of a composite shows its docstring and its steps.
  void help() {
    WindowFixture f;
    QVERIFY(f.openText(kWithComposite.c_str()));
    QApplication::setActiveWindow(f.window.get());
    QToolButton* button = f.bar()->button("lanes");
    button->click();  // the form has the focus now
    QVERIFY(f.settle());
    f.showHelp();
    QCOMPARE(f.help()->shownStep(), QString("lanes"));
    const QString page = f.help()->page()->toPlainText();
    QVERIFY2(
        page.contains("Split the loop of a block and vectorize the inner part.") && page.contains("sch.vectorize(v)"),
        qPrintable(page));
    f.help()->grab().save(LW_BINARY_DIR "/screenshots/help_composite.png");
  }

  // Another text has other composites; the steps of a function that a schedule calls form one row.
  void followTheText() {
    WindowFixture f;
    QVERIFY(f.openText(kWithComposite.c_str()));
    f.window->workbench()->steps()->applyFunction("schedule");
    QVERIFY(f.settle());
    QCOMPARE(rows(f), (QStringList{"as written", "lanes(\"C\", 4)", "compute_inline(\"B\")"}));
    std::string text = kWithComposite;
    text.replace(text.find("def lanes("), 10, "def bundle(");
    f.window->workbench()->text()->edit(text);
    QVERIFY(f.settle());
    QVERIFY(!f.bar()->button("lanes"));
    QVERIFY(f.bar()->button("bundle"));
    QCOMPARE(rows(f).at(1), QString("lanes(\"C\", 4)"));  // its steps still apply
    QVERIFY(f.openText(kSmallProgram, "other.py"));
    QVERIFY(!f.bar()->button("bundle"));
    QVERIFY(f.bar()->button("tile_vectorise_unroll"));
  }
};

}  // namespace lw

int testComposites(int argc, char** argv) {
  lw::TestComposites test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_composites.moc"
