// The values of buffers: the model alone, and the view after a run, by the interpreter and step by step.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>
#include <cmath>

#include "app/models/program/selection_model.h"
#include "app/models/runs/runs.h"
#include "app/models/schedule/steps.h"
#include "app/services/runs/interpreter_runs.h"
#include "backends/reference/npy.h"
#include "tests/gui/fixture.h"

namespace lw {

class TestValues : public QObject {
  Q_OBJECT

  static NDArray counting(std::vector<int64_t> shape, int64_t changed = -1, double to = 0) {
    NDArray array = NDArray::zeros(dtype::Float32, std::move(shape));
    for (int64_t i = 0; i < array.size(); ++i) array.set(i, double(i));
    if (changed >= 0) array.set(changed, to);
    return array;
  }
  static QToolButton* tool(const WindowFixture& f, const char* name) {
    return f.valuesView()->findChild<QToolButton*>(name);
  }
  static void toPage(const WindowFixture& f) {
    for (QToolButton* button : f.window->findChildren<QToolButton*>())
      if (button->text() == "Values" && button->property("class") == "switch")
        QTest::mouseClick(button, Qt::LeftButton);
  }
  static void chooseSource(const WindowFixture& f, int source) {
    QComboBox* box = f.valuesView()->sources();
    box->setFocus();
    while (box->currentIndex() < source) QTest::keyClick(box, Qt::Key_Down);
    while (box->currentIndex() > source) QTest::keyClick(box, Qt::Key_Up);
  }
  static bool has(const WindowFixture& f, const QString& buffer) {
    return f.valuesView()->buffers()->findData(buffer) >= 0;
  }
  static void pictures(WindowFixture& f, const QString& name) {
    for (const QString& theme : themeNames()) {
      f.window->setThemeByName(theme);
      QVERIFY(f.settle());
      f.screenshot(name + "_" + theme);
    }
  }

 private Q_SLOTS:
  void model() {
    ValuesModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    model.setArray(
        ShownArray::of("T", ShownArray::Role::Output, counting({2, 3, 4, 5}, 77, 100), counting({2, 3, 4, 5})));
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.columnCount(), 5);
    QCOMPARE(model.leadingExtents(), (std::vector<int64_t>{2, 3}));
    QCOMPARE(model.number(0, 0), 0.0);
    model.setLeading({1, 0});
    QCOMPARE(model.number(3, 2), 100.0);  // 1*60 + 0*20 + 3*5 + 2
    QCOMPARE(model.data(model.index(3, 2), ValuesModel::kDiffers).toBool(), true);
    QCOMPARE(model.data(model.index(3, 3), ValuesModel::kDiffers).toBool(), false);
    model.setMode(ValuesModel::Mode::Difference);
    QCOMPARE(model.number(3, 2), 23.0);
    QCOMPARE(model.range(), (std::pair{0.0, 23.0}));
    model.setMode(ValuesModel::Mode::Reference);
    QCOMPARE(model.number(3, 2), 77.0);
    model.setLeading({2, 0});  // out of range
    QCOMPARE(model.leading(), (std::vector<int64_t>{1, 0}));
    const ValuesModel::Place place = model.placeOf(77);
    QCOMPARE(place.leading, (std::vector<int64_t>{1, 0}));
    QCOMPARE(place.row, 3);
    QCOMPARE(place.column, 2);
    QCOMPARE(flatOf({2, 3, 4, 5}, indicesOf({2, 3, 4, 5}, 77)), int64_t(77));
    QCOMPARE(model.copyText({model.index(0, 1), model.index(0, 0), model.index(1, 0)}), QString("60\t61\n65"));
    // An array of one dimension is one row; a scalar is a single cell.
    model.setArray(ShownArray::of("v", ShownArray::Role::Input, counting({7})));
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.columnCount(), 7);
    QCOMPARE(model.mode(), ValuesModel::Mode::Values);
    model.setArray(ShownArray::of("s", ShownArray::Role::Input, counting({})));
    QCOMPARE(model.rowCount() * model.columnCount(), 1);
    model.setArray({});
    QCOMPARE(model.rowCount(), 0);
  }

  void summary() {
    NDArray got = counting({4}), expected = counting({4});
    got.set(1, std::nan(""));
    got.set(3, 10);
    const ArraySummary s = summarizeArray(got, &expected);
    QCOMPARE(s.nans, int64_t(1));
    QCOMPARE(s.min, 0.0);
    QCOMPARE(s.max, 10.0);
    QCOMPARE(s.mean, 4.0);
    QCOMPARE(s.different, int64_t(2));
    QCOMPARE(s.first, std::optional<int64_t>(1));
    QVERIFY(std::isinf(s.worstDifference));
    QCOMPARE(s.worst, std::optional<int64_t>(1));
    got.set(1, 1);
    QCOMPARE(summarizeArray(got, &expected).worst, std::optional<int64_t>(3));
    got.set(3, 3.0000001);
    QCOMPARE(summarizeArray(got, &expected).different, int64_t(0));
    QCOMPARE(summarizeArray(got, nullptr).different, int64_t(0));
    NDArray all = NDArray::zeros(dtype::Float32, {1});
    all.set(0, std::nan(""));
    QVERIFY(std::isnan(summarizeArray(all, nullptr).min));
  }

  // Step by step, the chosen element has its history: each access with the iteration, and a click goes there.
  void historyOfAnElement() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.typeKey(Qt::Key_F10, Qt::ControlModifier));
    QVERIFY(f.settle());
    ElementHistory* history = f.feature<ValuesFeature>().history();
    QTRY_VERIFY_WITH_TIMEOUT(has(f, "C"), 30000);
    QVERIFY(history->isVisible());
    f.valuesView()->choose("C");
    QVERIFY(f.settle());
    QTableView* values = f.valuesView()->table();
    QTest::mouseClick(values->viewport(), Qt::LeftButton, {},
                      values->visualRect(values->model()->index(0, 1)).center());
    QTableWidget* rows = history->table();
    QVERIFY2(history->head()->text().startsWith("C[0, 1]: "), qPrintable(history->head()->text()));
    const Playback& playback = *f.feature<SteppingFeature>().runs()->playback();
    const auto& run = playback.recording();
    int writes = 0, reads = 0;
    for (const Recording::Access& access : run.accesses)
      if (run.memories[size_t(access.memory)].name == "C" && access.element == 1) ++(access.store ? writes : reads);
    QVERIFY(writes > 1 && reads > 1);
    QCOMPARE(rows->rowCount(), writes + reads);
    QVERIFY(history->head()->text().contains(QStringLiteral("%1 writes, %2 reads").arg(writes).arg(reads)));
    QVERIFY(rows->item(0, 0)->text().endsWith("becomes 0"));  // the init
    QCOMPARE(rows->item(0, 1)->text(), QStringLiteral("C"));
    QVERIFY2(rows->item(0, 2)->text().startsWith("i=0, j=1, k=0"), qPrintable(rows->item(0, 2)->text()));
    // The last row is the last store; a click goes to the moment after it, where the table shows its value.
    const int last = rows->rowCount() - 1;
    const QString words = rows->item(last, 0)->text();
    QVERIFY2(words.contains(" becomes "), qPrintable(words));
    rows->scrollToItem(rows->item(last, 0));
    QTest::mouseClick(rows->viewport(), Qt::LeftButton, {}, rows->visualItemRect(rows->item(last, 0)).center());
    QVERIFY(f.settle());
    QVERIFY(playback.position() > 0);
    const Recording::Access& there = run.accesses[playback.position() - 1];
    QVERIFY(there.store && there.element == 1);
    QCOMPARE(QString::number(f.valuesView()->model()->number(0, 1), 'g', 6), words.section(" becomes ", 1));
    QCOMPARE(rows->currentRow(), last);
    pictures(f, "values_history");
    // Other sources have no history.
    chooseSource(f, 0);
    QVERIFY(!history->isVisible());
  }

  void ofARun() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    toPage(f);
    QVERIFY(f.valuesView()->isVisible());
    QCOMPARE(f.valuesView()->buffers()->count(), 0);
    f.screenshot("values_empty");
    f.window->workbench()->runs()->run();
    QVERIFY(f.settle());
    f.showPage(ValuesFeature::kPage);
    ValuesView* view = f.valuesView();
    QTRY_VERIFY_WITH_TIMEOUT(has(f, "C"), 30000);
    QVERIFY(has(f, "A") && has(f, "B"));
    QCOMPARE(view->buffers()->currentData().toString(), QString("C"));
    QCOMPARE(view->model()->rowCount(), 64);
    QVERIFY(view->model()->array()->reference);
    QCOMPARE(view->model()->summary().different, int64_t(0));
    QVERIFY(!tool(f, "valuesFirst")->isEnabled());
    // A click in the heat map selects the cell.
    QTest::mouseClick(view->heat(), Qt::LeftButton, {}, view->heat()->cellRect(10, 20).center().toPoint());
    QCOMPARE(view->table()->currentIndex(), view->model()->index(10, 20));
    view->heat()->setFocus();
    QTest::keyClick(view->heat(), Qt::Key_Down);
    QCOMPARE(view->table()->currentIndex(), view->model()->index(11, 20));
    // Copies the whole slice, and a part.
    QTest::mouseClick(tool(f, "valuesCopy"), Qt::LeftButton);
    QCOMPARE(QApplication::clipboard()->text().count('\n'), 63);
    pictures(f, "values");
    // The chosen buffer is the selection of the window.
    view->buffers()->setFocus();
    view->choose("A");
    QCOMPARE(f.window->workbench()->selection()->current().buffer, std::string("A"));
  }

  // A wrong result: the first and the worst element that differ.
  void wrongElements() {
    WindowFixture f;
    const char* text = R"(from tvm.script import tir as T

@T.prim_func
def twice(A: T.Buffer((2, 4, 4), "float32"), B: T.Buffer((2, 4, 4), "float32")):
    for i, j, k in T.grid(2, 4, 4):
        with T.block("B"):
            vi, vj, vk = T.axis.remap("SSS", [i, j, k])
            B[vi, vj, vk] = A[vi, vj, vk] * T.float32(2)


def reference(A, B):
    B[:] = A * 2
    B[1, 0, 2] = 50
    B[1, 3, 1] = 90
)";
    QVERIFY(f.openText(text));
    f.window->workbench()->runs()->run();
    QVERIFY(f.settle());
    f.showPage(ValuesFeature::kPage);
    ValuesView* view = f.valuesView();
    QTRY_VERIFY_WITH_TIMEOUT(has(f, "B"), 30000);
    QCOMPARE(view->model()->summary().different, int64_t(2));
    QTest::mouseClick(tool(f, "valuesFirst"), Qt::LeftButton);
    auto* slice = view->findChild<QSpinBox*>("valuesSlice0");
    QVERIFY(slice);
    QCOMPARE(slice->value(), 1);
    QCOMPARE(view->table()->currentIndex(), view->model()->index(0, 2));
    QVERIFY(view->table()->currentIndex().data(ValuesModel::kDiffers).toBool());
    QTest::mouseClick(tool(f, "valuesWorst"), Qt::LeftButton);
    QCOMPARE(view->table()->currentIndex(), view->model()->index(3, 1));
    auto* modes = view->findChild<QComboBox*>("valuesMode");
    modes->setFocus();
    QTest::keyClick(modes, Qt::Key_Down);
    QTest::keyClick(modes, Qt::Key_Down);
    QCOMPARE(view->model()->mode(), ValuesModel::Mode::Difference);
    QVERIFY(view->model()->number(3, 1) < -80);
    pictures(f, "values_wrong");
    // The next slice, by keys.
    slice->setFocus();
    QTest::keyClick(slice, Qt::Key_Down);
    QCOMPARE(view->model()->leading(), (std::vector<int64_t>{0}));
  }

  void intermediates() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks, "two.py"));
    toPage(f);
    chooseSource(f, InterpreterRuns::kInterpreter);
    QTRY_VERIFY_WITH_TIMEOUT(has(f, "B"), 20000);
    ValuesView* view = f.valuesView();
    view->choose("B");
    QCOMPARE(view->model()->array()->role, ShownArray::Role::Intermediate);
    QCOMPARE(view->model()->columnCount() * view->model()->rowCount(), 64);
    QVERIFY(view->model()->array()->reference);
    QCOMPARE(view->model()->summary().different, int64_t(0));
    QCOMPARE(view->model()->summary().nans, int64_t(0));
    // It is updated after a step.
    f.window->workbench()->steps()->applyText("split(p, [None, 8])");
    QVERIFY(f.settle());
    QTRY_VERIFY_WITH_TIMEOUT(has(f, "B"), 20000);
  }

  // Too large for the interpreter: a smaller copy runs, and the view says so.
  void largePrograms() {
    WindowFixture f;
    f.window->openFile(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
    QVERIFY(f.settle());
    toPage(f);
    chooseSource(f, InterpreterRuns::kInterpreter);
    QTRY_VERIFY_WITH_TIMEOUT(f.valuesView()->buffers()->count() > 2, 60000);
    QVERIFY(f.settle());
    QVERIFY2(f.valuesView()->values().origin.contains("smaller copy"), qPrintable(f.valuesView()->values().origin));
    QVERIFY(f.valuesView()->values().origin.contains("→"));
  }

  void savedAsNpy() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->runs()->run();
    QVERIFY(f.settle());
    f.showPage(ValuesFeature::kPage);
    QTRY_VERIFY_WITH_TIMEOUT(has(f, "C"), 30000);
    const std::string path = f.folder.filePath("c.npy").toStdString();
    QVERIFY(writeNpy(path, *f.valuesView()->model()->array()->values).ok());
    const Result<NDArray> read = readNpy(path);
    QVERIFY(read.ok());
    QCOMPARE(read->shape, (std::vector<int64_t>{64, 64}));
    QCOMPARE(read->getDouble(100), f.valuesView()->model()->number(1, 36));
  }
};

}  // namespace lw

int testValues(int argc, char** argv) {
  lw::TestValues test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_values.moc"
