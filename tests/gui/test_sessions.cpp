// Nothing is lost: sessions are saved and opened through the menus, functions and files switched, windows closed and
// killed.
#include <signal.h>
#include <unistd.h>

#include <QContextMenuEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QProcess>
#include <QStatusBar>
#include <QWindow>

#include "app/models/document/document.h"
#include "app/models/document/document_files.h"
#include "app/models/document/document_text.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/services/runs/run_records.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"

namespace lw {
namespace {

constexpr const char* kTwoFunctions = R"(from tvm.script import tir as T

@T.prim_func
def add(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for i in range(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = A[vi] + T.float32(1)


@T.prim_func
def twice(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for k in range(64):
        with T.block("B"):
            vk = T.axis.spatial(64, k)
            B[vk] = A[vk] * T.float32(2)
)";

constexpr const char* kClass = R"(from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Two:
    @T.prim_func
    def first(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for i in range(16):
            with T.block("step"):
                vi = T.axis.spatial(16, i)
                B[vi] = A[vi] + T.float32(1)

    @T.prim_func
    def second(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for k in range(16):
            with T.block("step"):
                vk = T.axis.spatial(16, k)
                B[vk] = A[vk] * T.float32(2)


def both(sch):
    (k,) = sch.get_loops(sch.get_block("step", func_name="second"))
    sch.split(k, factors=[4, 4])
    sch.work_on("first")
    (i,) = sch.get_loops(sch.get_block("step"))
    sch.parallel(i)
)";

using Names = std::vector<std::string>;

QString contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

bool write(const QString& path, const QString& text) {
  QFile file(path);
  return file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) >= 0;
}

// Sends a key through the window system, so that a menu that has just closed does not block it.
bool typeKey(const WindowFixture& f, Qt::Key key, Qt::KeyboardModifiers keys) {
  f.window->activateWindow();
  if (!QTest::qWaitForWindowActive(f.window.get())) return false;
  f.tree()->setFocus();
  QTest::keyClick(f.window->windowHandle(), key, keys);
  return f.settle();
}

// Types a step after Ctrl+K.
bool typeStep(const WindowFixture& f, const QString& step) {
  if (!typeKey(f, Qt::Key_K, Qt::ControlModifier)) return false;
  QLineEdit* line = f.stepPalette()->edit();
  QTest::keyClicks(line, step);
  QTest::keyClick(line, Qt::Key_Return);
  return f.settle();
}

bool menu(const WindowFixture& f, const QStringList& path) { return clickMenu(f.window.get(), path) && f.settle(); }

bool menuAndType(const WindowFixture& f, const QStringList& path, const QString& text) {
  const InDialog dialog(typeAndEnter(text));
  return menu(f, path) && dialog.came();
}

QStringList rows(const WindowFixture& f) {
  QStringList calls;
  const TraceModel* model = f.trace()->traceModel();
  for (int i = 0; i < model->rowCount(); ++i) calls << model->index(i, TraceModel::kCall).data().toString();
  return calls;
}

QString time(const WindowFixture& f, int row) {
  return f.trace()->traceModel()->index(row, TraceModel::kTime).data().toString();
}

// Chooses an entry of the context menu of a row of the trace.
bool rowMenu(const WindowFixture& f, int row, const QString& entry) {
  TraceView* view = f.trace();
  const QPoint at = view->visualRect(view->traceModel()->index(row, TraceModel::kCall)).center();
  bool found = false;
  QTimer::singleShot(50, [&] {
    auto* open = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QAction* action = open ? entryOf(open, entry) : nullptr;
    found = action != nullptr;
    if (found)
      QTest::mouseClick(open, Qt::LeftButton, {}, open->actionGeometry(action).center());
    else if (open)
      open->close();
  });
  QContextMenuEvent event(QContextMenuEvent::Mouse, at, view->viewport()->mapToGlobal(at));
  QCoreApplication::sendEvent(view->viewport(), &event);
  return found && f.settle();
}

bool typeIntoSource(const WindowFixture& f, const char* before, const QString& text) {
  CodeView* view = f.written();
  f.showScheduled(false);
  view->setFocus();
  view->goTo(int(view->code().find(before)));
  QTest::keyClicks(view, text);
  return f.settle();
}

// Destroys the window without closing it, as if the program had been killed, and creates another one.
void again(WindowFixture& f) {
  f.window.reset();
  f.window = std::make_unique<MainWindow>(&f.settings);
  f.window->show();
}

}  // namespace

class TestSessions : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void saveAs() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(typeStep(f, "split(i, [None, 8])"));
    QVERIFY(typeIntoSource(f, "def reference", "# mine"));
    QVERIFY(f.window->workbench()->text()->modified());
    const QString copy = f.folder.filePath("copy.py");
    QVERIFY(menuAndType(f, {"File", "Save as"}, copy));
    QVERIFY(contents(copy).contains("# mine"));
    QVERIFY(!contents(f.folder.filePath("small.py")).contains("# mine"));
    QVERIFY(!f.window->workbench()->text()->modified());
    QCOMPARE(f.window->workbench()->text()->path(), copy);
    QVERIFY(f.window->windowTitle().startsWith("copy.py"));
    QVERIFY(rows(f).contains("split(i, [None, 8])"));
    // The first file is among the recent ones, and has its work.
    QVERIFY(menu(f, {"File", "Open recent", "small.py"}));
    QVERIFY(f.window->workbench()->text()->path().endsWith("small.py"));
    QVERIFY(f.window->workbench()->text()->modified());
  }

  void sessionThroughTheMenus() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(typeStep(f, "split(i, [None, 8])"));
    QVERIFY(typeStep(f, "parallel(i_0)"));
    QTest::mouseClick(f.runButton(), Qt::LeftButton);
    QVERIFY(f.settle(120000));
    QVERIFY(!time(f, 2).isEmpty());
    QVERIFY(typeKey(f, Qt::Key_Z, Qt::ControlModifier));
    QVERIFY(typeStep(f, "vectorize(j)"));
    {
      const InDialog name(typeAndEnter("lanes"));
      QVERIFY(rowMenu(f, 2, "Name this variant"));
    }
    {
      const InDialog note([](QDialog* dialog) {
        QTest::keyClicks(dialog->findChild<QPlainTextEdit*>(), "try with 16");
        QTest::keyClick(dialog, Qt::Key_Tab);
        QTest::mouseClick(dialog->findChildren<QPushButton*>().first(), Qt::LeftButton);
      });
      QVERIFY(rowMenu(f, 1, "Note"));
    }
    const QModelIndex noted = f.trace()->traceModel()->index(1, TraceModel::kChange);
    QCOMPARE(noted.data().toString(), QString("+1 loop ✎"));
    QCOMPARE(noted.data(Qt::ToolTipRole).toString(), QString("try with 16"));
    const QString path = f.folder.filePath("work.lwsession");
    QVERIFY(menuAndType(f, {"File", "Save session as"}, f.folder.filePath("work")));
    QVERIFY(QFile::exists(path));
    f.screenshot("session_dark");

    // On another machine: another window without the state of the first.
    WindowFixture g;
    QVERIFY(menuAndType(g, {"File", "Open"}, path));
    QCOMPARE(rows(g), (QStringList{"as written", "split(i, [None, 8])", "vectorize(j)"}));
    QVERIFY(g.window->windowTitle().startsWith("work.lwsession"));
    QCOMPARE(g.window->workbench()->records()->model()->rowCount(), 1);
    const History& history = g.window->workbench()->document()->history();
    QCOMPARE(history.node(history.current()).name, std::string("lanes"));
    QCOMPARE(history.node(1).note, std::string("try with 16"));
    QVERIFY(typeKey(g, Qt::Key_Z, Qt::ControlModifier));
    QVERIFY(typeKey(g, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier));
    QCOMPARE(rows(g), (QStringList{"as written", "split(i, [None, 8])", "vectorize(j)"}));
    g.window->workbench()->history()->goTo(2);
    QVERIFY(g.settle());
    QCOMPARE(rows(g), (QStringList{"as written", "split(i, [None, 8])", "parallel(i_0)"}));
    QVERIFY2(!time(g, 2).isEmpty(), "what was measured is there");
    // Saved immediately under its own name.
    QVERIFY(typeStep(g, "unroll(k)"));
    QVERIFY(menu(g, {"File", "Save session"}));
    QVERIFY(contents(path).contains("unroll(k)"));
    QCOMPARE(g.settings.value("recent").toStringList().first(), path);
    g.screenshot("session_opened_dark");
  }

  void dropASession() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(typeStep(f, "split(j, [None, 4])"));
    QVERIFY(menuAndType(f, {"File", "Save session"}, f.folder.filePath("dropped.lwsession")));
    WindowFixture g;
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(f.folder.filePath("dropped.lwsession"))});
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(g.window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(g.window.get(), &drop);
    QVERIFY(g.settle());
    QVERIFY(g.loop("j_1").valid());
  }

  void sessionOnTheCommandLine() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(typeStep(f, "split(j, [None, 4])"));
    QVERIFY(menuAndType(f, {"File", "Save session"}, f.folder.filePath("given.lwsession")));
    QProcess app;
    app.start(LW_BINARY_DIR "/bin/loopwright",
              {f.folder.filePath("given.lwsession"), "--screenshot", f.folder.filePath("given.png")});
    QVERIFY(app.waitForFinished(120000));
    QCOMPARE(app.exitCode(), 0);
    QVERIFY(!QImage(f.folder.filePath("given.png")).isNull());
  }

  void aBrokenSessionTakesNothingAway() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(typeStep(f, "split(i, [None, 8])"));
    QVERIFY(write(f.folder.filePath("broken.lwsession"), "{\"format\": \"loopwright-session\",\n \"version\""));
    QVERIFY(write(f.folder.filePath("newer.lwsession"), "{\"format\": \"loopwright-session\", \"version\": 7}"));
    QVERIFY(menuAndType(f, {"File", "Open"}, f.folder.filePath("broken.lwsession")));
    const auto problem = [&] {
      return f.problems()->problemsModel()->index(0, ProblemsModel::kMessage).data().toString();
    };
    QVERIFY2(problem().contains("broken.lwsession: line 2, column 11"), qPrintable(problem()));
    QVERIFY(f.window->statusBar()->currentMessage().contains("is truncated or damaged"));
    QCOMPARE(rows(f).size(), 2);
    QVERIFY(menuAndType(f, {"File", "Open"}, f.folder.filePath("newer.lwsession")));
    QVERIFY2(problem().contains("has version 7, but this program reads up to 1"), qPrintable(problem()));
    QCOMPARE(rows(f).size(), 2);
    f.showPage(ProblemsFeature::kPage);
    f.screenshot("session_refused_dark");
  }

  void switchingFunctions() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoFunctions));
    QCOMPARE(f.loopNames(), Names{"i"});
    QVERIFY(typeStep(f, "split(i, [None, 8])"));
    QVERIFY(typeStep(f, "vectorize(i_1)"));
    QTest::mouseClick(f.runButton(), Qt::LeftButton);
    QVERIFY(f.settle(120000));
    const QString measured = time(f, 2);
    QVERIFY(!measured.isEmpty());
    QVERIFY(menu(f, {"Schedule", "Function of the file", "twice"}));
    QCOMPARE(f.loopNames(), Names{"k"});
    QCOMPARE(rows(f), QStringList{"as written"});
    QCOMPARE(f.window->workbench()->records()->model()->rowCount(), 0);
    QVERIFY(typeStep(f, "parallel(k)"));
    f.screenshot("functions_dark");
    QVERIFY(menu(f, {"Schedule", "Function of the file", "add"}));
    QCOMPARE(rows(f), (QStringList{"as written", "split(i, [None, 8])", "vectorize(i_1)"}));
    QCOMPARE(time(f, 2), measured);
    QCOMPARE(f.window->workbench()->records()->model()->rowCount(), 1);
    QVERIFY(typeKey(f, Qt::Key_Z, Qt::ControlModifier));
    QCOMPARE(f.trace()->traceModel()->currentRow(), 1);
    QVERIFY(menu(f, {"Schedule", "Function of the file", "twice"}));
    QVERIFY(typeKey(f, Qt::Key_Z, Qt::ControlModifier));
    QCOMPARE(f.trace()->traceModel()->currentRow(), 0);
    QVERIFY(menu(f, {"Schedule", "Function of the file", "add"}));
    QCOMPARE(f.trace()->traceModel()->currentRow(), 1);
    QVERIFY(typeKey(f, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier));
    QCOMPARE(f.trace()->traceModel()->currentRow(), 2);
    // A click in the text of the shown function selects its loop, although both functions have a block B.
    QVERIFY(f.clickLoop("i_0"));
    const std::vector<int> lines = f.written()->highlightedLines();
    QVERIFY(!lines.empty());
    QCOMPARE(lines.front(), 4);
  }

  void aClassOfFunctions() {
    WindowFixture f;
    QVERIFY(f.openText(kClass));
    QCOMPARE(f.loopNames(), Names{"i"});
    QVERIFY(menu(f, {"Schedule", "Apply from the file", "both"}));
    QCOMPARE(rows(f).size(), 3);
    QVERIFY2(f.problems()->problemsModel()->rowCount() == 0, "both functions are reached");
    QVERIFY(menu(f, {"Schedule", "Function of the file", "Two.second"}));
    QCOMPARE(f.loopNames(), (Names{"k_0", "k_1"}));
    QVERIFY(typeStep(f, "unroll(k_1)"));
    QCOMPARE(rows(f).size(), 4);
    QVERIFY(f.clickLoop("k_0"));
    const std::vector<int> lines = f.written()->highlightedLines();
    QVERIFY(!lines.empty());
    QCOMPARE(lines.front(), 15);
    f.screenshot("class_dark");
    // Undo shows the function whose step it undoes.
    QVERIFY(typeKey(f, Qt::Key_Z, Qt::ControlModifier));
    QCOMPARE(f.window->workbench()->document()->function(), QString("Two.second"));
    QVERIFY(typeKey(f, Qt::Key_Z, Qt::ControlModifier));
    QCOMPARE(f.window->workbench()->document()->function(), QString("Two.first"));
    QTest::mouseClick(f.runButton(), Qt::LeftButton);
    QVERIFY(f.settle(120000));
    const RunRow* run = f.window->workbench()->records()->model()->last();
    QVERIFY(run && run->error.isEmpty() && run->ok);
  }

  void switchingFiles() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram, "a.py"));
    QVERIFY(typeStep(f, "split(i, [None, 8])"));
    QVERIFY(typeIntoSource(f, "def reference", "# kept"));
    QVERIFY(f.openText(kTwoBlocks, "b.py"));
    QVERIFY(typeStep(f, "parallel(p)"));
    QVERIFY(menu(f, {"File", "Open recent", "a.py"}));
    QVERIFY(rows(f).contains("split(i, [None, 8])"));
    QVERIFY(f.written()->code().find("# kept") != std::string::npos);
    QVERIFY(f.window->workbench()->text()->modified());
    QVERIFY2(f.window->statusBar()->currentMessage().contains("unsaved changes"),
             qPrintable(f.window->statusBar()->currentMessage()));
    QVERIFY(menu(f, {"File", "Open recent", "b.py"}));
    QCOMPARE(rows(f), (QStringList{"as written", "parallel(p)"}));
  }

  // Closing asks nothing and loses nothing; the saved text of the file can be restored.
  void closingKeepsWhatWasTyped() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(typeStep(f, "split(j, [None, 4])"));
    QVERIFY(typeIntoSource(f, "def reference", "# more"));
    QVERIFY(f.window->close());
    again(f);
    QVERIFY(f.settle());
    QVERIFY(f.written()->code().find("# more") != std::string::npos);
    QVERIFY(rows(f).contains("split(j, [None, 4])"));
    QVERIFY(f.window->workbench()->text()->modified());
    QVERIFY(!contents(f.folder.filePath("small.py")).contains("# more"));
    {
      const InDialog sure(press(QMessageBox::Yes));
      QVERIFY(menu(f, {"File", "Revert to the saved file"}));
      QVERIFY(sure.came());
    }
    QVERIFY(f.written()->code().find("# more") == std::string::npos);
    QVERIFY(!f.window->workbench()->text()->modified());
    QVERIFY(rows(f).contains("split(j, [None, 4])"));
  }

  // The file is saved, so nothing is reopened automatically; its variants are restored with it.
  void variantsComeBackWithTheirFile() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(typeStep(f, "split(j, [None, 4])"));
    QVERIFY(typeKey(f, Qt::Key_Z, Qt::ControlModifier));
    QVERIFY(typeStep(f, "parallel(i)"));
    QVERIFY(f.window->close());
    again(f);
    QVERIFY(f.settle());
    QVERIFY(!f.window->workbench()->document()->hasProgram());
    // Another program changed the file meanwhile: the steps are replayed.
    const QString path = f.folder.filePath("small.py");
    QVERIFY(write(path, QString::fromUtf8(kSmallProgram).replace("64", "32")));
    QVERIFY(menu(f, {"File", "Open recent", "small.py"}));
    QCOMPARE(f.window->workbench()->document()->history().size(), 3);
    QCOMPARE(rows(f), (QStringList{"as written", "parallel(i)"}));
    QVERIFY(f.written()->code().find("grid(32, 32, 32)") != std::string::npos);
    QVERIFY(!f.window->workbench()->text()->modified());
  }

  void aFileThatAnotherProgramChanged() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(typeIntoSource(f, "from tvm", "# ours "));
    const QString path = f.folder.filePath("small.py");
    const QString theirs = QString::fromUtf8(kSmallProgram) + "# theirs\n";
    QVERIFY(write(path, theirs));
    {
      const InDialog over(press(QMessageBox::Cancel));
      QVERIFY(menu(f, {"File", "Save"}));
      QVERIFY(over.came());
    }
    QCOMPARE(contents(path), theirs);
    QVERIFY(f.openText(kTwoBlocks, "b.py"));
    f.window->openFile(path);
    QVERIFY(f.settle());
    QVERIFY(f.written()->code().find("# ours") != std::string::npos);
    const QString told = f.problems()->problemsModel()->index(0, ProblemsModel::kMessage).data().toString();
    QVERIFY2(told.contains("changed by another program"), qPrintable(told));
    {
      const InDialog sure(press(QMessageBox::Yes));
      QVERIFY(menu(f, {"File", "Revert to the saved file"}));
    }
    QVERIFY(f.written()->code().find("# theirs") != std::string::npos);
  }

  // A step that an edit makes impossible is marked and reported, and applies again with the old text.
  void lostSteps() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    QVERIFY(typeStep(f, "split(p, [8, 8])"));
    QVERIFY(typeStep(f, "parallel(x)"));
    f.written()->setFocus();
    CodeView* view = f.written();
    view->goTo(int(view->code().find("p in range(64)")) + 13);
    QTest::keyClick(view, Qt::Key_Backspace);
    QTest::keyClick(view, Qt::Key_Backspace);
    QTest::keyClicks(view, "96");
    view->goTo(int(view->code().find("spatial(64, p)")) + 10);
    QTest::keyClick(view, Qt::Key_Backspace);
    QTest::keyClick(view, Qt::Key_Backspace);
    QTest::keyClicks(view, "96");
    QVERIFY(f.settle());
    QCOMPARE(rows(f), (QStringList{"as written", "split(p, [8, 8])", "parallel(x)"}));
    QCOMPARE(f.trace()->traceModel()->index(1, TraceModel::kChange).data().toString(), QString("refused"));
    const QString told = f.problems()->problemsModel()->index(0, ProblemsModel::kMessage).data().toString();
    QVERIFY2(told.contains("cover 64 of its 96 iterations"), qPrintable(told));
    QCOMPARE(f.loopNames(), (Names{"p", "x"}));
    f.showPage(ProblemsFeature::kPage);
    f.screenshot("lost_step_dark");
    std::string old = kTwoBlocks;
    view->goTo(int(view->code().find("p in range(96)")) + 13);
    QTest::keyClick(view, Qt::Key_Backspace);
    QTest::keyClick(view, Qt::Key_Backspace);
    QTest::keyClicks(view, "64");
    view->goTo(int(view->code().find("spatial(96, p)")) + 10);
    QTest::keyClick(view, Qt::Key_Backspace);
    QTest::keyClick(view, Qt::Key_Backspace);
    QTest::keyClicks(view, "64");
    QVERIFY(f.settle());
    QCOMPARE(view->code(), old);
    QCOMPARE(f.loopNames(), (Names{"p_0", "p_1", "x"}));
    QCOMPARE(f.problems()->problemsModel()->rowCount(), 0);
  }

  void removingAVariant() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(typeStep(f, "split(j, [None, 4])"));
    QVERIFY(typeStep(f, "unroll(j_1)"));
    {
      const InDialog no(press(QMessageBox::Cancel));
      QVERIFY(rowMenu(f, 1, "Remove this step and those after it"));
    }
    QCOMPARE(rows(f).size(), 3);
    const InDialog yes(press(QMessageBox::Yes));
    QVERIFY(rowMenu(f, 1, "Remove this step and those after it"));
    QCOMPARE(rows(f), QStringList{"as written"});
    QCOMPARE(f.loopNames(), (Names{"i", "j", "k"}));
  }

  // Steps, a variant, a run and typing in another process, which is then killed.
  void killed() {
    WindowFixture f;
    const QString file = f.folder.filePath("two.py");
    QVERIFY(write(file, kTwoFunctions));
    QProcess child;
    child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    child.start(QCoreApplication::applicationFilePath(),
                {"--work-then-die", f.folder.filePath("child.ini"), f.folder.filePath("kept"), file});
    QVERIFY(child.waitForFinished(180000));
    QCOMPARE(child.exitStatus(), QProcess::CrashExit);
    QCOMPARE(child.exitCode(), SIGKILL);
    f.settings.setValue("autosave", f.folder.filePath("kept"));
    again(f);
    QVERIFY(f.settle());
    QVERIFY(f.window->workbench()->document()->hasProgram());
    QCOMPARE(f.window->workbench()->text()->path(), file);
    QVERIFY(f.window->workbench()->text()->modified());
    QVERIFY(f.written()->code().find("# typed") != std::string::npos);
    QVERIFY2(f.window->statusBar()->currentMessage().contains("your work from last time is restored"),
             qPrintable(f.window->statusBar()->currentMessage()));
    QCOMPARE(f.window->workbench()->document()->function(), QString("twice"));
    QCOMPARE(rows(f), (QStringList{"as written", "parallel(k)"}));
    QVERIFY(menu(f, {"Schedule", "Function of the file", "add"}));
    QCOMPARE(f.window->workbench()->document()->history().size(), 4);
    QCOMPARE(rows(f), (QStringList{"as written", "split(i, [None, 8])", "vectorize(i_1)"}));
    f.window->workbench()->history()->goTo(2);
    QVERIFY(f.settle());
    QCOMPARE(rows(f), (QStringList{"as written", "split(i, [None, 8])", "unroll(i_1)"}));
    QVERIFY2(!time(f, 2).isEmpty(), "the run is there");
    f.screenshot("recovered_dark");
    // The recovery is offered once; a window that closes normally leaves nothing to recover.
    QVERIFY(f.window->workbench()->files()->save(file));
    QVERIFY(f.settle());
    QVERIFY(f.window->close());
    again(f);
    QVERIFY(f.settle());
    QVERIFY(!f.window->workbench()->document()->hasProgram());
  }

  // Two windows with one file use separate copies.
  void twoWindows() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(typeStep(f, "split(j, [None, 4])"));
    MainWindow other(&f.settings);
    other.openFile(f.folder.filePath("small.py"));
    QVERIFY(QTest::qWaitFor([&] { return other.idle() && other.workbench()->document()->hasProgram(); }, 30000));
    QCOMPARE(other.workbench()->document()->history().size(), 2);
    other.workbench()->steps()->applyText("parallel(i)");
    QVERIFY(QTest::qWaitFor([&] { return other.idle(); }, 30000));
    QCOMPARE(QDir(f.folder.filePath("autosave")).entryList({"small.py-*.lwsession"}).size(), 2);
    QCOMPARE(loadSession(f.window->workbench()->files()->keptFile().toStdString())->session.workspace().history.size(),
             2);
  }
};

}  // namespace lw

// The other process of `killed`: it never returns.
int workThenDie(const QString& settingsFile, const QString& kept, const QString& file) {
  using namespace lw;
  WindowFixture f;
  QSettings settings(settingsFile, QSettings::IniFormat);
  settings.setValue("autosave", kept);
  f.window = std::make_unique<MainWindow>(&settings);
  f.window->show();
  f.window->openFile(file);
  const bool done = f.settle() && typeStep(f, "split(i, [None, 8])") && typeStep(f, "unroll(i_1)");
  QTest::mouseClick(f.runButton(), Qt::LeftButton);
  if (!done || !f.settle(120000) || !typeKey(f, Qt::Key_Z, Qt::ControlModifier) || !typeStep(f, "vectorize(i_1)") ||
      !menu(f, {"Schedule", "Function of the file", "twice"}) || !typeStep(f, "parallel(k)") ||
      !typeIntoSource(f, "from tvm", "# typed "))
    return 1;
  ::kill(::getpid(), SIGKILL);
  return 2;
}

int testSessions(int argc, char** argv) {
  lw::TestSessions test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_sessions.moc"
