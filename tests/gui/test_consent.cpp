// Consent to foreign code in a program: the window shows the code and asks before a run, and remembers the answer for
// exactly this text.
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

#include "app/models/schedule/steps.h"
#include "app/services/runs/run_records.h"
#include "tests/gui/fixture.h"

namespace lw {
namespace {

// Doubles every element by a C function.
QByteArray program(const char* factor) {
  return QByteArray(R"(from tvm.script import tir as T

@T.prim_func
def twice(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for i in range(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = T.call_extern("float32", "scaled", A[vi])


def reference(A, B):
    B[:] = A * 2


def with_kernel(sch):
    code = """float scaled(float x) {
  return FACTOR * x;
}
"""
    from tvm.contrib import clang

    sch.annotate(sch.get_loops("B")[0], "pragma_import_llvm", clang.create_llvm(code))
)")
      .replace("FACTOR", factor);
}

}  // namespace

class TestConsent : public QObject {
  Q_OBJECT

 private:
  static bool open(const WindowFixture& f, const char* factor, const QString& name) {
    if (!f.openText(program(factor).constData(), name)) return false;
    f.window->workbench()->steps()->applyFunction("with_kernel");
    return f.settle();
  }
  static bool clickRun(const WindowFixture& f) {
    QTest::mouseClick(f.runButton(), Qt::LeftButton);
    return f.settle();
  }
  static ConsentView* consent(const WindowFixture& f) { return f.runView()->consent(); }

 private Q_SLOTS:
  void isAskedForBeforeARun() {
    WindowFixture f;
    f.window->resize(1280, 800);
    QVERIFY(open(f, "2", "two.py"));
    QVERIFY(!consent(f)->isVisible());
    QVERIFY(clickRun(f));
    QVERIFY(consent(f)->isVisible());
    QCOMPARE(f.window->workbench()->records()->model()->rowCount(), 0);
    QCOMPARE(consent(f)->code()->toPlainText(), QString("float scaled(float x) {\n  return 2 * x;\n}\n"));
    const QString question = consent(f)->findChild<QLabel*>("consentQuestion")->text();
    QVERIFY2(question.contains("contains C code (3 lines) with scaled."), qPrintable(question));
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      f.settle();
      f.screenshot("consent_" + theme);
    }
    // "No": nothing runs, and the next run asks again.
    QTest::mouseClick(consent(f)->refuseButton(), Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY(!consent(f)->isVisible());
    QCOMPARE(f.window->workbench()->records()->model()->rowCount(), 0);
    QVERIFY(clickRun(f));
    QVERIFY(consent(f)->isVisible());
    // "Yes": it runs, and the result is correct.
    QTest::mouseClick(consent(f)->allowButton(), Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY(!consent(f)->isVisible());
    QCOMPARE(f.window->workbench()->records()->model()->rowCount(), 1);
    const RunRow& run = *f.window->workbench()->records()->model()->last();
    QVERIFY2(run.error.isEmpty(), qPrintable(run.error));
    QVERIFY(run.ok);
    f.screenshot("consent_given");
    // The answer is remembered for this text.
    QVERIFY(clickRun(f));
    QCOMPARE(f.window->workbench()->records()->model()->rowCount(), 2);
    QCOMPARE(f.settings.value("allowedCode").toStringList().size(), 1);
  }

  void isNotGivenForAnotherText() {
    WindowFixture f;
    QVERIFY(open(f, "2", "two.py"));
    QVERIFY(clickRun(f));
    QTest::mouseClick(consent(f)->allowButton(), Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY(open(f, "3", "three.py"));
    QVERIFY(clickRun(f));
    QVERIFY(consent(f)->isVisible());
    QVERIFY(consent(f)->code()->toPlainText().contains("3 * x"));
    // Opening another document removes the question.
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(!consent(f)->isVisible());
  }
};

}  // namespace lw

int testConsent(int argc, char** argv) {
  lw::TestConsent test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_consent.moc"
