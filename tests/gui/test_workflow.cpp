#include <QDir>
#include <QDragEnterEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QToolButton>

#include "app/models/document/document.h"
#include "app/models/document/document_text.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/models/text/number_text.h"
#include "app/services/lowering/lowering.h"
#include "app/services/runs/run_records.h"
#include "tests/gui/fixture.h"

namespace lw {

class TestWorkflow : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // The sample with real clicks: open, select, split through the popup, reorder, undo, redo.
  void sample() {
    WindowFixture f;
    f.window->openFile(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
    QVERIFY(f.settle());
    QCOMPARE(f.tree()->tree().roots.size(), size_t(3));
    QVERIFY(f.scheduled()->code().find("with T.block(\"C\")") != std::string::npos);

    QVERIFY(f.clickLoop("rk"));
    QCOMPARE(f.window->workbench()->selection()->current().loop(), f.loop("rk"));
    QVERIFY(!f.written()->highlightedLines().empty());
    QVERIFY(!f.scheduled()->highlightedLines().empty());
    QVERIFY(!f.lowered()->text()->highlightedLines().empty());

    QTest::mouseClick(f.bar()->button("split"), Qt::LeftButton);
    QVERIFY(f.form()->isVisible());
    auto* factors = qobject_cast<QLineEdit*>(f.form()->editor("factors")->widget());
    factors->selectAll();
    QTest::keyClicks(factors, "None, 8");
    QVERIFY(f.settle());
    f.screenshot("form_dark");
    QTest::mouseClick(f.form()->findChild<QPushButton*>("applyStep"), Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY(!f.form()->isVisible());
    QVERIFY(f.loop("rk_0").valid() && f.loop("rk_1").valid());
    // The selection is mapped to the loops after the step.
    QCOMPARE(f.window->workbench()->selection()->current().loop(), f.loop("rk_0"));
    QCOMPARE(f.trace()->traceModel()->rowCount(), 2);
    QCOMPARE(f.trace()->traceModel()->index(1, TraceModel::kChange).data().toString(), QString("+1 loop"));

    f.tree()->setFocus();
    QVERIFY(f.typeKey(Qt::Key_Z, Qt::ControlModifier));
    QVERIFY(f.loop("rk").valid() && !f.loop("rk_0").valid());
    QVERIFY(f.typeKey(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier));
    QVERIFY(f.loop("rk_0").valid());
  }

  // A loop dragged onto another is swapped with it; the keys undo and redo this.
  void reorderByDragging() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.drag(f.tree()->rectOf(f.loop("k")), f.tree()->rectOf(f.loop("j"))));
    QVERIFY2(f.problems()->problemsModel()->rowCount() == 0,
             qPrintable(f.problems()->problemsModel()->index(0, ProblemsModel::kMessage).data().toString()));
    QCOMPARE(f.trace()->traceModel()->index(1, TraceModel::kCall).data().toString(), QString("reorder(k, j)"));
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i", "k", "j"}));
    QCOMPARE(f.trace()->traceModel()->index(1, TraceModel::kChange).data().toString(), QString("order"));
    QVERIFY(f.typeKey(Qt::Key_Z, Qt::ControlModifier));
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i", "j", "k"}));
    QVERIFY(f.typeKey(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier));
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i", "k", "j"}));
  }

  // A block dragged onto a loop of its consumer is computed there.
  void computeAtByDragging() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    QVERIFY(f.drag(f.tree()->rectOf(f.block("B")), f.tree()->rectOf(f.loop("x"))));
    QVERIFY2(f.problems()->problemsModel()->rowCount() == 0,
             qPrintable(f.problems()->problemsModel()->index(0, ProblemsModel::kMessage).data().toString()));
    QCOMPARE(f.tree()->tree().roots.size(), size_t(1));
    QVERIFY(f.trace()->traceModel()->index(1, TraceModel::kCall).data().toString().startsWith("compute_at("));
  }

  void dropAFile() {
    WindowFixture f;
    QFile file(f.folder.filePath("dropped.py"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(kSmallProgram);
    file.close();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file.fileName())});
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(f.window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(f.window.get(), &drop);
    QVERIFY(f.settle());
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i", "j", "k"}));
  }

  void cancelARun() {
    WindowFixture f;
    f.window->openFile(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
    QVERIFY(f.settle());
    QTest::mouseClick(f.runButton(), Qt::LeftButton);
    auto* cancel = f.runView()->findChild<QPushButton*>("cancelRun");
    QVERIFY(QTest::qWaitFor([&] { return cancel->isVisible(); }, 5000));
    QTest::mouseClick(cancel, Qt::LeftButton);
    QVERIFY(f.settle(60000));
    QVERIFY(f.runButton()->isEnabled());
    QVERIFY(!cancel->isVisible());
    // It does not count as a failure either: nothing is recorded.
    QCOMPARE(f.window->workbench()->records()->model()->rowCount(), 0);
    QCOMPARE(f.problems()->problemsModel()->rowCount(), 0);
  }

  // The panes show a step as soon as it is carried out; stages and offers follow.
  void theProgramIsShownFirst() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QStringList order;
    std::string code;
    QObject::connect(f.window->workbench()->program(), &ShownProgram::changed, f.window.get(), [&] {
      order << "program";
      code = f.scheduled()->code();
    });
    QObject::connect(f.window->workbench()->lowering(), &Lowering::stagesChanged, f.window.get(),
                     [&] { order << "stages"; });
    f.window->workbench()->steps()->applyText("split(i, [None, 8])");
    QVERIFY(f.settle());
    QVERIFY2(code.find("i_1") != std::string::npos, code.c_str());
    QCOMPARE(order.value(0), QString("program"));
    QVERIFY(order.contains("stages"));
    QVERIFY(f.lowered()->ready());
  }

  void undoRedoByKeys() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("i"));
    f.tree()->setFocus();
    f.window->workbench()->steps()->applyText("split(i, [None, 8])");
    QVERIFY(f.settle());
    f.window->workbench()->steps()->applyText("reorder(i_1, j)");
    QVERIFY(f.settle());
    QVERIFY(f.typeKey(Qt::Key_Z, Qt::ControlModifier));
    QVERIFY(f.typeKey(Qt::Key_Z, Qt::ControlModifier));
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i", "j", "k"}));
    QCOMPARE(f.trace()->traceModel()->currentRow(), 0);
    // Undone rows remain, dimmed; a click shows them.
    QVERIFY(f.trace()->traceModel()->rowCount() >= 2);
    const QModelIndex last = f.trace()->traceModel()->index(1, TraceModel::kCall);
    QVERIFY(last.data(TraceModel::kAhead).toBool());
    QTest::mouseClick(f.trace()->viewport(), Qt::LeftButton, {}, f.trace()->visualRect(last).center());
    QVERIFY(f.settle());
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i_0", "i_1", "j", "k"}));
  }

  // The trace and the program are painted together: the effect of an undo, a redo or a click on a row is visible at
  // once.
  void movesArePaintedOnce() {
    struct Watch : QObject {
      QStringList seen;
      bool eventFilter(QObject* object, QEvent* event) override {
        if (event->type() == QEvent::Paint) seen << "paint";
        return QObject::eventFilter(object, event);
      }
    };
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyText("split(i, [None, 8])");
    f.window->workbench()->steps()->applyText("reorder(i_1, j)");
    QVERIFY(f.settle());
    Watch watch;
    f.trace()->viewport()->installEventFilter(&watch);
    f.tree()->viewport()->installEventFilter(&watch);
    QObject::connect(f.window->workbench()->history(), &HistoryEditor::changed, &watch,
                     [&] { watch.seen << "history"; });
    QObject::connect(f.window->workbench()->program(), &ShownProgram::changed, &watch,
                     [&] { watch.seen << "program"; });
    const auto atOnce = [&](const char* what) {
      const qsizetype program = watch.seen.indexOf("program"), history = watch.seen.indexOf("history");
      const bool once = program >= 0 && history >= 0 && std::abs(program - history) == 1 &&
                        watch.seen.count("program") == 1 && watch.seen.indexOf("paint", history) > 0;
      if (!once) qWarning() << what << watch.seen;
      watch.seen.clear();
      return once;
    };
    watch.seen.clear();
    QVERIFY(f.typeKey(Qt::Key_Z, Qt::ControlModifier));
    QVERIFY(atOnce("undo"));
    QVERIFY(f.typeKey(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier));
    QVERIFY(atOnce("redo"));
    const QModelIndex first = f.trace()->traceModel()->index(0, TraceModel::kCall);
    QTest::mouseClick(f.trace()->viewport(), Qt::LeftButton, {}, f.trace()->visualRect(first).center());
    QVERIFY(f.settle());
    QVERIFY(atOnce("row"));
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i", "j", "k"}));
  }

  // A refused step is greyed, and a click shows the reason.
  void refusal() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("k"));
    QToolButton* parallel = f.bar()->button("parallel");
    QVERIFY(parallel->property("refused").toBool());
    QVERIFY2(f.bar()->reason("parallel").contains("k"), qPrintable(f.bar()->reason("parallel")));
    QTest::mouseClick(parallel, Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY(f.form()->isVisible());
    QVERIFY2(f.form()->verdict().contains("k"), qPrintable(f.form()->verdict()));
    QTest::keyClick(f.form(), Qt::Key_Escape);
    QCOMPARE(f.trace()->traceModel()->rowCount(), 1);
    f.window->workbench()->steps()->applyText("parallel(k)");
    QVERIFY(f.settle());
    QCOMPARE(f.problems()->problemsModel()->rowCount(), 1);
    const QString message = f.problems()->problemsModel()->index(0, ProblemsModel::kMessage).data().toString();
    QVERIFY2(message.contains("k"), qPrintable(message));
    QCOMPARE(f.trace()->traceModel()->rowCount(), 1);
    f.screenshot("refusal_dark");
  }

  void keyboardInTheTree() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.tree()->setFocus();
    QTest::keyClick(f.tree(), Qt::Key_Down);
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->selection()->current().loop(), f.loop("i"));
    QTest::keyClick(f.tree(), Qt::Key_Down);
    QTest::keyClick(f.tree(), Qt::Key_Down);
    QTest::keyClick(f.tree(), Qt::Key_Down);
    QVERIFY(f.settle());
    QVERIFY(f.window->workbench()->selection()->current().block().valid());
    QTest::keyClick(f.tree(), Qt::Key_Left);
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->selection()->current().loop(), f.loop("k"));
    QTest::keyClick(f.tree(), Qt::Key_S);
    QVERIFY(f.form()->isVisible());
  }

  // A click into the source selects the loop in all views.
  void selectInSource() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    const std::string text = f.written()->code();
    f.written()->setFocus();
    QVERIFY(QTest::qWaitFor([&] { return f.written()->hasFocus(); }, 2000) || true);
    const int line = int(std::count(text.begin(), text.begin() + long(text.find("C[vi, vj] = C[vi")), '\n'));
    CodeView* view = f.written();
    const long at = view->SendScintilla(QsciScintilla::SCI_POSITIONFROMLINE, line) + 14;
    const QPoint point(int(view->SendScintilla(QsciScintilla::SCI_POINTXFROMPOSITION, 0UL, at)),
                       int(view->SendScintilla(QsciScintilla::SCI_POINTYFROMPOSITION, 0UL, at)) + 8);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, point);
    QVERIFY(f.settle());
    QVERIFY(f.window->workbench()->selection()->current().block().valid());
    QVERIFY(!f.scheduled()->highlightedLines().empty());
  }

  void editingTheSource() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyText("split(i, [None, 8])");
    QVERIFY(f.settle());
    std::string text = f.written()->code();
    // An error is underlined and listed; the trace is not lost.
    f.written()->goTo(int(text.find("vk = T.axis")));
    QTest::keyClicks(f.written(), "? ");
    QVERIFY(QTest::qWaitFor([&] { return f.problems()->problemsModel()->rowCount() > 0; }, 10000));
    QVERIFY(f.settle());
    QCOMPARE(f.trace()->traceModel()->rowCount(), 2);
    QTest::keyClick(f.written(), Qt::Key_Backspace);
    QTest::keyClick(f.written(), Qt::Key_Backspace);
    QVERIFY(QTest::qWaitFor([&] { return f.problems()->problemsModel()->rowCount() == 0; }, 10000));
    QVERIFY(f.settle());
    QCOMPARE(f.trace()->traceModel()->rowCount(), 2);
    QVERIFY(f.loop("i_1").valid());
    QVERIFY2(!f.window->workbench()->text()->modified(), "the text is as it was");
  }

  void notAProgram() {
    WindowFixture f;
    QVERIFY(!f.openText("this is no program\n", "bad.py"));
    QVERIFY(f.problems()->problemsModel()->rowCount() > 0);
    QTest::mouseClick(f.runButton(), Qt::LeftButton);
    QTest::mouseClick(f.bar()->button("split"), Qt::LeftButton);
    QVERIFY(!f.form()->isVisible());
  }

  void scheduleFunctionAndVariants() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QCOMPARE(f.window->workbench()->document()->scheduleFunctions(), QStringList{"tiled"});
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    QCOMPARE(f.trace()->traceModel()->rowCount(), 3);
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i_0", "j", "i_1", "k"}));
  }

  void runAndSeeTheNumber() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QTest::mouseClick(f.runButton(), Qt::LeftButton);
    QVERIFY(f.settle(120000));
    const RunRow* run = f.window->workbench()->records()->model()->last();
    QVERIFY2(run, "no run was recorded");
    QVERIFY2(run->error.isEmpty(), qPrintable(run->error));
    QVERIFY(run->checked && run->ok && run->medianMs > 0);
    QTRY_COMPARE_WITH_TIMEOUT(f.runView()->number()->text(), timeOf(run->medianMs), 30000);
    f.window->workbench()->steps()->applyText("split(i, [None, 8])");
    QVERIFY(f.settle());
    f.window->workbench()->steps()->applyText("reorder(i_0, k, i_1, j)");
    QVERIFY(f.settle());
    QTest::mouseClick(f.runButton(), Qt::LeftButton);
    QVERIFY(f.settle(120000));
    QCOMPARE(f.window->workbench()->records()->model()->rowCount(), 2);
    QVERIFY(f.atRest());
    f.screenshot("run_dark");
  }

  void screenshots() {
    for (const char* theme : {"dark", "light"}) {
      WindowFixture f;
      f.window->setThemeByName(theme);
      f.window->openFile(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
      QVERIFY(f.settle());
      f.window->workbench()->steps()->applyFunction("full_tiling");
      QVERIFY(f.settle());
      f.showScheduled(true);
      QVERIFY(f.clickLoop("rk_1"));
      f.lowered()->chooseStage("assembly");
      QVERIFY(f.settle());
      QVERIFY(!f.lowered()->text()->highlightedLines().empty());
      f.screenshot(theme);
    }
  }
};

}  // namespace lw

int testWorkflow(int argc, char** argv) {
  lw::TestWorkflow test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_workflow.moc"
