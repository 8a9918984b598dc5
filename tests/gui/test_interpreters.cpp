// Which Python runs a file, and what the file imports as tvm: chosen in a dialog, said in the notice, part of what is
// allowed, and kept.
#include <QComboBox>
#include <QLineEdit>
#include <QProcess>

#include "app/services/python/python_runs.h"
#include "tests/gui/python_fixture.h"

namespace lw {
namespace {

// After kPythonFile: the second program has the name of the folder of the interpreter, and of what tvm is.
constexpr const char* kNamesItsPython = R"(
import sys
collected["programs"][1]["name"] = sys.prefix.rsplit("/", 1)[1] + " " + options["--tvm"]
)";
constexpr const char* kNeedsPackage = "import kernelshop\ncollected['programs'][1]['name'] = kernelshop.name";

}  // namespace

class InterpreterFixture : public PythonFixture {
 public:
  bool makeEnvironment() const {
    return QProcess::execute("/usr/bin/python3", {"-m", "venv", "--without-pip", environment()}) == 0;
  }
  QString environment() const { return folder.filePath(".venv"); }
  QString nameOfEnvironment() const { return QFileInfo(folder.path()).fileName() + "/.venv"; }
  // In the folder with the packages of the environment.
  bool install(const QString& path, const QByteArray& text) const {
    const QString lib = environment() + "/lib/";
    const QString file = lib + QDir(lib).entryList({"python3*"}).value(0) + "/site-packages/" + path;
    QFile out(QDir().mkpath(QFileInfo(file).absolutePath()) ? file : QString());
    return out.open(QIODevice::WriteOnly) && out.write(text) == text.size();
  }
  InterpreterDialog* chooser() const { return feature<PythonFeature>().interpreterDialog(); }
  bool shows(InterpreterDialog* dialog) const {
    return dialog && QTest::qWaitFor([&] { return dialog->isVisible() && dialog->isActiveWindow(); });
  }
  static bool pick(QComboBox* box, int row) {
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Home);
    for (int i = 0; i < row; ++i) QTest::keyClick(box, Qt::Key_Down);
    return box->currentIndex() == row;
  }
  bool use() const {
    QTest::mouseClick(chooser()->useButton(), Qt::LeftButton);
    return settle() && QTest::qWaitFor([this] { return !chooser(); }) && activate();
  }
};

class TestInterpreters : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    if (const QString why = whyNothingRuns(); !why.isEmpty()) QSKIP(qPrintable(why));
  }
  void cleanupTestCase() { qunsetenv("LW_PYTHON_PACKAGE"); }

  // It is found, offered, and used for the files beside it once it was chosen.
  void anEnvironmentBesideTheFile() {
    InterpreterFixture f;
    QVERIFY(f.makeEnvironment());
    QVERIFY(f.open(pythonFile("128", kNamesItsPython)));
    QVERIFY2(f.notice().endsWith("and cannot write or connect."), "what lies beside a file is not used unasked");
    QVERIFY(f.run());
    QCOMPARE(f.rows().mid(0, 3), (QStringList{"Programs (2)", "small", "usr facade"}));
    f.dialog()->close();
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.open(pythonFile("256", kNamesItsPython)));
    QVERIFY(f.click("Choose Python…"));
    QVERIFY(f.shows(f.chooser()));
    QCOMPARE(f.chooser()->windowTitle(), "Python that runs make.py");
    QComboBox* pythons = f.chooser()->pythons();
    QCOMPARE(pythons->count(), 3);
    QCOMPARE(pythons->itemText(0), "Python of this system");
    QCOMPARE(pythons->itemText(1), "The environment " + f.nameOfEnvironment() + ", for the files beside it");
    QCOMPARE(pythons->currentIndex(), 0);
    QVERIFY(f.pick(pythons, 1));
    QVERIFY(f.chooser()->facts().contains("Starting it runs what its folder contains, with your rights."));
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      f.settle();
      QVERIFY(f.chooser()->grab().save(LW_BINARY_DIR "/screenshots/interpreters_" + theme + ".png"));
    }
    QVERIFY(f.use());
    QVERIFY2(f.notice().endsWith("Python of " + f.nameOfEnvironment() + " runs it."), qPrintable(f.notice()));
    f.screenshot("interpreters_notice");
    QVERIFY(f.run());
    QCOMPARE(f.rows().mid(0, 3), (QStringList{"Programs (2)", "small", ".venv facade"}));
    // Another window knows it; files elsewhere run by the system's.
    QCOMPARE(f.settings.value("python/environments").toStringList(), QStringList(f.environment() + "/bin/python3"));
    QCOMPARE(f.settings.value("python/interpreter").toString(), "");
    f.dialog()->close();
    const PythonRuns* runs = f.window->workbench()->python();
    QVERIFY(runs->choices().of("/usr/make.py").isDefault());
    QVERIFY(!runs->choice().isDefault());
  }

  // What is allowed by one Python is not allowed by another, and what one made is forgotten.
  void consentIsForOnePython() {
    InterpreterFixture f;
    QVERIFY(f.makeEnvironment());
    QVERIFY(f.open(pythonFile("128", kNamesItsPython)));
    QVERIFY(f.run());
    QVERIFY(f.choose("usr facade"));
    QVERIFY(f.openChosen());
    f.window->workbench()->python()->choose({f.environment() + "/bin/python3", false});
    QVERIFY(!f.window->workbench()->python()->made());
    QVERIFY(!f.window->workbench()->python()->mayRun());
    QVERIFY(f.openList());
    QVERIFY2(!f.dialog()->isVisible(), "it asks first");
    QVERIFY(f.run());
    QVERIFY(f.dialog()->isVisible());
    QVERIFY(f.rows().contains(".venv facade"));
    f.dialog()->close();
    f.window->workbench()->python()->choose({});
    QVERIFY(f.window->workbench()->python()->mayRun());
    QCOMPARE(f.settings.value("allowedCode").toStringList().size(), 2);
  }

  void aPathIsTyped() {
    InterpreterFixture f;
    QVERIFY(f.open(pythonFile()));
    QVERIFY2(!f.button("Choose Python…"), "there is nothing to choose among");
    QAction* entry = nullptr;
    for (QAction* action : f.window->findChildren<QAction*>())
      if (action->text().remove('&') == "Python that runs files…") entry = action;
    QVERIFY(entry);
    entry->trigger();
    QVERIFY(f.shows(f.chooser()));
    QVERIFY(!f.chooser()->pathLine()->isVisible());
    QVERIFY(f.pick(f.chooser()->pythons(), 1));
    QLineEdit* path = f.chooser()->pathLine();
    QVERIFY(path->isVisible() && path->hasFocus());
    QVERIFY(!f.chooser()->useButton()->isEnabled());
    QTest::keyClicks(path, "/usr/bin/no-python");
    QCOMPARE(f.chooser()->facts(), "✗ There is neither a program nor an environment at /usr/bin/no-python.");
    QVERIFY(!f.chooser()->useButton()->isEnabled());
    path->selectAll();
    QTest::keyClicks(path, "/usr/bin/python3");
    QVERIFY(f.chooser()->facts().startsWith("It is used for all files"));
    QVERIFY(f.use());
    QVERIFY2(f.notice().endsWith("Python of /usr/bin/python3 runs it."), qPrintable(f.notice()));
    // A program that is no Python says so, and the choice is one click away.
    f.window->workbench()->python()->choose({"/usr/bin/true", false});
    QVERIFY(f.typeKey(Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier));
    QVERIFY(f.run());
    QVERIFY2(f.notice().contains("/usr/bin/true"), qPrintable(f.notice()));
    QVERIFY(f.click("Choose Python…"));
    QVERIFY(f.shows(f.chooser()));
    QCOMPARE(f.chooser()->path(), "/usr/bin/true");
  }

  void theRealTvmIsImported() {
    InterpreterFixture f;
    QVERIFY(f.makeEnvironment());
    QVERIFY(f.open(pythonFile("128", kNamesItsPython)));
    QVERIFY(f.click("Choose Python…"));
    QVERIFY(f.shows(f.chooser()));
    QVERIFY(f.pick(f.chooser()->pythons(), 1));
    QVERIFY(f.pick(f.chooser()->tvms(), 1));
    QVERIFY(f.chooser()->facts().endsWith("✗ No Apache TVM is found in its folders."));
    QVERIFY(f.install("tvm/__init__.py", ""));
    QVERIFY(f.install("apache_tvm-0.27.0.dist-info/METADATA", ""));
    QVERIFY(f.pick(f.chooser()->tvms(), 0));
    QVERIFY(f.pick(f.chooser()->tvms(), 1));
    QVERIFY(f.chooser()->facts().endsWith("✓ Apache TVM 0.27.0 is installed there."));
    QVERIFY(f.use());
    QVERIFY2(f.notice().endsWith(f.nameOfEnvironment() + " runs it, with its own Apache TVM."), qPrintable(f.notice()));
    QVERIFY(f.run());
    QVERIFY(f.rows().contains(".venv real"));
    QCOMPARE(f.settings.value("python/realTvm").toStringList(), QStringList(f.environment() + "/bin/python3"));
  }

  void aMissingPackageLeadsToTheChoice() {
    InterpreterFixture f;
    QVERIFY(f.makeEnvironment());
    QVERIFY(f.install("kernelshop.py", "name = 'shop'\n"));
    QVERIFY(f.open(pythonFile("128", kNeedsPackage)));
    QVERIFY(f.run());
    const QString words = "make.py needs the package kernelshop, which the system's Python does not have.";
    QCOMPARE(f.notices()->text(PythonFeature::kPackage), words);
    QVERIFY(f.dialog()->isVisible());
    QCOMPARE(f.dialog()->words(), "✗ " + words);
    QVERIFY(f.dialog()->interpreterButton()->isVisible());
    QVERIFY(f.dialog()->grab().save(LW_BINARY_DIR "/screenshots/interpreters_package.png"));
    QTest::mouseClick(f.dialog()->interpreterButton(), Qt::LeftButton);
    QVERIFY(f.shows(f.chooser()));
    QTest::keyClick(f.chooser(), Qt::Key_Escape);
    QVERIFY(QTest::qWaitFor([&] { return !f.chooser(); }));
    // Also when a program of the file is open.
    QVERIFY(f.choose("small"));
    QVERIFY(f.openChosen());
    QCOMPARE(f.notices()->text(PythonFeature::kPackage), words);
    QVERIFY(f.activate() && f.click("Choose Python…"));
    QVERIFY(f.shows(f.chooser()));
    QVERIFY(f.pick(f.chooser()->pythons(), 1));
    QVERIFY(f.use());
    QVERIFY(!f.notices()->shows(PythonFeature::kPackage));
    QVERIFY(f.run());
    QCOMPARE(f.window->windowTitle(), "make.py: small — Loopwright");
    QVERIFY(f.openList());
    QVERIFY(f.rows().contains("shop"));
    QVERIFY(!f.dialog()->interpreterButton()->isVisible());
    QVERIFY(!f.notices()->shows(PythonFeature::kPackage));
  }
};

}  // namespace lw

int testInterpreters(int argc, char** argv) {
  lw::TestInterpreters test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_interpreters.moc"
