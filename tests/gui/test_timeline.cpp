// The timeline of a GPU block: the page appears with threads, parts have their colours where their times are, and the
// mouse and the keys go through them.
#include <QComboBox>
#include <QSignalSpy>
#include <QToolButton>
#include <QWheelEvent>

#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/services/runs/timelines.h"
#include "app/window/timeline/timeline_feature.h"
#include "tests/gui/fixture.h"
#include "views/widgets/pane.h"

namespace lw {

// A tile is copied, the threads meet, and each computes with another's element, four times.
constexpr const char* kTiles = R"(from tvm.script import tir as T


@T.prim_func
def tiles(A: T.Buffer((2, 4, 128), "float32"), C: T.Buffer((2, 4, 128), "float32")):
    S = T.alloc_buffer((2, 4, 128), scope="shared")
    for b, i in T.grid(2, 4):
        for t in range(128):
            with T.block("S"):
                vb, vi, vt = T.axis.remap("SSS", [b, i, t])
                S[vb, vi, vt] = A[vb, vi, vt]
        for t in range(128):
            with T.block("C"):
                vb, vi, vt = T.axis.remap("SSS", [b, i, t])
                C[vb, vi, vt] = S[vb, vi, 127 - vt] * T.float32(2)


def threads(sch):
    for block in ["S", "C"]:
        sch.bind(sch.get_loops(block)[2], "threadIdx.x")
    sch.bind(sch.get_loops("S")[0], "blockIdx.x")
)";

class TestTimeline : public QObject {
  Q_OBJECT

  static TimelinePlot* plot(const WindowFixture& f) { return f.feature<TimelineFeature>().view()->plot(); }
  static QToolButton* tab(const WindowFixture& f) {
    for (QToolButton* button : f.feature<ResultsFeature>().pane()->header()->findChildren<QToolButton*>())
      if (button->text() == "Timeline") return button;
    return nullptr;
  }
  static bool openBound(const WindowFixture& f) {
    if (!f.openText(kTiles)) return false;
    f.window->workbench()->steps()->applyFunction("threads");
    return f.settle();
  }
  static bool showTimeline(const WindowFixture& f) {
    f.showPage(TimelineFeature::kPage);
    return QTest::qWaitFor([&] { return plot(f)->kernel() != nullptr; }, 20000) && f.settle();
  }
  // The colour in the middle of a time of a row.
  static QColor colorAt(const WindowFixture& f, int row, double cycles) {
    const QPointF place = plot(f)->placeOf(row, cycles);
    return plot(f)->grab().toImage().pixelColor(place.toPoint());
  }

 private Q_SLOTS:
  void thePageIsThereForThreadsOnly() {
    WindowFixture f;
    f.window->resize(1500, 900);
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(tab(f));
    QVERIFY(!tab(f)->isVisible());
    QVERIFY(openBound(f));
    QTRY_VERIFY(tab(f)->isVisible());
    QVERIFY(tab(f)->visibleRegion().boundingRect().width() >= tab(f)->fontMetrics().horizontalAdvance(tab(f)->text()));
    f.window->workbench()->history()->goTo(0);
    QVERIFY(f.settle());
    QTRY_VERIFY(!tab(f)->isVisible());
  }

  void partsAreWhereTheirTimesAre() {
    WindowFixture f;
    f.window->resize(1500, 900);
    QVERIFY(openBound(f));
    QVERIFY(showTimeline(f));
    const BlockTimeline* kernel = plot(f)->kernel();
    QCOMPARE(kernel->warps.size(), size_t(4));
    QCOMPARE(plot(f)->rows(), 4);
    QVERIFY(f.feature<TimelineFeature>().view()->summary().contains("modelled, not measured"));
    const Theme theme = loadTheme("dark");
    int compared = 0;
    for (int row = 0; row < 4; ++row)
      for (const TimelineSpan& span : kernel->warps[size_t(row)].spans) {
        const double from = plot(f)->placeOf(row, span.begin).x(), to = plot(f)->placeOf(row, span.end).x();
        if (to - from < 8) continue;
        const double busy = span.kind == TimelineSpan::Kind::Wait ? 0 : span.busy / (span.end - span.begin);
        const QColor seen = colorAt(f, row, span.begin + (span.end - span.begin) * 0.15);
        const QColor full = blend(theme.hairline, theme.vectorized, busy);
        QVERIFY2(std::abs(seen.green() - full.green()) <= 12, qPrintable(seen.name() + " " + full.name()));
        ++compared;
      }
    QVERIFY(compared >= 8);
    for (const QString& name : themeNames()) {
      f.window->setThemeByName(name);
      QVERIFY(f.settle());
      f.screenshot("timeline_" + name);
    }
  }

  void mouseAndKeysGoThroughTheParts() {
    WindowFixture f;
    f.window->resize(1500, 900);
    QVERIFY(openBound(f));
    QVERIFY(showTimeline(f));
    const std::vector<TimelineSpan>& spans = plot(f)->kernel()->warps[1].spans;
    const auto span = *std::find_if(spans.begin(), spans.end(),
                                    [](const TimelineSpan& s) { return s.kind == TimelineSpan::Kind::Compute; });
    const QPoint place = plot(f)->placeOf(1, (span.begin + span.end) / 2).toPoint();
    QTest::mouseMove(plot(f), place);
    (void)QTest::qWaitFor([&] { return !plot(f)->markedSentence().isEmpty(); });
    QVERIFY2(plot(f)->markedSentence().startsWith("Warp 1: Compute, block S"), qPrintable(plot(f)->markedSentence()));
    QVERIFY2(plot(f)->markedSentence().contains("stalled in"), qPrintable(plot(f)->markedSentence()));
    QTest::mouseClick(plot(f), Qt::LeftButton, {}, place);
    const SelectionModel* selection = f.window->workbench()->selection();
    QTRY_VERIFY(selection->current().block().valid());
    QCOMPARE(f.window->workbench()->document()->schedule().program().name(selection->current().block()),
             std::string("S"));

    const double all = plot(f)->lastShown();
    plot(f)->setFocus();
    QTest::keyClick(plot(f), Qt::Key_Right);
    QVERIFY(plot(f)->markedSentence().startsWith("Warp 1: "));
    QTest::keyClick(plot(f), Qt::Key_Down);
    QVERIFY(plot(f)->markedSentence().startsWith("Warp 2: "));
    QTest::keyClick(plot(f), Qt::Key_Plus);
    QVERIFY(plot(f)->lastShown() - plot(f)->firstShown() < all * 0.7);
    QTest::keyClick(plot(f), Qt::Key_0);
    QCOMPARE(plot(f)->lastShown(), all);

    // The wheel keeps the time under the mouse.
    const QPointF middle = plot(f)->placeOf(0, all / 2);
    QWheelEvent turned(middle, plot(f)->mapToGlobal(middle), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                       Qt::NoScrollPhase, false);
    QApplication::sendEvent(plot(f), &turned);
    QVERIFY(plot(f)->lastShown() - plot(f)->firstShown() < all);
    QVERIFY(std::abs(plot(f)->placeOf(0, all / 2).x() - middle.x()) < 1);
  }

  void aProgramWithoutThreadsSaysWhatThePageShows() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.showPage(TimelineFeature::kPage);
    QVERIFY(f.settle());
    QVERIFY(f.feature<TimelineFeature>().timelines()->content().why.startsWith("No loop is bound to threads"));
    const QImage drawn = plot(f)->grab().toImage();
    const QColor panel = loadTheme("dark").panel;
    int other = 0;
    for (int y = 0; y < drawn.height(); ++y)
      for (int x = 0; x < drawn.width(); ++x) other += drawn.pixelColor(x, y) != panel;
    QVERIFY2(other > 300, "the words are not drawn");
  }

  void thePictureIsExported() {
    WindowFixture f;
    f.window->resize(1500, 900);
    QVERIFY(openBound(f));
    QVERIFY(showTimeline(f));
    const QString path = f.folder.filePath("timeline.svg");
    QVERIFY(f.feature<TimelineFeature>().view()->exportPicture(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = file.readAll();
    QVERIFY(text.contains("warp 3") || text.contains("<path"));
    QVERIFY(text.contains("Timeline of"));
  }
};

}  // namespace lw

int testTimeline(int argc, char** argv) {
  lw::TestTimeline test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_timeline.moc"
