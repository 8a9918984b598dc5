// Tuning for several sizes: which schedule wins where, as a chart in the pane Tune.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include "app/models/document/document.h"
#include "app/services/tuning/size_tuning.h"
#include "app/window/tune/tune_feature.h"
#include "core/text/print/printer.h"
#include "tests/gui/fixture.h"
#include "tests/services/made_up_times.h"

namespace lw {
namespace {

constexpr const char* kRows = R"(from tvm.script import tir as T

@T.prim_func
def rows(a: T.handle, B: T.Buffer((64, 32), "float32"), c: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n, 64), "float32")
    C = T.match_buffer(c, (n, 32), "float32")
    for i, j, k in T.grid(n, 32, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def space(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    lanes = sch.sample_categorical([2, 4, 8, 16], [0.25, 0.25, 0.25, 0.25])
    jo, ji = sch.split(j, [None, lanes])
    sch.reorder(k, ji)
)";

// The lanes that the steps of a candidate chose, by its text.
int lanesOf(const PrimFunc& scheduled) {
  const std::string text = print(scheduled).text;
  for (const int lanes : {2, 4, 8, 16})
    if (text.find("T.grid(n, " + std::to_string(32 / lanes) + ", 64, " + std::to_string(lanes) + ")") !=
        std::string::npos)
      return lanes;
  return 1000;
}

// Many lanes take long to begin, and are fast afterwards: 2 win up to 30 rows, 4 up to 245, and 8 up to 1,966.
double millisecondsOf(const PrimFunc& scheduled, int64_t n) {
  const double lanes = lanesOf(scheduled);
  return 0.01 * lanes * lanes + double(n) / 64 / lanes;
}

MakeRunner bySize() {
  return [](const TuneSetup& setup, const Stop&) -> Result<MadeRunner> {
    const int64_t n = setup.sizes.at("n");
    const auto ms = [n](const tune::TrialRequest& request) { return millisecondsOf(request.scheduled, n); };
    return MadeRunner{std::make_unique<tune::SimulatedRunner>(ms), 0, "unscheduled program"};
  };
}

}  // namespace

class TestTuneSizes : public QObject {
  Q_OBJECT

  struct Sized : WindowFixture {
    explicit Sized(const char* text = kRows) {
      window->workbench()->tuning()->setMakeRunner(bySize());
      opened = openText(text) && typeKey(Qt::Key_3, Qt::ControlModifier | Qt::AltModifier) && view()->isVisible();
      if (!opened) return;
      auto* space = view()->findChild<QComboBox*>("tuneSpace");
      if (const int index = space->findData("space"); index >= 0) space->setCurrentIndex(index);
      view()->findChild<QSpinBox*>("tuneTrials")->setValue(66);
      QTest::mouseClick(view()->acrossSwitch()->button(TuneView::kSizes), Qt::LeftButton);
      opened = settle() && sizes()->isVisible();
    }
    TuneView* view() const { return feature<TuneFeature>().view(); }
    SizeView* sizes() const { return view()->sizes(); }
    SizeChart* chart() const { return sizes()->chart(); }
    SizeTuning* search() const { return window->workbench()->get<SizeTuning>(); }
    void type(const QString& row) const {
      sizes()->edit()->setFocus();
      sizes()->edit()->selectAll();
      QTest::keyClicks(sizes()->edit(), row);
      QTest::keyClick(sizes()->edit(), Qt::Key_Return);
    }
    bool ended() const {
      return QTest::qWaitFor([this] { return !search()->running(); }, 60000) && settle();
    }
    std::string variant() const {
      const History& history = window->workbench()->document()->history();
      return history.node(history.current()).name;
    }
    bool opened = false;
  };

 private Q_SLOTS:
  void whichScheduleWinsWhere() {
    Sized f;
    QVERIFY(f.opened);
    QVERIFY(!f.view()->expectations()->isVisible() && !f.view()->table()->isVisible());
    QCOMPARE(f.sizes()->edit()->text(), QString("n=1..4096"));
    f.type("m=1..8");
    QVERIFY2(f.sizes()->message()->isVisible() && f.sizes()->message()->text().contains("no size named m"),
             qPrintable(f.sizes()->message()->text()));
    f.type("n=8");
    QCOMPARE(f.sizes()->message()->text(), QString("✗ Write two sizes or more, for example n=1..4096"));
    f.type("n=1..1024");
    QVERIFY(!f.sizes()->message()->isVisible());
    QVERIFY(f.ended());
    const SizeDiagram& diagram = f.chart()->diagram();
    QCOMPARE(diagram.values, (std::vector<int64_t>{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024}));
    QCOMPARE(diagram.schedules.size(), size_t(3));
    QCOMPARE(f.search()->ending().words, QString("3 schedules, 3 of which win somewhere"));
    // What wins is the fastest by the model, and the ranges follow each other.
    for (size_t v = 0; v < diagram.values.size(); ++v) {
      double least = 1e9;
      for (const SizeSchedule& s : diagram.schedules) least = std::min(least, s.times[v].ms);
      QVERIFY(diagram.schedules[diagram.chosen[v]].times[v].ms <= 1.1 * least);
    }
    // Boundaries are narrowed to where both take as long.
    QCOMPARE(diagram.ranges.size(), size_t(3));
    QVERIFY(!diagram.ranges.back().most);
    QVERIFY2(std::abs(int(*diagram.ranges[0].most) - 30) <= 6, qPrintable(f.chart()->rangesOf(0)));
    QVERIFY2(std::abs(int(*diagram.ranges[1].most) - 245) <= 30, qPrintable(f.chart()->rangesOf(1)));
    QCOMPARE(f.chart()->rangesOf(0), QString("runs for n ≤ %1").arg(*diagram.ranges[0].most));
    QCOMPARE(f.chart()->rangesOf(2), QString("runs for n > %1").arg(*diagram.ranges[1].most));
    QVERIFY(f.atRest());
    f.screenshot("tune_sizes_dark");
    checkPicture(f);
    f.window->setThemeByName("light");
    QVERIFY(f.settle());
    f.screenshot("tune_sizes_light");
  }

  // Bars and bands are where the diagram says, in the colour of what wins.
  void checkPicture(const Sized& f) {
    const SizeChart* chart = f.chart();
    const SizeDiagram& diagram = chart->diagram();
    QVERIFY(chart->width() >= 300 && chart->height() >= int(diagram.schedules.size()) * 40);
    const QImage drawn = const_cast<SizeChart*>(chart)->grab().toImage();
    const QColor wins = loadTheme("dark").vectorized;
    for (size_t v = 0; v < diagram.values.size(); ++v)
      for (size_t s = 0; s < diagram.schedules.size(); ++s) {
        const QRectF bar = chart->barOf(s, v);
        QVERIFY(bar.height() >= 2 && bar.left() >= 0 && bar.right() <= chart->width());
        QVERIFY(chart->rowOf(s).contains(bar.toAlignedRect().adjusted(1, 1, -1, -1)));
        const QColor ink = drawn.pixelColor(QPointF(bar.left() + 0.3 * bar.width(), bar.center().y()).toPoint());
        QCOMPARE(ink == wins, diagram.chosen[v] == s);
      }
    // Bars of the fastest are the highest of their size.
    for (size_t v = 0; v < diagram.values.size(); ++v)
      for (size_t s = 0; s < diagram.schedules.size(); ++s)
        QVERIFY(chart->barOf(s, v).height() <= chart->barOf(diagram.chosen[v], v).height() + 2);
    // Bands are side by side from the left to the right end.
    qreal left = chart->bandOf(diagram.ranges.front()).left();
    for (const SizeDiagram::Range& range : diagram.ranges) {
      QCOMPARE(chart->bandOf(range).left(), left);
      QVERIFY(chart->bandOf(range).width() > 0);
      left = chart->bandOf(range).right();
    }
  }

  // By pointer and by keys: a hint for each bar, and a schedule that opens as a variant.
  void aClickAdoptsASchedule() {
    Sized f;
    QVERIFY(f.opened);
    f.type("n=1,32,1024");
    QVERIFY(f.ended());
    SizeChart* chart = f.chart();
    QVERIFY(chart->diagram().schedules.size() >= 2);
    QString hint;
    connect(chart, &SizeChart::hintChanged, this, [&hint](const QString& said) { hint = said; });
    const QRectF bar = chart->barOf(0, 1);
    QTest::mouseMove(chart, bar.center().toPoint());
    QTRY_VERIFY2(hint.startsWith("n = 32: ") && hint.endsWith("× the time of the fastest"), qPrintable(hint));
    QTest::mouseMove(chart, QPoint(20, chart->rowOf(0).center().y()));
    QTRY_VERIFY2(hint.startsWith("Found at n = 1, runs for n ≤ ") && hint.endsWith(": lanes 2"), qPrintable(hint));
    QTest::mouseClick(chart, Qt::LeftButton, {}, bar.center().toPoint());
    QVERIFY(f.settle());
    QCOMPARE(f.variant(), std::string("tuned at n = 1"));
    const std::string first =
        print(f.window->workbench()->document()->functionAt(f.window->workbench()->document()->history().current()))
            .text;
    chart->setFocus();
    QTest::keyClick(chart, Qt::Key_Down);
    QTest::keyClick(chart, Qt::Key_Left);
    QTest::keyClick(chart, Qt::Key_Left);
    QCOMPARE(chart->currentRow(), 1);
    QCOMPARE(chart->currentValue(), 0);
    QVERIFY2(hint.startsWith("n = 1: "), qPrintable(hint));
    QTest::keyClick(chart, Qt::Key_Return);
    QVERIFY(f.settle());
    QVERIFY(QString::fromStdString(f.variant()).startsWith("tuned at n = "));
    QVERIFY(f.variant() != "tuned at n = 1");
    QVERIFY(print(f.window->workbench()->document()->functionAt(f.window->workbench()->document()->history().current()))
                .text != first);
    QVERIFY(!chart->accessibleName().isEmpty() && chart->accessibleDescription().contains("Schedule found at n = 1: "));
  }

  // At most one search runs; a stopped one leaves the diagram of the one before.
  void aSearchIsStopped() {
    Sized f;
    QVERIFY(f.opened);
    f.type("n=1,1024");
    QVERIFY(f.ended());
    const SizeDiagram before = f.chart()->diagram();
    const auto gate = std::make_shared<Gate>();
    f.window->workbench()->tuning()->setMakeRunner(gated(gate));
    f.type("n=1..64");
    QTRY_VERIFY(f.search()->running());
    QTRY_VERIFY(!f.sizes()->startButton()->isEnabled());
    QVERIFY(f.sizes()->edit()->hasFocus());
    QTRY_VERIFY(!f.view()->findChild<QPushButton*>("tuneStart")->isEnabled());
    auto* pause = f.view()->findChild<QPushButton*>("tunePause");
    QTRY_VERIFY(pause->isEnabled());
    QTest::mouseClick(pause, Qt::LeftButton);
    QTRY_COMPARE(pause->text(), QString("Resume"));
    QTest::mouseClick(f.view()->findChild<QPushButton*>("tuneStop"), Qt::LeftButton);
    QVERIFY(f.ended());
    QTRY_VERIFY(f.view()->findChild<QLabel*>("tuneWords")->text().startsWith("Stopped"));
    QCOMPARE(f.chart()->diagram(), before);
    QVERIFY(f.sizes()->startButton()->isEnabled());
  }

  // Sizes that are numbers cannot be varied.
  void withoutASizeItSaysSo() {
    Sized f(kTuned);
    QVERIFY(f.opened);
    QVERIFY(!f.sizes()->startButton()->isEnabled());
    QStringList said;
    for (const QLabel* label : f.sizes()->findChildren<QLabel*>())
      if (label->isVisible()) said << label->text();
    QVERIFY2(said.join('|').contains("Every size of this function is a number"), qPrintable(said.join('|')));
  }
};

}  // namespace lw

int testTuneSizes(int argc, char** argv) {
  lw::TestTuneSizes test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_tune_sizes.moc"
