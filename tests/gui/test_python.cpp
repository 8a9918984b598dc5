// Files that Python runs: the question, what was made, schedules as variants, factories, errors in place, files that
// change on disk, and programs on the clipboard.
#include <QClipboard>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QStatusBar>

#include "app/models/document/document_files.h"
#include "app/models/document/document_text.h"
#include "app/models/program/selection_model.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/services/python/python_runs.h"
#include "tests/gui/python_fixture.h"

namespace lw {

namespace {

// After kPythonFile: its factory refuses odd numbers.
constexpr const char* kRefusesOdd = R"(
if "7" in options.get("--call", ""):
    collected["programs"].pop()
    del collected["called"]
    frame = '  File "' + __file__ + '", line 5, in make\n    raise ValueError\n'
    collected["errors"] = [{"message": "ValueError: n has to be even\nmore", "file": "<call>", "line": 1, "cell": None,
                            "traceback": frame}]
)";

}  // namespace

class TestPython : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    if (const QString why = whyNothingRuns(); !why.isEmpty()) QSKIP(qPrintable(why));
  }
  void cleanupTestCase() { qunsetenv("LW_PYTHON_PACKAGE"); }

  // The notice is above the source, names the line, and nothing runs before the answer.
  void asksBeforeAFileRuns() {
    PythonFixture f;
    QVERIFY(f.open(pythonFile()));
    QCOMPARE(f.notice(),
             "The function in line 4 makes programs when it is called: run this file? It can read this folder, and "
             "cannot write or connect.");
    QPushButton* run = f.button("Run");
    QVERIFY(run && run->isVisible());
    QVERIFY(f.button("Read only"));
    const QPoint below = f.notices()->mapTo(f.window.get(), QPoint(0, f.notices()->height()));
    QVERIFY2(below.y() <= f.written()->mapTo(f.window.get(), QPoint()).y(), "the notice is above the source");
    QVERIFY(!f.dialog());
    QVERIFY(f.click("Read only"));
    QVERIFY(!f.notices()->isVisible());
    QVERIFY2(f.dialog() && f.dialog()->isVisible(), "its factories can be called by reading");
    f.dialog()->close();
    QVERIFY(f.open(pythonFile()));
    QVERIFY2(!f.notices()->isVisible(), "the answer is kept while the window is open");
    QVERIFY(f.settings.value("allowedCode").toStringList().isEmpty());
  }

  // What reading can carry out needs no Python: nothing runs, and nothing is allowed.
  void aFactoryIsCalledByReading() {
    PythonFixture f;
    const QByteArray text =
        "from tvm.script import tir as T\n\n" + pythonFile().mid(pythonFile().indexOf("\ndef make"));
    QVERIFY(f.open(text.left(text.indexOf("\n\ndef text")) + "\n\nraise ValueError('this was run')\n"));
    QVERIFY(f.click("Read only"));
    QCOMPARE(f.rows().size(), 2);  // a heading, and make
    QVERIFY(f.choose("make"));
    QTest::keyClicks(f.dialog()->form()->editor("n"), "96");
    QVERIFY(f.dialog()->grab().save(LW_BINARY_DIR "/screenshots/python_read_factory.png"));
    const FactoryForm* form = f.dialog()->form();
    QVERIFY2(form->visibleRegion().boundingRect().height() >= form->sizeHint().height(), "no field is cut");
    QVERIFY(f.openChosen());
    QCOMPARE(f.window->windowTitle(), "make.py: make.scaled — Loopwright");
    QVERIFY(f.scheduled()->code().find("range(96)") != std::string::npos);
    f.window->workbench()->steps()->applyText("split(i, [None, 8])");
    QVERIFY(f.settle());
    QVERIFY(f.openList());  // another value keeps the steps
    f.dialog()->form()->editor("n")->selectAll();
    QTest::keyClicks(f.dialog()->form()->editor("n"), "160");
    QVERIFY(f.openChosen());
    QVERIFY(f.scheduled()->code().find("T.grid(20, 8)") != std::string::npos);
    QVERIFY(f.settings.value("allowedCode").toStringList().isEmpty());
  }

  void consentIsForThisTextOnly() {
    PythonFixture f;
    QVERIFY(f.open(pythonFile()));
    QVERIFY(f.run());
    QVERIFY(f.dialog() && f.dialog()->isVisible());
    QCOMPARE(f.settings.value("allowedCode").toStringList().size(), 1);
    f.dialog()->close();
    QVERIFY(f.open(pythonFile(), "same.py"));
    QVERIFY2(f.dialog()->isVisible(), "the same text is not asked for again");
    f.dialog()->close();
    QVERIFY(f.open(pythonFile("256"), "other.py"));
    QVERIFY(!f.dialog()->isVisible());
    QVERIFY(f.button("Run"));
  }

  // The list is the first thing shown; keys find and open.
  void whatWasMadeIsListed() {
    PythonFixture f;
    QVERIFY(f.open(pythonFile()));
    QVERIFY(f.run());
    QVERIFY(f.dialog() && f.dialog()->isVisible());
    QCOMPARE(f.rows(),
             (QStringList{"Programs (2)", "small", "large", "Schedules (1)", "sch",
                          "Factories: functions that make programs (1)", "make", "Output", "What it printed"}));
    QVERIFY(f.dialog()->list()->height() > 200);
    QVERIFY(f.dialog()->focusWidget() == f.dialog()->filter());
    QVERIFY(f.dialog()->preview()->code().find("range(64)") != std::string::npos);
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      f.settle();
      QVERIFY(f.dialog()->grab().save(LW_BINARY_DIR "/screenshots/python_made_" + theme + ".png"));
    }
    QTest::keyClicks(f.dialog()->filter(), "lar");
    QCOMPARE(f.rows(), (QStringList{"Programs (2)", "large"}));
    QVERIFY(f.dialog()->preview()->code().find("range(128)") != std::string::npos);
    QTest::keyClick(f.dialog()->filter(), Qt::Key_Return);
    QVERIFY(f.settle());
    QVERIFY(!f.dialog()->isVisible());
    QVERIFY(f.document()->hasProgram());
    QCOMPARE(f.window->windowTitle(), "make.py: large — Loopwright");
    // The file is shown, and its lines are linked with the loops.
    QVERIFY(f.original()->isVisible());
    QCOMPARE(QByteArray::fromStdString(f.original()->plainCode()), pythonFile());
    QVERIFY(f.clickLoop("i"));
    // Of the compact text: the head of the function has two lines, the block's the one of its variable.
    QCOMPARE(f.original()->highlightedLines(), (std::vector<int>{7, 8, 9}));
    f.screenshot("python_program");
  }

  void aLineOfTheFileSelectsItsBlock() {
    PythonFixture f;
    QVERIFY(f.open(pythonFile()));
    QVERIFY(f.run());
    QVERIFY(f.choose("small"));
    QVERIFY(f.openChosen());
    const std::string text = f.original()->plainCode();
    f.original()->goTo(int(text.find("B[vi] = A[vi]")));
    QVERIFY(f.activate());
    f.original()->setFocus();
    QTest::keyClick(f.original(), Qt::Key_Right);
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->selection()->current().block(), f.block("B"));
    QVERIFY(f.window->workbench()->selection()->current().block().valid());
  }

  // As if its steps had been clicked: each can be changed.
  void aScheduleIsAVariantOfSteps() {
    PythonFixture f;
    QVERIFY(f.open(pythonFile()));
    QVERIFY(f.run());
    QVERIFY(f.choose("sch"));
    QVERIFY(f.dialog()->preview()->code().find("sch.vectorize") != std::string::npos);
    QVERIFY(f.dialog()->findChild<QLabel*>("operatorSummary")->text().contains("2 steps on small"));
    QVERIFY(f.openChosen());
    const History& history = f.document()->history();
    QCOMPARE(QString::fromStdString(history.node(history.current()).name), "sch");
    QCOMPARE(int(history.pathTo(history.current()).size()), 3);
    QVERIFY(f.window->workbench()->history()->shownPath().size() == 3);
    QCOMPARE(f.loopNames().size(), 2u);
    f.window->workbench()->history()->editStep(history.pathTo(history.current())[1], "split(i, [None, 16])");
    QVERIFY(f.settle());
    QCOMPARE(f.loopNames().size(), 2u);
    QVERIFY2(f.scheduled()->code().find("16") != std::string::npos, f.scheduled()->code().c_str());
    f.screenshot("python_schedule");
  }

  void aFactoryIsCalledFromItsForm() {
    PythonFixture f;
    QVERIFY(f.open(pythonFile()));
    QVERIFY(f.run());
    QVERIFY(f.choose("make"));
    FactoryForm* form = f.dialog()->form();
    QVERIFY(form && form->isVisible());
    QVERIFY2(!f.dialog()->openButton()->isEnabled(), "n has no value yet");
    QCOMPARE(f.dialog()->words(), "n needs a value.");
    QTest::keyClick(f.dialog()->filter(), Qt::Key_Return);
    QVERIFY2(f.dialog()->focusWidget() == form->editor("n"), "Return goes to what is missing");
    QTest::keyClicks(form->editor("n"), "96");
    QVERIFY(f.dialog()->openButton()->isEnabled());
    QVERIFY(f.dialog()->grab().save(LW_BINARY_DIR "/screenshots/python_factory.png"));
    QTest::keyClick(form->editor("n"), Qt::Key_Return);
    QVERIFY(f.settle());
    QVERIFY(!f.dialog()->isVisible());
    QCOMPARE(f.window->windowTitle(), "make.py: make.scaled — Loopwright");
    QVERIFY(f.scheduled()->code().find("range(96)") != std::string::npos);
    // Another value: the steps are carried over, and the form remembers.
    f.window->workbench()->steps()->applyText("split(i, [None, 8])");
    QVERIFY(f.settle());
    QCOMPARE(f.loopNames().size(), 2u);
    QVERIFY(f.openList());
    QVERIFY(f.dialog()->isVisible());
    QVERIFY(f.dialog()->form());
    QCOMPARE(f.dialog()->form()->editor("n")->text(), "96");
    f.dialog()->form()->editor("n")->selectAll();
    QTest::keyClicks(f.dialog()->form()->editor("n"), "160");
    QVERIFY(f.openChosen());
    QCOMPARE(f.loopNames().size(), 2u);
    QVERIFY2(f.scheduled()->code().find("20") != std::string::npos, f.scheduled()->code().c_str());
    QCOMPARE(f.window->workbench()->python()->shownCall(), "make(n=160)");
  }

  // The form stays with what was typed, the error is below it, and another value is one key away.
  void aWrongValueStaysInTheForm() {
    PythonFixture f;
    QVERIFY(f.open(pythonFile("128", kRefusesOdd)));
    QVERIFY(f.run());
    QVERIFY(f.choose("make"));
    QTest::mouseClick(f.dialog()->form()->editor("n"), Qt::LeftButton);
    QTest::keyClicks(f.dialog()->form()->editor("n"), "7");
    QTest::keyClick(f.dialog()->form()->editor("n"), Qt::Key_Return);
    QVERIFY(f.settle());
    QVERIFY(f.dialog()->isVisible());
    QCOMPARE(f.dialog()->list()->currentItem()->text(), "make");
    QVERIFY(f.dialog()->form());
    QLineEdit* n = f.dialog()->form()->editor("n");
    QCOMPARE(n->text(), "7");
    QVERIFY2(f.dialog()->focusWidget() == n, "the field has the keys");
    QCOMPARE(f.dialog()->failure(), "✗ ValueError: n has to be even — make.py:5, in make");
    const auto* wrong = f.dialog()->findChild<QLabel*>("graphRunFailure");
    const auto top = [&](const QWidget* w) { return w->mapTo(f.dialog(), QPoint()).y(); };
    QVERIFY2(top(wrong) >= top(f.dialog()->form()) + 10 && top(wrong) < top(f.dialog()->preview()), "below the form");
    QVERIFY(f.dialog()->grab().save(LW_BINARY_DIR "/screenshots/python_wrong_value.png"));
    n->selectAll();
    QTest::keyClicks(n, "8");
    QCOMPARE(f.dialog()->failure(), "");
    QTest::keyClick(n, Qt::Key_Return);
    QVERIFY(f.settle());
    QVERIFY(!f.dialog()->isVisible());
    QCOMPARE(f.window->windowTitle(), "make.py: make.scaled — Loopwright");
  }

  // In place, with the traceback in the list of problems; what was made before is there.
  void errorsOfTheFileAreInPlace() {
    PythonFixture f;
    QVERIFY(f.open(pythonFile("128", "def half(n):\n    return n // 0\n\n\nhalf(3)")));
    QVERIFY(f.run());
    QVERIFY(f.dialog() && f.dialog()->isVisible());
    QCOMPARE(f.dialog()->words(), "✗ 1 error — line 47: ZeroDivisionError: integer division or modulo by zero");
    f.dialog()->close();
    QVERIFY(f.problems()->isVisible());
    const QStringList problems = f.problemTexts();
    const auto row = int(problems.indexOf("ZeroDivisionError: integer division or modulo by zero"));
    QVERIFY2(row >= 0, qPrintable(problems.join('\n')));
    const QModelIndex place = f.problems()->model()->index(row, ProblemsModel::kPlace);
    QCOMPARE(place.data().toString(), "make.py:47");
    const QString calls = place.siblingAtColumn(ProblemsModel::kMessage).data(ProblemsModel::kHint).toString();
    QCOMPARE(calls, "make.py:50:  half(3)\nmake.py:47, in half:  return n // 0");
    f.screenshot("python_error");
    // A click goes to the line, in which the error is underlined.
    QTest::mouseClick(f.problems()->viewport(), Qt::LeftButton, {}, f.problems()->visualRect(place).center());
    QVERIFY(f.settle());
    CodeView* source = f.written();
    QVERIFY(source->isVisible());
    const int offset = int(source->code().find("return n // 0"));
    QCOMPARE(source->offset(), offset);
    QVERIFY(source->SendScintilla(QsciScintilla::SCI_INDICATORVALUEAT, 8UL, offset) != 0);
  }

  // A run that does not end is stopped; a file without programs is said.
  void aRunIsStopped() {
    PythonFixture f;
    f.openOrImport(f.write(pythonFile("128", "while True: pass")));
    QVERIFY(f.settle());
    QTest::mouseClick(f.button("Run"), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return f.button("Stop") != nullptr; }));
    QVERIFY(f.notice().startsWith("Running make.py…"));
    QVERIFY(f.click("Stop"));
    QCOMPARE(f.notice(), "Python was stopped");
    QVERIFY(f.button("Run again"));
    QVERIFY(f.open("def make():\n    @T.prim_func\n    def f():\n        pass\n", "none.py"));
    QVERIFY(f.run());
    QVERIFY2(f.notice().startsWith("none.py ran and made no program"), qPrintable(f.notice()));
  }

  void notebooksAndFolders() {
    PythonFixture f;
    const QByteArray notebook = R"({"nbformat": 4, "cells": [
      {"cell_type": "markdown", "source": ["# Title"]},
      {"cell_type": "code", "source": ["import tvm\n", "%matplotlib inline"]},
      {"cell_type": "code", "source": "x = 1"}]})";
    QVERIFY(f.open(notebook, "course.ipynb"));
    QCOMPARE(f.written()->code(), "# %% cell 1\nimport tvm\n# %matplotlib inline\n\n# %% cell 2\nx = 1\n");
    QVERIFY(f.notice().startsWith("The programs of a notebook are found by running its cells: run them?"));
    QCOMPARE(f.window->windowTitle(), "course.ipynb — Loopwright");
    QVERIFY2(f.window->workbench()->text()->path().isEmpty(), "saving never overwrites the notebook");
    QVERIFY(QDir(f.folder.path()).mkpath("kernels/deep"));
    QVERIFY(!f.write(pythonFile(), "kernels/deep/make.py").isEmpty());
    // Dropped on the window.
    QMimeData urls;
    urls.setUrls({QUrl::fromLocalFile(f.folder.filePath("kernels"))});
    QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &urls, Qt::LeftButton, {});
    QCoreApplication::sendEvent(f.window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(200, 200), Qt::CopyAction, &urls, Qt::LeftButton, {});
    QCoreApplication::sendEvent(f.window.get(), &drop);
    QVERIFY(f.settle());
    QCOMPARE(f.problemTexts().join('\n'), "");
    QCOMPARE(f.window->windowTitle(), "kernels — Loopwright");
    QCOMPARE(f.written()->code(), "# kernels/\n#     deep/make.py\n");
    QVERIFY(f.notice().startsWith("The programs of a folder are found by running its files: run them?"));
    QVERIFY(f.open("no JSON", "bad.ipynb"));
    QCOMPARE(f.window->windowTitle(), "kernels — Loopwright");
    QVERIFY(f.problemTexts().join('\n').contains("bad.ipynb is no notebook that can be read"));
    QCOMPARE(f.settings.value("recent").toStringList().first(), f.folder.filePath("kernels"));
  }

  // A copied program is read as text, with the indentation taken away.
  void theClipboardIsOpened() {
    PythonFixture f;
    const auto paste = [&](const QString& text) {
      QGuiApplication::clipboard()->setText(text);
      return f.activate() && f.typeKey(Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
    };
    QStringList lines = QString(kSmallProgram).split('\n');
    for (QString& line : lines)
      if (!line.isEmpty()) line.prepend("    ");
    QVERIFY(paste("```python\r\n" + lines.join("\r\n") + "```\n"));
    QVERIFY(f.document()->hasProgram());
    QCOMPARE(QByteArray::fromStdString(f.written()->code()), QByteArray(kSmallProgram));
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"i", "j", "k"}));
    QVERIFY(f.notice().isEmpty());
    QVERIFY2(f.window->windowTitle().startsWith("No file"), qPrintable(f.window->windowTitle()));
    QVERIFY(paste("  \n "));
    QVERIFY2(f.document()->hasProgram(), "nothing was copied, and the program stays");
    QVERIFY(f.window->statusBar()->currentMessage().startsWith("The clipboard has no text"));
    // What needs Python is asked for, and runs as it is now.
    QVERIFY(paste(pythonFile()));
    QCOMPARE(f.notice(),
             "The function in line 4 makes programs when it is called: run this text? It can read the libraries of "
             "Python only, and cannot write or connect.");
    f.screenshot("python_clipboard");
    f.written()->setFocus();
    f.written()->goTo(int(f.written()->code().size()));
    QTest::keyClicks(f.written(), "collected[\"programs\"][1][\"name\"] = \"edited\"");
    QVERIFY(f.settle());
    QVERIFY(f.run());
    QVERIFY(f.dialog() && f.dialog()->isVisible());
    QCOMPARE(f.rows().mid(0, 3), (QStringList{"Programs (2)", "small", "edited"}));
    QVERIFY(f.choose("edited"));
    QVERIFY(f.openChosen());
    QCOMPARE(f.window->windowTitle(), "untitled.py: edited — Loopwright");
    QVERIFY(f.original()->isVisible());
  }

  void aCopiedFileIsOpened() {
    PythonFixture f;
    auto* urls = new QMimeData;
    urls->setUrls({QUrl::fromLocalFile(f.write(kSmallProgram, "copied.py"))});
    QGuiApplication::clipboard()->setMimeData(urls);
    QVERIFY(f.activate() && f.typeKey(Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier));
    QCOMPARE(f.window->windowTitle(), "copied.py — Loopwright");
  }

  void theTourTellsOfFiles() {
    PythonFixture f;
    const std::vector<TourPlace>& stops = f.feature<PythonFeature>().parts().tour;
    QCOMPARE(stops.size(), 1u);
    QVERIFY(stops.front().stop.about && stops.front().stop.about->isVisible());
    QVERIFY(stops.front().stop.words.contains("clipboard"));
  }

  // The question again, and then the steps on the program that the file makes now.
  void aFileThatChangesRunsAgain() {
    PythonFixture f;
    QVERIFY(f.open(pythonFile()));
    QVERIFY(f.run());
    QVERIFY(f.choose("large"));
    QVERIFY(f.openChosen());
    f.window->workbench()->steps()->applyText("split(i, [None, 8])");
    QVERIFY(f.settle());
    QVERIFY(!f.write(pythonFile("512")).isEmpty());
    QVERIFY(QTest::qWaitFor([&] { return f.notices()->shows(PythonFeature::kChanged); }));
    QVERIFY(f.notices()->text(PythonFeature::kChanged).startsWith("make.py has changed on disk: run it again?"));
    QVERIFY(f.click("Run again"));
    QVERIFY(!f.notices()->shows(PythonFeature::kChanged));
    QVERIFY2(!f.dialog()->isVisible(), "the program that was open is shown again");
    QCOMPARE(f.window->windowTitle(), "make.py: large — Loopwright");
    QCOMPARE(f.loopNames().size(), 2u);
    QVERIFY2(f.scheduled()->code().find("64") != std::string::npos, f.scheduled()->code().c_str());
    QCOMPARE(QByteArray::fromStdString(f.original()->plainCode()), pythonFile("512"));
  }

  void aPlainFileThatChangesIsReloaded() {
    PythonFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("i"));
    QVERIFY(!f.write(QByteArray(kSmallProgram).replace("64", "96"), "small.py").isEmpty());
    QVERIFY(QTest::qWaitFor([&] { return f.notices()->shows(PythonFeature::kChanged); }));
    QVERIFY(f.click("Reload"));
    QVERIFY(f.written()->code().find("(96, 96)") != std::string::npos);
    QVERIFY(!f.window->workbench()->text()->modified());
    // By itself, where this was chosen.
    QVERIFY(!f.write(QByteArray(kSmallProgram).replace("64", "32"), "small.py").isEmpty());
    QVERIFY(QTest::qWaitFor([&] { return f.notices()->shows(PythonFeature::kChanged); }));
    QVERIFY(f.click("Always reload"));
    QVERIFY(f.written()->code().find("(32, 32)") != std::string::npos);
    QVERIFY(!f.write(QByteArray(kSmallProgram), "small.py").isEmpty());
    QVERIFY(QTest::qWaitFor([&] { return f.written()->code().find("(64, 64)") != std::string::npos; }));
    QVERIFY(f.settle());
    // A text with unsaved changes stays.
    f.written()->setFocus();
    QTest::keyClicks(f.written(), "#");
    QVERIFY(f.settle());
    QVERIFY(!f.write(QByteArray(kSmallProgram).replace("64", "16"), "small.py").isEmpty());
    QVERIFY(QTest::qWaitFor([&] { return f.notices()->text(PythonFeature::kChanged).contains("unsaved changes"); }));
    QVERIFY(f.written()->code().find("(64, 64)") != std::string::npos);
  }

  // A session knows the file, the call and the lines; another window opens the work on the same program.
  void theProgramIsKept() {
    PythonFixture f;
    QVERIFY(f.open(pythonFile()));
    QVERIFY(f.run());
    QVERIFY(f.choose("small"));
    QVERIFY(f.openChosen());
    f.window->workbench()->steps()->applyText("split(i, [None, 4])");
    QVERIFY(f.settle());
    const QString session = f.folder.filePath("work.lwsession");
    f.window->workbench()->files()->saveSession(session);
    QVERIFY(f.settle());
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(!f.original()->isVisible());
    f.openOrImport(session);
    QVERIFY(f.settle());
    QCOMPARE(QByteArray::fromStdString(f.original()->plainCode()), pythonFile());
    QCOMPARE(f.loopNames().size(), 2u);
    // The list is one key away: the text is still allowed.
    QVERIFY(f.openList());
    QVERIFY(f.dialog()->isVisible());
    QCOMPARE(f.dialog()->list()->currentItem()->text(), "small");
    QCOMPARE(f.loopNames().size(), 2u);
    QCOMPARE(f.document()->sessionPath(), session);
  }
};

}  // namespace lw

int testPython(int argc, char** argv) {
  lw::TestPython test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_python.moc"
