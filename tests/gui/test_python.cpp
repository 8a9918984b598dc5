// Files that Python runs: the question, what was made, schedules as variants, factories, errors in place, and files
// that change on disk. The package of tests/collect/package stands for the real one: the file itself says what it made.
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>

#include "app/window/notices/notices_feature.h"
#include "app/window/python/python_feature.h"
#include "backends/runner/confinement.h"
#include "tests/gui/fixture.h"

namespace lw {
namespace {

// Line 4 is "def make", line 6 the function; the last lines say what running made of it.
constexpr const char* kFile = R"(import json


def make(n, dtype="float32"):
    @T.prim_func
    def scaled(A: T.Buffer((n,), dtype), B: T.Buffer((n,), dtype)):
        for i in range(n):
            with T.block("B"):
                vi = T.axis.spatial(n, i)
                B[vi] = A[vi] + A[vi]

    return scaled


def text(n, dtype="float32"):
    return f"""from tvm.script import tir as T
@T.prim_func
def scaled(A: T.Buffer(({n},), "{dtype}"), B: T.Buffer(({n},), "{dtype}")):
    for i in range({n}):
        with T.block("B"):
            vi = T.axis.spatial({n}, i)
            B[vi] = A[vi] + A[vi]
"""


def program(name, n, dtype="float32"):
    return {"name": name, "file": __file__, "line": 6, "functions": ["scaled"], "text": text(n, dtype),
            "lines": [0, 5, 6, 7, 8, 9, 10]}


steps = [["GetBlock", [], ["B", "main"], ["b0"]], ["GetLoops", ["b0"], [], ["l1"]],
         ["Split", ["l1", "None", 8], [1], ["l2", "l3"]], ["Vectorize", ["l3"], [], []]]
collected = {
    "programs": [program("small", 64), program("large", SIZE)],
    "schedules": [{"name": "sch", "file": __file__, "line": 40, "program": 0, "trace": [steps, []]}],
    "factories": [{"name": "make", "file": __file__, "line": 4,
                   "parameters": [{"name": "n", "annotation": "int"},
                                  {"name": "dtype", "default": '"float32"', "annotation": ""}]}],
    "output": "two programs\n",
}
if options.get("--call"):
    n, dtype = eval(options["--call"], {"make": lambda n, dtype="float32": (n, dtype)})
    collected["programs"].append(program("make.scaled", n, dtype))
    collected["called"] = [2]
print("done")
LAST
)";

QByteArray file(const char* size = "128", const char* last = "") {
  return QByteArray(kFile).replace("SIZE", size).replace("LAST", last);
}

}  // namespace

class PythonFixture : public WindowFixture {
 public:
  PythonFixture() { window->resize(1440, 900); }
  QString write(const QByteArray& text, const QString& name = "make.py") const {
    QFile out(folder.filePath(name));
    if (!out.open(QIODevice::WriteOnly) || out.write(text) != text.size()) return {};
    return out.fileName();
  }
  bool open(const QByteArray& text, const QString& name = "make.py") const {
    openOrImport(write(text, name));
    return settle();
  }
  NoticeBar* notices() const { return feature<NoticesFeature>().bar(); }
  QString notice() const { return notices()->text(PythonFeature::kNotice); }
  QPushButton* button(const QString& text) const {
    for (QPushButton* button : notices()->findChildren<QPushButton*>())
      if (button->isVisible() && button->text() == text) return button;
    return nullptr;
  }
  bool click(const QString& text) const {
    QPushButton* button = this->button(text);
    if (!button) return false;
    QTest::mouseClick(button, Qt::LeftButton);
    return settle();
  }
  bool run() const { return click("Run"); }
  // The window from which a dialog took the keys.
  bool activate() const {
    window->activateWindow();
    return QTest::qWaitFor([this] { return window->isActiveWindow(); });
  }
  bool openList() const { return activate() && typeKey(Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier); }
  MadeDialog* dialog() const { return feature<PythonFeature>().dialog(); }
  CodeView* original() const { return feature<CodeFeature>().original(); }
  Document* document() const { return window->workbench()->document(); }
  QStringList rows() const {
    QStringList all;
    for (int i = 0; i < dialog()->list()->count(); ++i)
      if (!dialog()->list()->item(i)->isHidden()) all << dialog()->list()->item(i)->text();
    return all;
  }
  bool choose(const QString& name) const {
    QListWidget* list = dialog()->list();
    for (QListWidgetItem* row : list->findItems(name, Qt::MatchExactly)) {
      if (!(row->flags() & Qt::ItemIsSelectable)) continue;
      QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(row).center());
      return list->currentItem() == row;
    }
    return false;
  }
  bool openChosen() const {
    QTest::mouseClick(dialog()->openButton(), Qt::LeftButton);
    return settle();
  }
  QStringList problemTexts() const {
    QStringList all;
    for (int row = 0; row < problems()->model()->rowCount(); ++row)
      all << problems()->model()->index(row, ProblemsModel::kMessage).data().toString();
    return all;
  }
};

class TestPython : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    if (!QFile::exists("/usr/bin/python3")) QSKIP("there is no /usr/bin/python3");
    if (!possibleConfinement().files) QSKIP("this system or build confines nothing");
    QVERIFY(QDir().mkpath(LW_BINARY_DIR "/screenshots"));
    qputenv("LW_PYTHON_PACKAGE", LW_SOURCE_DIR "/tests/collect/package");
  }
  void cleanupTestCase() { qunsetenv("LW_PYTHON_PACKAGE"); }

  // The notice is above the source, names the line, and nothing runs before the answer.
  void asksBeforeAFileRuns() {
    PythonFixture f;
    QVERIFY(f.open(file()));
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
    QVERIFY(f.open(file()));
    QVERIFY2(!f.notices()->isVisible(), "the answer is kept while the window is open");
    QVERIFY(f.settings.value("allowedCode").toStringList().isEmpty());
  }

  void consentIsForThisTextOnly() {
    PythonFixture f;
    QVERIFY(f.open(file()));
    QVERIFY(f.run());
    QVERIFY(f.dialog() && f.dialog()->isVisible());
    QCOMPARE(f.settings.value("allowedCode").toStringList().size(), 1);
    f.dialog()->close();
    QVERIFY(f.open(file(), "same.py"));
    QVERIFY2(f.dialog()->isVisible(), "the same text is not asked for again");
    f.dialog()->close();
    QVERIFY(f.open(file("256"), "other.py"));
    QVERIFY(!f.dialog()->isVisible());
    QVERIFY(f.button("Run"));
  }

  // The list is the first thing shown; keys find and open.
  void whatWasMadeIsListed() {
    PythonFixture f;
    QVERIFY(f.open(file()));
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
    QCOMPARE(QByteArray::fromStdString(f.original()->plainCode()), file());
    QVERIFY(f.clickLoop("i"));
    // Of the compact text: the head of the function has two lines, the block's the one of its variable.
    QCOMPARE(f.original()->highlightedLines(), (std::vector<int>{7, 8, 9}));
    f.screenshot("python_program");
  }

  void aLineOfTheFileSelectsItsBlock() {
    PythonFixture f;
    QVERIFY(f.open(file()));
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
    QVERIFY(f.open(file()));
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
    QVERIFY(f.open(file()));
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

  // In place, with the traceback in the list of problems; what was made before is there.
  void errorsOfTheFileAreInPlace() {
    PythonFixture f;
    QVERIFY(f.open(file("128", "def half(n):\n    return n // 0\n\n\nhalf(3)")));
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
    f.openOrImport(f.write(file("128", "while True: pass")));
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
    QVERIFY(!f.write(file(), "kernels/deep/make.py").isEmpty());
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

  // The question again, and then the steps on the program that the file makes now.
  void aFileThatChangesRunsAgain() {
    PythonFixture f;
    QVERIFY(f.open(file()));
    QVERIFY(f.run());
    QVERIFY(f.choose("large"));
    QVERIFY(f.openChosen());
    f.window->workbench()->steps()->applyText("split(i, [None, 8])");
    QVERIFY(f.settle());
    QVERIFY(!f.write(file("512")).isEmpty());
    QVERIFY(QTest::qWaitFor([&] { return f.notices()->shows(PythonFeature::kChanged); }));
    QVERIFY(f.notices()->text(PythonFeature::kChanged).startsWith("make.py has changed on disk: run it again?"));
    QVERIFY(f.click("Run again"));
    QVERIFY(!f.notices()->shows(PythonFeature::kChanged));
    QVERIFY2(!f.dialog()->isVisible(), "the program that was open is shown again");
    QCOMPARE(f.window->windowTitle(), "make.py: large — Loopwright");
    QCOMPARE(f.loopNames().size(), 2u);
    QVERIFY2(f.scheduled()->code().find("64") != std::string::npos, f.scheduled()->code().c_str());
    QCOMPARE(QByteArray::fromStdString(f.original()->plainCode()), file("512"));
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
    QVERIFY(f.open(file()));
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
    QCOMPARE(QByteArray::fromStdString(f.original()->plainCode()), file());
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
