// GPU kernels in the access view: warps, banks, registers.
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>
#include <algorithm>

#include "app/models/program/selection_model.h"
#include "app/models/schedule/steps.h"
#include "app/services/workbench.h"
#include "tests/gui/playing.h"

namespace lw {
namespace {

// Threads read every fourth element: four of them in one of every four banks.
constexpr const char* kEveryFourth = R"(from tvm.script import tir as T

@T.prim_func
def every_fourth(A: T.Buffer((512,), "float32"), B: T.Buffer((128,), "float32")):
    for i in range(128):
        with T.block("B"):
            vi = T.axis.spatial(128, i)
            B[vi] = A[vi * 4 + 3]


def through_shared_memory(sch):
    block = sch.get_block("B")
    i0, i1 = sch.split(sch.get_loops(block)[0], [None, 32])
    sch.bind(i0, "blockIdx.x")
    sch.bind(i1, "threadIdx.x")
    copy = sch.cache_read(block, 0, "shared")
    sch.compute_at(copy, i0)
    rows, lane = sch.split(sch.get_loops(copy)[-1], [None, 32])
    sch.bind(lane, "threadIdx.x")
)";

// A sum of each row in a register.
constexpr const char* kRowSums = R"(from tvm.script import tir as T

@T.prim_func
def rows(A: T.Buffer((64, 8), "float32"), B: T.Buffer((64,), "float32")):
    for i, k in T.grid(64, 8):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vk]


def in_registers(sch):
    block = sch.get_block("B")
    i, k = sch.get_loops(block)
    i0, i1 = sch.split(i, [None, 32])
    sch.bind(i0, "blockIdx.x")
    sch.bind(i1, "threadIdx.x")
    copy = sch.cache_write(block, 0, "local")
    sch.reverse_compute_at(copy, i1)
)";

}  // namespace

class TestWarps : public QObject {
  Q_OBJECT

  static bool openKernel(const WindowFixture& f, const QString& file, const char* schedule) {
    f.window->openFile(file);
    if (!f.settle()) return false;
    f.window->workbench()->steps()->applyFunction(schedule);
    if (!f.settle()) return false;
    for (QToolButton* button : f.window->findChildren<QToolButton*>())
      if (button->text() == "Accesses" && button->property("class") == "switch")
        QTest::mouseClick(button, Qt::LeftButton);
    return QTest::qWaitFor([&] { return !playback(f)->empty(); }, 20000);
  }
  static QString said(const WindowFixture& f) { return f.accesses()->grids()->accessibleDescription(); }

 private Q_SLOTS:
  // Kernels advance by warps: every step of a column read transfers a sector for each lane, a row write only what it
  // needs.
  void warpsTouchTogether() {
    WindowFixture f;
    QVERIFY(openKernel(f, LW_SOURCE_DIR "/samples/gpu/transpose.py", "plain"));
    QVERIFY(playback(f)->ofWarps());
    QCOMPARE(f.window->findChild<QComboBox*>("accessUnit")->currentText(), QStringLiteral("By warp"));
    QVERIFY(!f.window->findChild<QSpinBox*>("cacheSets")->isVisible());
    AccessGrids* grids = f.accesses()->grids();
    grids->setFocus();
    QTest::keyClick(grids, Qt::Key_Right);
    QCOMPARE(playback(f)->position(), size_t(32));
    QVERIFY2(said(f).contains("warp 0: 32 lanes read A, 32 sectors of 32 bytes where 4 would suffice"),
             qPrintable(said(f)));
    QCOMPARE(warpColumns(*playback(f)), std::vector<int>(32, 4));  // one float of each sector
    // All accesses of the column at once, in the colour of excessive cost.
    const auto painted = [&](int64_t element, int memory) {
      const AccessLayout& layout = grids->layout();
      for (const AccessGrid& grid : layout.grids)
        if (grid.memory == memory) {
          const auto [column, row] = grid.shape.cellOf(element);
          return grids->grab().toImage().pixelColor(int(grid.cells.left() + (column + 0.5) * layout.cell),
                                                    int(grid.cells.top() + (row + 0.25) * layout.cell));
        }
      return QColor();
    };
    const int64_t width = playback(f)->recording().memories[0].shape[1];
    for (const int64_t row : {0, 13, 31}) QCOMPARE(painted(row * width, 0), f.window->theme().reduce);
    QVERIFY(painted(1, 0) != f.window->theme().reduce);
    QTest::keyClick(grids, Qt::Key_Right);
    QCOMPARE(playback(f)->position(), size_t(64));
    QVERIFY2(said(f).contains("warp 0: 32 lanes write B, 4 sectors of 32 bytes: coalesced"), qPrintable(said(f)));
    QCOMPARE(warpColumns(*playback(f)), std::vector<int>(4, 32));
    for (const int64_t column : {0, 13, 31}) QCOMPARE(painted(column, 1), f.window->theme().vectorized);
    QCOMPARE(playback(f)->totals(), (WarpTotals{36, 8, 0, 0}));
    QTest::keyClick(grids, Qt::Key_Left);
    QCOMPARE(playback(f)->position(), size_t(32));
    // The scrubber stops between warps only.
    QSlider* scrubber = f.accesses()->scrubber();
    QTest::mouseClick(scrubber, Qt::LeftButton, {}, QPoint(scrubber->width() / 3, scrubber->height() / 2));
    QVERIFY(playback(f)->position() > 64);
    QCOMPARE(playback(f)->position() % 32, size_t(0));
    QCOMPARE(f.window->workbench()->selection()->current().block(), f.block("B"));
    // By block: one execution by a warp, which reads and writes.
    QTest::keyClick(grids, Qt::Key_Home);
    auto* unit = f.window->findChild<QComboBox*>("accessUnit");
    unit->setFocus();
    QTest::keyClick(unit, Qt::Key_End);
    click(f, "accessForward");
    QCOMPARE(playback(f)->requests(), size_t(2));
    pictures(f, "access_warps");
  }

  // Columns of shared memory are banks; accesses to words of one bank are serialized.
  void banksInTheWay() {
    WindowFixture f;
    QFile file(f.folder.filePath("fourth.py"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(kEveryFourth) > 0);
    file.close();
    QVERIFY(openKernel(f, file.fileName(), "through_shared_memory"));
    AccessGrids* grids = f.accesses()->grids();
    grids->setFocus();
    const auto goTo = [&](const QString& words) {
      for (int i = 0; i < 100 && !said(f).contains(words); ++i) QTest::keyClick(grids, Qt::Key_Right);
      return said(f).contains(words);
    };
    QVERIFY2(goTo("write A_shared"), qPrintable(said(f)));
    QVERIFY2(said(f).contains("write A_shared, no bank conflict: 1 pass"), qPrintable(said(f)));
    // The copy begins with A[3], so that thread t reads word 4 t: banks 0, 4 ... 28, each four times.
    QVERIFY2(goTo("read A_shared"), qPrintable(said(f)));
    QVERIFY2(said(f).contains("32 lanes read A_shared, 4 lanes conflict in bank 0: 4 passes"), qPrintable(said(f)));
    std::vector<int> banks(32);
    for (int bank = 0; bank < 32; bank += 4) banks[size_t(bank)] = 4;
    QCOMPARE(warpColumns(*playback(f)), banks);
    for (const AccessGrid& grid : grids->layout().grids)
      if (grid.banks) QCOMPARE(grid.shape.columns, 32);
    pictures(f, "access_banks");
    QTest::mouseClick(f.largerResults(), Qt::LeftButton);
    QVERIFY(f.settle());
    pictures(f, "access_banks_larger");
  }

  // Registers are shown as a grid of lanes if there are few; otherwise the view says why they are missing.
  void registersOfLanes() {
    WindowFixture f;
    QFile file(f.folder.filePath("rows.py"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(kRowSums) > 0);
    file.close();
    QVERIFY(openKernel(f, file.fileName(), "in_registers"));
    AccessGrids* grids = f.accesses()->grids();
    grids->setFocus();
    for (int i = 0; i < 20 && !said(f).contains("write B_local"); ++i) QTest::keyClick(grids, Qt::Key_Right);
    QVERIFY2(said(f).contains("32 lanes write B_local, registers: no memory traffic"), qPrintable(said(f)));
    QCOMPARE(playback(f)->totals().sectors, int64_t(0));
    const Recording::Access touched = *playback(f)->last();
    const Recording::Memory& memory = playback(f)->recording().memories[size_t(touched.memory)];
    QCOMPARE(memory.registers, int64_t(1));
    for (const AccessGrid& grid : grids->layout().grids)
      if (grid.memory == touched.memory) QCOMPARE(grid.shape.columns, 32);
    const QPointF at = middleOf(grids, touched.memory, 5);
    QCOMPARE(grids->grab().toImage().pixelColor((at + QPointF(0, -grids->layout().cell / 4)).toPoint()),
             f.window->theme().vectorized);
    QTest::mouseMove(grids, at.toPoint());
    const QStringList facts = grids->lens() && grids->lens()->isVisible() ? grids->lens()->facts() : QStringList();
    if (!facts.isEmpty()) QCOMPARE(facts, (QStringList{"B_local[0] = 0", "a register of warp 0, lane 5"}));
    for (int i = 0; i < 19; ++i) QTest::keyClick(grids, Qt::Key_Right);
    for (int i = 0; i < 6; ++i) QTest::keyClick(grids, Qt::Key_Plus);
    pictures(f, "access_registers");
    const auto told = [&](const QString& words) {
      for (const QLabel* label : f.accesses()->findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains(words)) return true;
      return false;
    };
    QVERIFY(!told("registers are not shown"));
    QVERIFY(openKernel(f, LW_SOURCE_DIR "/samples/gpu/matmul.py", "schedule"));
    QTRY_VERIFY_WITH_TIMEOUT(told("registers are not shown: "), 20000);
    pictures(f, "access_no_registers");
  }

  // A thread-bound program that gives no kernels is played as on a CPU, with the reason.
  void boundButNoKernel() {
    WindowFixture f;
    QVERIFY(openAccesses(f, kTwoBlocks, "two.py"));
    f.window->workbench()->steps()->applyText("bind(x, \"threadIdx.x\")");
    QVERIFY(f.settle());
    QTRY_VERIFY_WITH_TIMEOUT(!playback(f)->empty(), 20000);
    QVERIFY(!playback(f)->ofWarps());
    QVERIFY2(playback(f)->program().noKernels.contains("outside of any kernel"),
             qPrintable(playback(f)->program().noKernels));
    bool told = false;
    for (const QLabel* label : f.accesses()->findChildren<QLabel*>())
      told = told || label->toolTip().contains("Played as a CPU would run it");
    QVERIFY(told);
    QCOMPARE(f.window->findChild<QComboBox*>("accessUnit")->currentText(), QStringLiteral("By access"));
    QVERIFY(f.window->findChild<QSpinBox*>("cacheSets")->isVisible());
  }

  // The picture of the sample whose rows begin in one bank, and its film.
  void filmOfKernels() {
    WindowFixture f;
    QVERIFY(openKernel(f, LW_SOURCE_DIR "/samples/gpu/transpose.py", "through_shared_memory"));
    AccessGrids* grids = f.accesses()->grids();
    grids->setFocus();
    for (int i = 0; i < 400 && !said(f).contains("read A_shared"); ++i) QTest::keyClick(grids, Qt::Key_Right);
    QVERIFY2(said(f).contains("32 lanes conflict in bank 0: 32 passes"), qPrintable(said(f)));
    pictures(f, "access_transpose");
    AccessFilm film = f.accesses()->film();
    film.most = 3;
    std::vector<QImage> made;
    QVERIFY(paintFilm(film, [&](const QImage& image, int, int) { return made.push_back(image), true; }));
    QCOMPARE(made.size(), size_t(3));
    QVERIFY(made[0] != made[1] && made[1] != made[2]);
    made[1].save(QStringLiteral(LW_BINARY_DIR "/screenshots/access_film.png"));
  }
};

}  // namespace lw

int testWarps(int argc, char** argv) {
  lw::TestWarps test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_warps.moc"
