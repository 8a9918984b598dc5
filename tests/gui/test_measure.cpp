// Background measurements, and the search for the step that broke the result.
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QToolButton>

#include "app/models/document/document.h"
#include "app/models/document/messages.h"
#include "app/models/runs/model_facts.h"
#include "app/models/runs/runs.h"
#include "app/models/schedule/steps.h"
#include "app/services/runs/auto_measure.h"
#include "app/services/runs/run_job.h"
#include "app/services/runs/run_records.h"
#include "backends/measure/model_costs.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"

namespace lw {

namespace {

// A sum of 4,096 terms in float16, with a reference in float32.
constexpr const char* kHalfSums = R"(from tvm.script import tir as T

# inputs: X=1..2

@T.prim_func
def total(X: T.Buffer((8, 4096), "float16"), Y: T.Buffer((8,), "float16")):
    T.func_attr({"tir.noalias": True})
    for i, k in T.grid(8, 4096):
        with T.block("Y"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                Y[vi] = T.float16(0)
            Y[vi] = Y[vi] + X[vi, vk]


def reference(X, Y):
    Y[:] = X.astype("float32").sum(axis=1)
)";

}  // namespace

class TestMeasure : public QObject {
  Q_OBJECT

  static QToolButton* automatic(const WindowFixture& f) { return f.window->findChild<QToolButton*>("autoMeasure"); }
  static QString cell(const WindowFixture& f, int row, TraceModel::Column column) {
    const QAbstractItemModel* rows = f.trace()->model();
    return rows->index(row, column).data().toString();
  }
  static bool allTimed(const WindowFixture& f) {
    for (int row = 0; row < f.trace()->model()->rowCount(); ++row)
      if (cell(f, row, TraceModel::kTime).isEmpty() || cell(f, row, TraceModel::kCheck) != QStringLiteral("✓"))
        return false;
    return true;
  }

 private Q_SLOTS:
  // Run > Sweep over a size: the shown state at each size of a row, as a chart in the run panel.
  void sweepOverASize() {
    WindowFixture f;
    QVERIFY(f.openText(R"(from tvm.script import tir as T

# bind: n=64

@T.prim_func
def scale(a: T.handle, c: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (n, 1024), "float32")
    C = T.match_buffer(c, (n, 1024), "float32")
    for i, j in T.grid(n, 1024):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj] * T.float32(2)


def reference(A, C):
    C[:] = A * 2
)"));
    QVERIFY(clickMenu(f.window.get(), {"Run", "Sweep over a size"}));
    SweepView* sweep = f.runView()->sweep();
    QVERIFY(sweep->isVisible() && sweep->edit()->hasFocus());
    QCOMPARE(sweep->edit()->text(), QString("n=64..1024"));
    QTest::keyClicks(sweep->edit(), "m=3..");
    QTest::keyClick(sweep->edit(), Qt::Key_Return);
    QVERIFY2(sweep->message()->text().contains("'m=3..' is not a row of sizes"), qPrintable(sweep->message()->text()));
    sweep->edit()->selectAll();
    QTest::keyClicks(sweep->edit(), "m=3,4");
    QTest::keyClick(sweep->edit(), Qt::Key_Return);
    QVERIFY2(sweep->message()->text().contains("no size named m; its sizes are n"),
             qPrintable(sweep->message()->text()));
    sweep->edit()->selectAll();
    QTest::keyClicks(sweep->edit(), "n=64..500");
    QTest::mouseClick(sweep->runButton(), Qt::LeftButton);
    QVERIFY(f.settle(120000));
    QVERIFY(sweep->message()->text().isEmpty());
    const std::vector<SweepRow>& rows = sweep->chart()->rows();
    std::vector<int64_t> sizes;
    for (const SweepRow& row : rows) {
      sizes.push_back(row.size);
      QVERIFY2(row.error.isEmpty() && row.checked && row.ok && row.medianMs > 0, qPrintable(row.error));
    }
    QCOMPARE(sizes, (std::vector<int64_t>{64, 128, 256, 500}));
    // A longer time is higher in the chart.
    QVERIFY((rows[3].medianMs > rows[0].medianMs) == (sweep->chart()->place(3).y() < sweep->chart()->place(0).y()));
    QVERIFY(f.atRest());
    f.screenshot("sweep_time");
    QTest::mouseClick(sweep->performance(), Qt::LeftButton);
    QVERIFY(sweep->chart()->showsPerformance());
    f.screenshot("sweep_performance");
    QTest::mouseClick(f.runButton(), Qt::LeftButton);  // the sweep stays beside the run of the size in the file
    QVERIFY(f.settle(120000));
    QVERIFY(sweep->isVisible() && rows.size() == 4);
    QTest::mouseClick(sweep->findChild<QToolButton*>("closeSweep"), Qt::LeftButton);
    QVERIFY(!sweep->isVisible() && f.runView()->chart()->isVisible());
    QCOMPARE(f.runView()->chart()->runs().size(), 1U);
    // Sizes that are numbers cannot be varied.
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(clickMenu(f.window.get(), {"Run", "Sweep over a size"}));
    QVERIFY(sweep->message()->text().startsWith("Every size of this function is a number"));
    QVERIFY(!sweep->runButton()->isEnabled());
    f.screenshot("sweep_none");
  }

  // A state that is too slow for background timing has an estimate, in its row and in the run pane; so does a state
  // that is being timed say so.
  void slowStatesAreTold() {
    WindowFixture f;
    f.window->workbench()->runJobs()->setQuickTimeout(1.5);
    QVERIFY(f.openText(R"(from tvm.script import tir as T

@T.prim_func
def slow(A: T.Buffer((64,), "float32"), C: T.Buffer((1,), "float32")):
    for i, j, k in T.grid(65536, 65536, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("RRR", [i, j, k])
            with T.init():
                C[0] = T.float32(0)
            C[0] = C[0] + A[vk]
)"));
    const auto said = [&] {
      QStringList all;
      for (const QLabel* label : f.runView()->findChildren<QLabel*>("dim")) all << label->text();
      return all.join('|');
    };
    QVERIFY2(said().contains("Not run yet"), qPrintable(said()));
    QTest::mouseClick(f.window->findChild<QToolButton*>("autoMeasure"), Qt::LeftButton);
    QTRY_VERIFY2_WITH_TIMEOUT(said().contains("Being checked and timed"), qPrintable(said()), 20000);
    const QModelIndex time = f.trace()->traceModel()->index(0, TraceModel::kTime);
    QTRY_VERIFY2_WITH_TIMEOUT(time.data().toString().startsWith("≈ "), qPrintable(time.data().toString()), 60000);
    QVERIFY(f.settle());
    QVERIFY(!f.trace()->isColumnHidden(TraceModel::kTime));
    QVERIFY2(f.trace()
                 ->traceModel()
                 ->index(0, TraceModel::kTime)
                 .data(Qt::ToolTipRole)
                 .toString()
                 .contains("Run waits for the measured time"),
             "the tooltip says why");
    QTRY_VERIFY2_WITH_TIMEOUT(said().contains("Run measures the whole"), qPrintable(said()), 30000);
    QVERIFY2(said().contains("Estimate from") && said().contains(" to "), qPrintable(said()));
    QVERIFY(f.runView()->number()->text().startsWith("≈ "));
    QCOMPARE(f.window->workbench()->records()->model()->rowCount(), 0);  // an estimate is no run
    f.screenshot("too_slow");
  }

  // Every row of the trace gets its time and its check; the numbers belong to the shown state.
  void everyStepIsTimed() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    QVERIFY(cell(f, 0, TraceModel::kTime).isEmpty());
    QTest::mouseClick(automatic(f), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(allTimed(f), 60000);
    const RunModel* runs = f.window->workbench()->records()->model();
    QCOMPARE(runs->rowCount(), f.trace()->model()->rowCount());
    QCOMPARE(runs->runs()[size_t(runs->shownIndex())].node, f.window->workbench()->document()->history().current());
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      f.screenshot("measured_" + theme);
    }
    // A new step is timed too; nothing is timed after timing is switched off.
    f.window->workbench()->steps()->applyText("unroll(i_1)");
    QVERIFY(f.settle());
    QTRY_VERIFY_WITH_TIMEOUT(allTimed(f), 60000);
    QTest::mouseClick(automatic(f), Qt::LeftButton);
    const int before = runs->rowCount();
    f.window->workbench()->steps()->applyText("split(j, [None, 4])");
    QVERIFY(f.settle());
    const AutoMeasure* timing = f.window->workbench()->autoMeasure();
    QVERIFY(!timing->due() && timing->timing() == -1);
    QCOMPARE(runs->rowCount(), before);
  }

  // The file's challenge is shown before the first run, and its progress beside each run.
  void challengeIsJudged() {
    WindowFixture f;
    QVERIFY(f.openText(("# challenge: 0.0001x start, 1 step\n" + std::string(kSmallProgram)).c_str()));
    QVERIFY(f.settle());
    const auto says = [&](const QString& words) {
      const auto labels = f.runView()->findChildren<QLabel*>();
      return std::any_of(labels.begin(), labels.end(),
                         [&](const QLabel* label) { return label->isVisible() && label->text().contains(words); });
    };
    QVERIFY(says(QStringLiteral("Challenge: 0.0001 times as fast as the start, in at most 1 step\n")));
    QVERIFY(f.typeKey(Qt::Key_F5, {}));
    QTRY_VERIFY_WITH_TIMEOUT(says(QStringLiteral("0 of 1 steps")), 60000);
    QVERIFY(says(QStringLiteral("✓ ")));
    QVERIFY(!says(QStringLiteral("✗ ")));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle() && f.typeKey(Qt::Key_F5, {}));
    QTRY_VERIFY_WITH_TIMEOUT(says(QStringLiteral("✗ 2 of 1 steps")), 60000);
    f.screenshot("challenge");
    QVERIFY(f.openText(("# challenge: faster\n" + std::string(kSmallProgram)).c_str()));
    QVERIFY(f.settle());
    QVERIFY(says(QStringLiteral("the challenge asks for \"faster\"")));
    // The same program with another goal: the run before is judged by it.
    QVERIFY(f.openText(("# challenge: at most 1 bytes\n" + std::string(kSmallProgram)).c_str()));
    QVERIFY(f.settle());
    QVERIFY(says(QStringLiteral(" of at most 1 bytes")) && says(QStringLiteral("✗ ")));
    // Counts are those of the state that ran.
    QVERIFY(f.openText(("# challenge: 1x fewer cycles, at most 1 bytes\n" + std::string(kSmallProgram)).c_str(),
                       "counted.py"));
    QVERIFY(f.settle());
    QVERIFY(says(QStringLiteral("Challenge: 1 times fewer cycles than the start, at most 1 bytes\n")));
    QVERIFY(f.typeKey(Qt::Key_F5, {}));
    QTRY_VERIFY_WITH_TIMEOUT(says(QStringLiteral("1 of 1× fewer cycles")), 60000);
    QVERIFY(says(QStringLiteral(" of at most 1 bytes")) && says(QStringLiteral("✗ ")));
  }

  // What the missed goal is spent on, why the model and the time differ, and the cycles of the loops; each loop has at
  // most what the program has.
  void challengeSaysWhatCostsMost() {
    WindowFixture f;
    QVERIFY(f.openText(("# challenge: 1000x fewer cycles\n" + std::string(kSmallProgram)).c_str()));
    QVERIFY(f.settle());
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle() && f.typeKey(Qt::Key_F5, {}));
    const auto visible = [&](const QString& words) {
      const auto labels = f.runView()->findChildren<QLabel*>();
      return std::any_of(labels.begin(), labels.end(),
                         [&](const QLabel* label) { return label->isVisible() && label->text().contains(words); });
    };
    QTRY_VERIFY_WITH_TIMEOUT(visible(QStringLiteral("block C costs ")), 60000);
    QVERIFY(visible(QStringLiteral("Costs most")) && visible(QStringLiteral("of 1000× fewer cycles")));
    QVERIFY(visible(QStringLiteral("Cycles of loop ")) && visible(QStringLiteral(" cache lines, limited by ")));
    const RunRow* run = f.window->workbench()->records()->model()->last();
    QVERIFY(run && run->figures.model);
    const std::vector<RunFact> facts = modelFacts(*run);
    size_t loops = 0;
    for (const RunFact& fact : facts) loops += fact.name.contains(QStringLiteral("Cycles of loop"));
    QVERIFY(loops >= 3 && loops <= run->figures.model->loops.size());
    f.screenshot("costs_most");
    QVERIFY(f.openText(kSmallProgram, "plain.py"));
    QVERIFY(f.settle() && f.typeKey(Qt::Key_F5, {}));
    QVERIFY(f.settle());
    QVERIFY2(!visible(QStringLiteral("Cycles of loop ")), "without a challenge that counts");
  }

  // Integers have operations, and what only copies has bytes; nobody reads "0.0 GFLOP/s".
  void integersHaveOperations() {
    WindowFixture f;
    std::string text = kSmallProgram;
    for (size_t at = 0; (at = text.find("float32", at)) != std::string::npos;) text.replace(at, 7, "int32");
    QVERIFY(f.openText(text.c_str()));
    QVERIFY(f.settle() && f.typeKey(Qt::Key_F5, {}));
    const RunModel* runs = f.window->workbench()->records()->model();
    QTRY_VERIFY_WITH_TIMEOUT(runs->last() && runs->last()->gops > 0, 60000);
    QVERIFY(f.settle());
    const auto labels = f.runView()->findChildren<QLabel*>();
    const auto shown = [&](const QString& words) {
      return std::any_of(labels.begin(), labels.end(),
                         [&](const QLabel* label) { return label->isVisible() && label->text().contains(words); });
    };
    QVERIFY(shown(QStringLiteral("GOP/s")) && !shown(QStringLiteral("GFLOP")));
    QVERIFY(runs->index(0, RunModel::kGflops).data().toString().endsWith(QStringLiteral(" GOP/s")));
    RunRow copy;
    copy.gbps = 12.34;
    QCOMPARE(performanceOf(copy), QStringLiteral("12.3 GB/s"));
  }

  // A sum of 4,096 terms in float16 misses its reference. The run says so once, and a click makes the sum float32.
  void sumsInHalfPrecision() {
    WindowFixture f;
    QVERIFY(f.openText(kHalfSums));
    QVERIFY(f.settle() && f.typeKey(Qt::Key_F5, {}));
    const auto seen = [&](const QString& words) {
      QList<QLabel*> found;
      for (QLabel* label : f.runView()->findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains(words)) found << label;
      return found;
    };
    const auto remedy = [&]() -> QPushButton* {
      for (QPushButton* button : f.runView()->findChildren<QPushButton*>("sumInFloat32"))
        if (button->isVisible()) return button;
      return nullptr;
    };
    QTRY_COMPARE_WITH_TIMEOUT(seen("Block Y sums 4096 terms in float16").size(), 1, 60000);
    QVERIFY(f.settle() && f.atRest());
    const QLabel* said = seen("Block Y sums 4096 terms in float16").front();
    QVERIFY2(
        QRegularExpression("^Block Y sums 4096 terms in float16: as written, results are off by up to \\d+ % of the "
                           "largest one \\([\\d.]+ % is tolerated\\)\\.$")
            .match(said->text())
            .hasMatch(),
        qPrintable(said->text()));
    QVERIFY2(said->height() >= said->heightForWidth(said->width()),
             qPrintable(QStringLiteral("%1x%2 of %3")
                            .arg(said->width())
                            .arg(said->height())
                            .arg(said->heightForWidth(said->width()))));
    QVERIFY(remedy() && remedy()->width() >= remedy()->sizeHint().width() &&
            remedy()->y() >= said->geometry().bottom());
    QCOMPARE(remedy()->toolTip(), QString("Applies these steps. The results are then exact.\n"
                                          "sch.cache_write(\"Y\", 0, \"global\")\n"
                                          "sch.unsafe_set_dtype(\"Y\", 0, \"float32\")"));
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      f.screenshot("sums_" + theme);
    }
    // The note is part of the recorded run.
    const std::vector<RunRecord>& runs = f.window->workbench()->document()->workspace().runs;
    QVERIFY(runs.back().sums && runs.back().sums->own > 0.02 && runs.back().sums->wide == 0);
    QTest::mouseClick(remedy(), Qt::LeftButton);
    QVERIFY(f.settle());
    const std::vector<int> path =
        f.window->workbench()->document()->history().pathTo(f.window->workbench()->document()->history().current());
    QVERIFY(path.size() > 1);
    QVERIFY(f.typeKey(Qt::Key_F5, {}));
    QTRY_COMPARE_WITH_TIMEOUT(f.window->workbench()->records()->model()->rowCount(), 2, 60000);
    QVERIFY(f.settle());
    QVERIFY(!remedy() && seen("in float16").empty());
    QVERIFY(!runs.back().sums && runs.back().ok);
    QCOMPARE(runs.back().maxAbsError, 0.0);
  }

  // The setting is kept for the next window.
  void switchIsRemembered() {
    WindowFixture f;
    QTest::mouseClick(automatic(f), Qt::LeftButton);
    QVERIFY(f.settings.value("autoMeasure").toBool());
    QVERIFY(f.window->workbench()->autoMeasure()->on());
  }

  // Values that overflow an int8: the step that stored them so is named and shown.
  void brokenResult() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks, "two.py"));
    for (const char* step : {"split(p, [None, 8])", "split(x, [None, 8])", "unsafe_set_dtype(\"B\", 0, \"int8\")",
                             "unroll(p_1)", "unroll(x_1)"})
      f.window->workbench()->steps()->applyText(step);
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()
                 ->document()
                 ->history()
                 .pathTo(f.window->workbench()->document()->history().current())
                 .size(),
             size_t(6));
    f.window->workbench()->runs()->run();
    QVERIFY(f.settle());
    QCOMPARE(cell(f, 5, TraceModel::kCheck), QStringLiteral("✗"));
    QVERIFY(f.window->workbench()->messages()->problems().front().message.contains("wrong"));
    f.window->workbench()->runs()->findBreakingStep(f.window->workbench()->document()->history().current());
    QVERIFY(f.settle());
    const QString found = f.window->workbench()->messages()->problems().front().message;
    QVERIFY2(found.contains("step 3") && found.contains("unsafe_set_dtype"), qPrintable(found));
    QCOMPARE(f.window->workbench()
                 ->document()
                 ->history()
                 .pathTo(f.window->workbench()->document()->history().current())
                 .size(),
             size_t(4));
  }

  void nothingIsBroken() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    QString said;
    connect(f.window->workbench()->messages(), &Messages::said, this, [&said](const QString& text) { said = text; });
    f.window->workbench()->runs()->findBreakingStep(f.window->workbench()->document()->history().current());
    QVERIFY(f.settle());
    QVERIFY2(said.contains("right result"), qPrintable(said));
  }
};

}  // namespace lw

int testMeasure(int argc, char** argv) {
  lw::TestMeasure test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_measure.moc"
