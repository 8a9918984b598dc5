// The access view and stepping.
#include <webp/demux.h>

#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>
#include <algorithm>

#include "app/models/program/selection_model.h"
#include "app/models/schedule/steps.h"
#include "app/services/workbench.h"
#include "tests/gui/menus.h"
#include "tests/gui/playing.h"

namespace lw {
namespace {

// 64 x 64 elements have cells of a pixel or two: the lens enlarges them under the mouse, and the wheel all of them.
constexpr const char* kWide = R"(from tvm.script import tir as T

@T.prim_func
def transpose(A: T.Buffer((256, 256), "float32"), B: T.Buffer((256, 256), "float32")):
    for i, j in T.grid(256, 256):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vj, vi] = A[vi, vj]


def tiled(sch):
    i, j = sch.get_loops(sch.get_block("B"))
    io, ii = sch.split(i, [None, 32])
    jo, ji = sch.split(j, [None, 32])
    sch.reorder(io, jo, ii, ji)
)";

}  // namespace

class TestPlayback : public QObject {
  Q_OBJECT

  static bool openWide(const WindowFixture& f) {
    if (!openAccesses(f, kWide)) return false;
    f.window->workbench()->steps()->applyFunction("tiled");
    return f.settle() && QTest::qWaitFor([&] { return playback(f)->size() == size_t(64 * 64 * 2); }, 20000);
  }
  static void turn(AccessGrids* grids, const QPointF& at, int steps, Qt::KeyboardModifiers keys) {
    for (int i = 0; i < std::abs(steps); ++i) {
      QWheelEvent event(at, grids->mapToGlobal(at), {}, {0, steps > 0 ? 120 : -120}, Qt::NoButton, keys,
                        Qt::NoScrollPhase, false);
      QCoreApplication::sendEvent(grids, &event);
    }
  }

 private Q_SLOTS:
  void noProgram() {
    WindowFixture f;
    f.showPage(AccessesFeature::kPage);
    QVERIFY(f.settle());
    QVERIFY(f.executions()->recordingText().contains("No program"));
  }

  void playsASmallCopy() {
    WindowFixture f;
    QVERIFY(openAccesses(f, kSmallProgram));
    QCOMPARE(playback(f)->size(),
             size_t(16 * 16 * 16 * 4 + 16 * 16));  // three loads and a store each, and the init
    QCOMPARE(playback(f)->program().sizes, (std::vector<std::pair<int64_t, int64_t>>{{64, 16}}));
    QCOMPARE(playback(f)->position(), size_t(0));
    // By keys.
    AccessGrids* grids = f.accesses()->grids();
    grids->setFocus();
    QTest::keyClick(grids, Qt::Key_Right);
    QCOMPARE(playback(f)->position(), size_t(1));
    QTest::keyClick(grids, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(playback(f)->position(), size_t(11));
    QTest::keyClick(grids, Qt::Key_Left);
    QCOMPARE(playback(f)->position(), size_t(10));
    QVERIFY(grids->accessibleDescription().contains("C at i=0, j=0, k="));
    QTest::keyClick(grids, Qt::Key_End);
    QCOMPARE(playback(f)->position(), playback(f)->size());
    QTest::keyClick(grids, Qt::Key_Home);
    QCOMPARE(playback(f)->position(), size_t(0));
    // Playing advances until it is paused.
    QTest::keyClick(grids, Qt::Key_Space);
    QTRY_VERIFY_WITH_TIMEOUT(playback(f)->position() > 20, 30000);
    QTest::keyClick(grids, Qt::Key_Space);
    const size_t stopped = playback(f)->position();
    QVERIFY(!f.accesses()->playing());
    QCOMPARE(playback(f)->position(), stopped);
    // The selection follows.
    click(f, "accessForward");
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->selection()->current().block(), f.block("C"));
    // The scrubber, by mouse.
    QSlider* scrubber = f.accesses()->scrubber();
    QTest::mouseClick(scrubber, Qt::LeftButton, {}, QPoint(scrubber->width() / 2, scrubber->height() / 2));
    QVERIFY(playback(f)->position() != stopped + 1);
    playback(f)->setPosition(3000);
    pictures(f, "access");
  }

  void tilesKeepTheCache() {
    WindowFixture f;
    QVERIFY(openAccesses(f, R"(from tvm.script import tir as T

@T.prim_func
def transpose(A: T.Buffer((256, 256), "float32"), B: T.Buffer((256, 256), "float32")):
    for i, j in T.grid(256, 256):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vj, vi] = A[vi, vj]


def tiled(sch):
    i, j = sch.get_loops(sch.get_block("B"))
    io, ii = sch.split(i, [None, 16])
    jo, ji = sch.split(j, [None, 16])
    sch.reorder(io, jo, ii, ji)
)"));
    const auto misses = [&] {
      playback(f)->setPosition(playback(f)->size());
      return double(counts(f).misses()) / double(counts(f).accesses());
    };
    const double before = misses();
    f.window->workbench()->steps()->applyFunction("tiled");
    QVERIFY(f.settle());
    QTRY_VERIFY_WITH_TIMEOUT(!playback(f)->empty() && playback(f)->size() == size_t(32 * 32 * 2), 20000);
    playback(f)->setCache({1, 32, 64});
    const double after = misses();
    QVERIFY2(after < before, qPrintable(QString("%1 %2").arg(before).arg(after)));
    QCOMPARE(counts(f).misses(), int64_t(2 * 32 * 32 / 16));  // every line once
    // Another cache, by the spin boxes: a cache of two lines does not hold a tile.
    auto* ways = f.window->findChild<QSpinBox*>("cacheWays");
    ways->setFocus();
    ways->selectAll();
    QTest::keyClicks(ways, "2");
    QTest::keyClick(ways, Qt::Key_Return);
    QCOMPARE(playback(f)->cache().shape, (CacheShape{1, 2, 64}));
    QVERIFY(misses() > after);
    playback(f)->setPosition(700);
    pictures(f, "access_tiles");
  }

  // The pane is enlarged by the button and by the key; the grids grow with it.
  void moreRoom() {
    WindowFixture f;
    QVERIFY(openAccesses(f, kSmallProgram));
    AccessGrids* grids = f.accesses()->grids();
    const double before = grids->layout().cell;
    QTest::mouseClick(f.largerResults(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(grids->layout().cell > before * 1.5, 30000);
    playback(f)->setPosition(5000);
    pictures(f, "access_larger");
    QVERIFY(f.typeKey(Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier));
    QVERIFY(!f.largerResults()->isChecked());
    QTRY_VERIFY_WITH_TIMEOUT(grids->layout().cell < before * 1.5, 30000);
  }

  void lensUnderTheMouse() {
    WindowFixture f;
    QVERIFY(openWide(f));
    playback(f)->setPosition(300);  // 150 elements of the first tile: four rows and 22 elements
    AccessGrids* grids = f.accesses()->grids();
    QVERIFY2(grids->layout().cell < 3, qPrintable(QString::number(grids->layout().cell)));
    const int64_t element = 3 * 64 + 17;
    const QPoint at = middleOf(grids, 0, element).toPoint();
    QTest::mouseMove(grids, at);
    AccessLens* lens = grids->lens();
    QVERIFY(lens && lens->isVisible());
    // If cells are not whole pixels, a pixel may belong to a neighbour.
    const auto under = elementAt(grids->layout(), at);
    QVERIFY(under && under->first == 0 && std::abs(under->second / 64 - 3) <= 1);
    QVERIFY2(
        lens->facts()[0].startsWith(QStringLiteral("A[%1, %2] = ").arg(under->second / 64).arg(under->second % 64)),
        qPrintable(lens->facts()[0]));
    QVERIFY2(lens->facts()[1].startsWith(QStringLiteral("cache line ")), qPrintable(lens->facts()[1]));
    const QPoint mouse = grids->mapTo(f.window.get(), at);
    QVERIFY(!lens->geometry().contains(mouse));
    QVERIFY(f.window->rect().contains(lens->geometry()));
    // Its cells are those of the grid, with the lines in the cache.
    const auto shade = [&](int64_t e) {
      return lens->grab().toImage().pixelColor((lens->rectOf(e).center() + QPointF(2, 2)).toPoint());
    };
    const bool held = lens->facts()[1].endsWith(": cached");
    const Theme& theme = f.window->theme();
    QCOMPARE(shade(under->second) == theme.raised, !held);
    for (const QString& name : themeNames()) {
      f.window->setThemeByName(name);
      QTest::mouseMove(grids, at + QPoint(1, 0));
      QTest::mouseMove(grids, at);
      QVERIFY(lens->isVisible());
      f.screenshot("access_lens_" + name);
    }
    QTest::mouseMove(grids, middleOf(grids, 1, 63 * 64 + 60).toPoint());
    QVERIFY2(lens->facts()[0].startsWith("B[6"), qPrintable(lens->facts()[0]));
    QVERIFY2(lens->facts()[1].endsWith(": not cached"), qPrintable(lens->facts()[1]));
    QTest::mouseMove(grids, QPoint(grids->width() - 2, grids->height() - 2));
    QVERIFY(!lens->isVisible());
  }

  void largerCells() {
    WindowFixture f;
    QVERIFY(openWide(f));
    AccessGrids* grids = f.accesses()->grids();
    auto* smaller = f.window->findChild<QToolButton*>("accessSmaller");
    QVERIFY(!smaller->isEnabled());
    const double all = grids->layout().cell;
    // The cell under the mouse does not move.
    const QPointF at = middleOf(grids, 0, 20 * 64 + 30);
    turn(grids, at, 8, Qt::ControlModifier);
    QVERIFY2(grids->layout().cell > 4 * all, qPrintable(QString::number(grids->layout().cell)));
    QVERIFY(smaller->isEnabled());
    auto found = elementAt(grids->layout(), at);
    QVERIFY(found && found->first == 0);
    QVERIFY(std::abs(found->second / 64 - 20) <= 1 && std::abs(found->second % 64 - 30) <= 1);
    QRectF before;
    for (const AccessGrid& grid : grids->layout().grids) {
      QVERIFY(QRectF(grids->rect()).contains(grid.view));
      QVERIFY(grid.cells.adjusted(-0.1, -0.1, 0.1, 0.1).contains(grid.view));
      QVERIFY(!grid.view.intersects(before));
      before = grid.view;
    }
    // The wheel and the mouse scroll through the rows; with Shift through the columns.
    turn(grids, at, -1, {});
    QVERIFY(elementAt(grids->layout(), at)->second / 64 > found->second / 64);
    turn(grids, at, 1, {});
    QCOMPARE(elementAt(grids->layout(), at), found);
    turn(grids, at, -1, Qt::ShiftModifier);
    QVERIFY(elementAt(grids->layout(), at)->second % 64 > found->second % 64);
    turn(grids, at, 1, Qt::ShiftModifier);
    QTest::mousePress(grids, Qt::LeftButton, {}, at.toPoint());
    QMouseEvent move(QEvent::MouseMove, at + QPointF(0, -30), grids->mapToGlobal(at + QPointF(0, -30)), Qt::NoButton,
                     Qt::LeftButton, {});
    QCoreApplication::sendEvent(grids, &move);
    QTest::mouseRelease(grids, Qt::LeftButton, {}, at.toPoint() + QPoint(0, -30));
    QCOMPARE(elementAt(grids->layout(), at + QPointF(0, -30)),
             elementAt(grids->layout(), middleOf(grids, 0, found->second)));
    // There is a border where a cache line begins: every 16 floats.
    playback(f)->setCache({4, 8, 64});
    const QImage seen = grids->grab().toImage();
    const AccessGrid& grid = grids->layout().grids.front();
    const auto colorAt = [&](int64_t column) {
      return seen.pixelColor(qRound(grid.cells.left() + double(column) * grids->layout().cell),
                             int(grid.view.center().y()));
    };
    const auto columnSeen = [&](int64_t column) {
      return grid.cells.left() + double(column) * grids->layout().cell > grid.view.left() + 2;
    };
    const int64_t begin = columnSeen(16) ? 16 : columnSeen(32) ? 32 : 48;
    QCOMPARE(colorAt(begin), f.window->theme().dim);
    QVERIFY(colorAt(begin + 1) != f.window->theme().dim);
    // Each buffer scrolls to the accessed element.
    grids->setFocus();
    for (const size_t position : {size_t(1), size_t(4000), playback(f)->size()}) {
      playback(f)->setPosition(position - 1);
      QTest::keyClick(grids, Qt::Key_Right);
      const Recording::Access* last = playback(f)->last();
      for (const AccessGrid& g : grids->layout().grids)
        if (g.memory == last->memory) QVERIFY(g.view.contains(middleOf(grids, last->memory, last->element)));
    }
    playback(f)->setPosition(4000);
    pictures(f, "access_enlarged");
    // By keys and buttons.
    QTest::keyClick(grids, Qt::Key_0);
    QCOMPARE(grids->layout().cell, all);
    QTest::keyClick(grids, Qt::Key_Plus);
    const double once = grids->layout().cell;
    QVERIFY(once > all);
    QTest::keyClick(grids, Qt::Key_Plus);
    QVERIFY(grids->layout().cell > once);
    const QRectF cells = grids->layout().grids.front().cells;
    QTest::keyClick(grids, Qt::Key_Down, Qt::ControlModifier);
    QTest::keyClick(grids, Qt::Key_Up, Qt::ControlModifier);
    QTest::keyClick(grids, Qt::Key_Minus);
    QTest::keyClick(grids, Qt::Key_Minus);
    QCOMPARE(grids->layout().cell, all);
    QVERIFY(!smaller->isEnabled());
    click(f, "accessLarger");
    QCOMPARE(grids->layout().cell, once);
    click(f, "accessSmaller");
    QCOMPARE(grids->layout().cell, all);
    QVERIFY(cells.width() > grids->layout().grids.front().cells.width());
  }

  void steps() {
    WindowFixture f;
    QVERIFY(openAccesses(f, kTwoBlocks, "two.py"));
    auto* unit = f.window->findChild<QComboBox*>("accessUnit");
    unit->setFocus();
    QTest::keyClick(unit, Qt::Key_Down);
    click(f, "accessForward");  // B[0] = A[0] * 2: a load and a store
    QCOMPARE(playback(f)->position(), size_t(2));
    click(f, "accessForward");
    click(f, "accessBack");
    QCOMPARE(playback(f)->position(), size_t(2));
    unit->setFocus();
    QTest::keyClick(unit, Qt::Key_Down);
    click(f, "accessForward");
    QCOMPARE(playback(f)->position(), size_t(4));
    QCOMPARE(playback(f)->recording().loopValues(*playback(f)->instance()),
             (std::vector<std::pair<std::string, int64_t>>{{"p", 2}}));
    click(f, "accessBack");
    QCOMPARE(playback(f)->position(), size_t(2));
    click(f, "accessBack");
    QCOMPARE(playback(f)->position(), size_t(0));
    click(f, "accessBack");
    QCOMPARE(playback(f)->position(), size_t(0));
  }

  // By the key at the selected block, and by a click beside the line.
  void breakpoints() {
    WindowFixture f;
    QVERIFY(openAccesses(f, kTwoBlocks, "two.py"));
    f.showScheduled(true);
    f.window->workbench()->selection()->select(LinkedSelection::of(f.block("C")));
    QVERIFY(f.typeKey(Qt::Key_F9, {}));
    QCOMPARE(playback(f)->breakpoints().size(), size_t(1));
    QCOMPARE(f.scheduled()->marks()->breakpointLines().size(), size_t(1));
    AccessGrids* grids = f.accesses()->grids();
    grids->setFocus();
    QTest::keyClick(grids, Qt::Key_PageDown);
    const Recording::Instance* here = playback(f)->instance();
    QCOMPARE(QString::fromStdString(std::string(here->name)), QString("C"));
    QCOMPARE(here->firstAccess, playback(f)->position());
    QVERIFY(playback(f)->sentence().contains("about to start"));
    QTest::keyClick(grids, Qt::Key_PageDown);
    QCOMPARE(playback(f)->recording().loopValues(*playback(f)->instance()).front().second, int64_t(1));
    QTest::keyClick(grids, Qt::Key_PageUp);
    QCOMPARE(playback(f)->recording().loopValues(*playback(f)->instance()).front().second, int64_t(0));
    // Playing stops at the breakpoint.
    QTest::keyClick(grids, Qt::Key_Home);
    QTest::keyClick(grids, Qt::Key_Space);
    QTRY_VERIFY_WITH_TIMEOUT(!f.accesses()->playing(), 30000);
    QCOMPARE(playback(f)->position(), here->firstAccess);
    // A second click removes it.
    CodeView* text = f.scheduled();
    const int line = text->marks()->breakpointLines().front();
    text->ensureLineVisible(line);
    const long y = text->SendScintilla(QsciScintilla::SCI_POINTYFROMPOSITION, 0UL,
                                       text->SendScintilla(QsciScintilla::SCI_POSITIONFROMLINE, (unsigned long)line));
    QTest::mouseClick(text->viewport(), Qt::LeftButton, {}, QPoint(6, int(y) + 8));
    QCOMPARE(playback(f)->breakpoints().size(), size_t(0));
    QTest::mouseClick(text->viewport(), Qt::LeftButton, {}, QPoint(6, int(y) + 8));
    QCOMPARE(playback(f)->breakpoints().size(), size_t(1));
    // It remains at its block after a step.
    f.window->workbench()->steps()->applyText("split(x, [None, 8])");
    QVERIFY(f.settle());
    QCOMPARE(text->marks()->breakpointLines().size(), size_t(1));
    f.screenshot("access_breakpoint");
  }

  // The values after each step: what was written, and nothing else.
  void valuesStepByStep() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks, "two.py"));
    QVERIFY(f.typeKey(Qt::Key_F10, Qt::ControlModifier));
    ValuesView* view = f.valuesView();
    QTRY_VERIFY_WITH_TIMEOUT(view->buffers()->findData("B") >= 0, 20000);
    view->choose("B");
    QCOMPARE(view->model()->summary().nans, int64_t(16));
    view->table()->setFocus();
    QTest::keyClick(f.window.get(), Qt::Key_F10);
    QCOMPARE(view->model()->summary().nans, int64_t(15));
    QCOMPARE(view->buffers()->currentData().toString(), QString("B"));
    QTest::keyClick(f.window.get(), Qt::Key_F10);
    QTest::keyClick(f.window.get(), Qt::Key_F10);
    QCOMPARE(view->model()->summary().nans, int64_t(13));
    QTest::keyClick(f.window.get(), Qt::Key_F10, Qt::ShiftModifier);
    QCOMPARE(view->model()->summary().nans, int64_t(14));
    pictures(f, "values_steps");
  }

  void frames() {
    WindowFixture f;
    QVERIFY(openAccesses(f, kSmallProgram));
    AccessFilm film = f.accesses()->film();
    film.most = 12;
    const auto goOn = [](int, int) { return true; };
    const QString folder = f.folder.filePath("frames");
    QVERIFY(QDir().mkpath(folder));
    QCOMPARE(writeFilm(film, folder + "/run.png", goOn), 12);
    const QStringList files = QDir(folder).entryList({"run*.png"});
    QCOMPARE(files.size(), 12);
    QImage first(folder + "/" + files.front()), last(folder + "/" + files.back());
    QCOMPARE(first.size(), QSize(960, 540));
    QVERIFY(first != last);
    QCOMPARE(writeFilm(film, "/proc/nowhere/run.png", goOn), -1);
    QCOMPARE(writeFilm(film, folder + "/run.webp", [](int done, int) { return done < 3; }), 0);
    QVERIFY(!QFile::exists(folder + "/run.webp"));
    // The animation has the same pixels, and its last picture has the longest duration.
    QCOMPARE(writeFilm(film, folder + "/run.webp", goOn), 12);
    QFile file(folder + "/run.webp");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    const WebPData data{reinterpret_cast<const uint8_t*>(bytes.constData()), size_t(bytes.size())};
    const std::unique_ptr<WebPAnimDecoder, void (*)(WebPAnimDecoder*)> decoder(WebPAnimDecoderNew(&data, nullptr),
                                                                               WebPAnimDecoderDelete);
    QVERIFY(decoder);
    int pictures = 0, time = 0, before = 0;
    QImage shown;
    for (uint8_t* pixels = nullptr; WebPAnimDecoderHasMoreFrames(decoder.get()); ++pictures) {
      before = time;
      QVERIFY(WebPAnimDecoderGetNext(decoder.get(), &pixels, &time));
      shown = QImage(pixels, 960, 540, QImage::Format_RGBA8888).convertToFormat(QImage::Format_RGB32);
    }
    QVERIFY2(pictures > 6 && pictures <= 12, qPrintable(QString::number(pictures)));  // equal pictures may be merged
    QVERIFY(time - before >= 2000);
    QCOMPARE(shown, last.convertToFormat(QImage::Format_RGB32));
  }

  // The button writes the film in the background, and reports it.
  void filmByTheButton() {
    WindowFixture f;
    QVERIFY(openAccesses(f, kSmallProgram));
    const QString path = f.folder.filePath("film.webp");
    QString said;
    QObject::connect(f.window.get(), &MainWindow::said, f.window.get(), [&said](const QString& text) { said = text; });
    const InDialog answered(typeAndEnter(path));
    auto* button = f.window->findChild<QToolButton*>("accessExport");
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY2(said.contains("written to"), qPrintable(said));
    QVERIFY(QFileInfo(path).size() > 1000);
  }

  void gridShapes() {
    const GridShape flat({100});
    QCOMPARE(flat.columns, 64);
    QCOMPARE(flat.rows, 2);
    QCOMPARE(flat.cellOf(65), (std::pair{1, 1}));
    const GridShape packed({2, 3, 4, 5});  // tiles of 4 x 5: three beside each other, two below
    QCOMPARE(packed.columns, 3 * 6 - 1);
    QCOMPARE(packed.rows, 2 * 5 - 1);
    QCOMPARE(packed.cellOf(0), (std::pair{0, 0}));
    QCOMPARE(packed.cellOf(20), (std::pair{6, 0}));
    QCOMPARE(packed.cellOf(60), (std::pair{0, 5}));
    QCOMPARE(packed.cellOf(119), (std::pair{16, 8}));
  }
};

}  // namespace lw

int testPlayback(int argc, char** argv) {
  lw::TestPlayback test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_playback.moc"
