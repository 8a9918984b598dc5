// The choices of floating-point arithmetic in the window: through the menu, in machine code, runs, comparisons and
// sessions.
#include <QLabel>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QToolButton>

#include "app/models/document/document_files.h"
#include "app/models/runs/target_choice.h"
#include "app/models/schedule/steps.h"
#include "app/services/runs/run_records.h"
#include "app/window/arithmetic/float_choices.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"

namespace lw {
namespace {

// A sum of floats, which can be vectorized only if additions may be reordered.
constexpr const char* kSums = R"(from tvm.script import tir as T

@T.prim_func
def sums(A: T.Buffer((64, 256), "float32"), B: T.Buffer((64,), "float32")):
    for i, k in T.grid(64, 256):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vk]


def reference(A, B):
    B[:] = np.sum(A, axis=1)
)";

}  // namespace

class TestArithmetic : public QObject {
  Q_OBJECT

  static bool choose(const WindowFixture& f, const QString& entry) {
    return clickMenu(f.window.get(), {"Run", "Floating-point arithmetic", entry}) && f.settle();
  }
  static bool reassociate(const WindowFixture& f) {
    return choose(f, "Sums in any order, so that reductions use vectors  (reassociate)");
  }
  static bool run(const WindowFixture& f) {
    QTest::mouseClick(f.runButton(), Qt::LeftButton);
    return f.settle();
  }
  static QStringList facts(const WindowFixture& f) {
    QStringList words;
    for (const QLabel* label : f.runView()->findChildren<QLabel*>()) words << label->text();
    return words;
  }
  static bool vectorAdds(const WindowFixture& f) {
    return QString::fromStdString(f.lowered()->text()->code()).contains(QRegularExpression("\\bv?addps\\b"));
  }

 private Q_SLOTS:
  void changesMachineCodeAndRuns() {
    WindowFixture f;
    QVERIFY(f.openText(kSums));
    f.lowered()->chooseStage("assembly");
    QVERIFY(f.settle());
    QTRY_VERIFY_WITH_TIMEOUT(f.lowered()->ready(), 30000);
    QVERIFY(!vectorAdds(f));
    QVERIFY(!f.floatChoices()->button()->isVisible());
    QVERIFY(run(f));
    const QModelIndex time = f.trace()->traceModel()->index(0, TraceModel::kTime);
    QVERIFY(!time.data().toString().isEmpty());
    QVERIFY(reassociate(f));
    QTRY_VERIFY_WITH_TIMEOUT(vectorAdds(f), 30000);
    QVERIFY(f.settle());
    QVERIFY(f.floatChoices()->button()->isVisible());
    QCOMPARE(f.floatChoices()->button()->text(), QString("reassociate"));
    QVERIFY2(f.trace()->traceModel()->index(0, TraceModel::kTime).data().toString().isEmpty(),
             "its time was by another choice");
    QVERIFY(run(f));
    const RunModel* runs = f.window->workbench()->records()->model();
    QCOMPARE(runs->rowCount(), 2);
    QVERIFY2(runs->last()->ok, qPrintable(runs->last()->error));
    QCOMPARE(runs->last()->math, QString("reassociate"));
    QCOMPARE(runs->index(1, RunModel::kLabel).data().toString(), QString("as written · reassociate"));
    QTRY_VERIFY2_WITH_TIMEOUT(
        facts(f).contains("Against default arithmetic") && facts(f).filter("other arithmetic").isEmpty(),
        qPrintable(facts(f).join('\n')), 30000);
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      f.screenshot("arithmetic_" + theme);
    }
    QVERIFY(choose(f, "Only the default: one rounding"));
    QTRY_VERIFY_WITH_TIMEOUT(!vectorAdds(f) && f.lowered()->ready(), 30000);
    QVERIFY(!f.floatChoices()->button()->isVisible());
    QVERIFY(!f.trace()->traceModel()->index(0, TraceModel::kTime).data().toString().isEmpty());
    // Another state: it is compared with the run of the same arithmetic.
    f.window->workbench()->steps()->applyText("unroll(k)");
    QVERIFY(f.settle() && run(f));
    QTRY_VERIFY_WITH_TIMEOUT(facts(f).contains("Against as written") && facts(f).filter("other arithmetic").isEmpty(),
                             30000);
  }

  void isKeptInTheSession() {
    WindowFixture f;
    QVERIFY(f.openText(kSums));
    QVERIFY(reassociate(f));
    QVERIFY(choose(f, "a · b + c rounds once  (contract)"));
    QVERIFY(run(f));
    QCOMPARE(f.floatChoices()->button()->text(), QString("2 options"));
    const QString path = f.folder.filePath("kept.lwsession");
    f.window->workbench()->files()->saveSession(path);
    QVERIFY(f.settle());
    WindowFixture g;
    g.window->openFile(path);
    QVERIFY(g.settle());
    QCOMPARE(QString::fromStdString(toText(g.window->workbench()->target()->math())),
             QString("no-contract,reassociate"));
    QCOMPARE(g.window->workbench()->records()->model()->last()->math, QString("no-contract, reassociate"));
    QVERIFY(g.floatChoices()->button()->isVisible());
  }

  // GPUs have no such choices: the menu says so, and nothing can be chosen.
  void noEffectOnGpus() {
    WindowFixture f;
    QVERIFY(f.openText(kSums));
    QVERIFY(reassociate(f));
    f.window->workbench()->target()->choose("gpu-emulator");
    QVERIFY(f.settle());
    QVERIFY(!f.floatChoices()->button()->isVisible());
    QVERIFY(!reassociate(f));
    QVERIFY(entryOf(f.floatChoices()->menu(), "No effect on gpu-emulator: only code for the cpu has these options"));
    f.window->workbench()->target()->choose("cpu");
    QVERIFY(f.settle());
    QVERIFY(f.floatChoices()->button()->isVisible());
  }

  void theMenuLeadsToItsPage() {
    WindowFixture f;
    QVERIFY(clickMenu(f.window.get(), {"Run", "Floating-point arithmetic", "What these options change"}));
    QCOMPARE(f.help()->shownStep(), QString("floating_point"));
    QVERIFY(f.help()->page()->toPlainText().contains("sums and products in any order"));
  }
};

}  // namespace lw

int testArithmetic(int argc, char** argv) {
  lw::TestArithmetic test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_arithmetic.moc"
