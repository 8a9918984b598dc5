// Models that run from the window: plans, times of the kernels in place, steps that change them, parameters from a
// file, and nodes that are dragged together.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStatusBar>
#include <QTableWidget>
#include <QToolButton>
#include <algorithm>

#include "app/models/document/document.h"
#include "app/models/document/messages.h"
#include "app/models/runs/target_choice.h"
#include "app/models/schedule/history_editor.h"
#include "app/services/models/model_runs.h"
#include "app/services/runs/auto_measure.h"
#include "app/window/graph/graph_feature.h"
#include "backends/reference/npy.h"
#include "tests/gui/fixture.h"
#include "tests/gui/graph_programs.h"
#include "tests/gui/menus.h"
#include "views/forms/parameters_dialog.h"
#include "views/graph/graph_memory_view.h"
#include "views/graph/graph_panel.h"
#include "views/graph/graph_run_bar.h"
#include "views/graph/graph_words.h"

namespace lw {
namespace {

// e is read by each sum of the product, b can follow the product, d cannot: it reads rows from the other end.
constexpr const char* kNet = R"(from tvm.script import ir as I, relax as R, tir as T

@I.ir_module
class Net:
    @T.prim_func
    def power(X: T.Buffer((64, 64), "float32"), Y: T.Buffer((64, 64), "float32")):
        for i, j in T.grid(64, 64):
            with T.block("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = T.exp(X[vi, vj])

    @T.prim_func
    def product(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
        for i, j, k in T.grid(64, 64, 64):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]

    @T.prim_func
    def relu(X: T.Buffer((64, 64), "float32"), Y: T.Buffer((64, 64), "float32")):
        for i, j in T.grid(64, 64):
            with T.block("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = T.max(X[vi, vj], T.float32(0))

    @T.prim_func
    def flip(X: T.Buffer((64, 64), "float32"), Y: T.Buffer((64, 64), "float32")):
        for i, j in T.grid(64, 64):
            with T.block("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = X[vi, vj] + X[63 - vi, vj]

    @R.function
    def main(x: R.Tensor((64, 64), "float32"), w: R.Tensor((64, 64), "float32")):
        cls = Net
        with R.dataflow():
            e = R.call_tir(cls.power, (x,), out_sinfo=R.Tensor((64, 64), "float32"))
            a = R.call_tir(cls.product, (e, w), out_sinfo=R.Tensor((64, 64), "float32"))
            b = R.call_tir(cls.relu, (a,), out_sinfo=R.Tensor((64, 64), "float32"))
            d = R.call_tir(cls.flip, (b,), out_sinfo=R.Tensor((64, 64), "float32"))
            R.output(d)
        return d


def reference(x, w):
    b = np.maximum(np.exp(x) @ w, 0)
    return b + b[::-1]
)";

}  // namespace

class TestWholeModels : public QObject {
  Q_OBJECT

  static GraphView* view(const WindowFixture& f) { return f.feature<GraphFeature>().view(); }
  static GraphRunBar* bar(const WindowFixture& f) { return f.feature<GraphFeature>().panel()->runBar(); }
  static const ModelRuns& models(const WindowFixture& f) { return *f.window->workbench()->models(); }
  static bool open(const WindowFixture& f, const char* text, const QString& name = "model.py") {
    QFile file(f.folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly)) return false;
    file.write(text);
    file.close();
    f.window->openFile(file.fileName());
    return f.settle();
  }
  static int nodeOf(const WindowFixture& f, const std::string& value) {
    const auto& nodes = view(f)->drawing()->outline->nodes;
    const auto found = std::find_if(nodes.begin(), nodes.end(), [&](const auto& n) { return n.value == value; });
    return found == nodes.end() ? -1 : int(found - nodes.begin());
  }
  static GraphNodeFigures figures(const WindowFixture& f, const std::string& value) {
    const GraphNodeFigures* found = view(f)->drawing()->figures.find(value);
    return found ? *found : GraphNodeFigures();
  }
  static bool pressKey(const WindowFixture& f, Qt::Key key, Qt::KeyboardModifiers keys = {}) {
    f.window->activateWindow();
    if (!QTest::qWaitForWindowActive(f.window.get())) return false;
    view(f)->setFocus();
    QTest::keyClick(view(f), key, keys);
    return f.settle();
  }
  static void moveTo(const WindowFixture& f, const QPoint& at) {
    QWidget* port = view(f)->viewport();
    QMouseEvent move(QEvent::MouseMove, at, port->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(port, &move);
  }
  // Presses on one node and moves to another one, without releasing it.
  static bool dragOver(const WindowFixture& f, const std::string& from, const std::string& to) {
    pressKey(f, Qt::Key_F);
    const QPoint start = view(f)->rectOf(nodeOf(f, from)).center(), end = view(f)->rectOf(nodeOf(f, to)).center();
    QTest::mousePress(view(f)->viewport(), Qt::LeftButton, {}, start);
    for (const QPoint& at : {start + QPoint(0, 12), (start + end) / 2, end}) moveTo(f, at);
    return f.settle();
  }
  static bool drop(const WindowFixture& f, const std::string& on) {
    QTest::mouseRelease(view(f)->viewport(), Qt::LeftButton, {}, view(f)->rectOf(nodeOf(f, on)).center());
    return f.settle();
  }
  static QString status(const WindowFixture& f) { return f.window->statusBar()->currentMessage(); }
  static bool openKernel(const WindowFixture& f, const std::string& value) {
    QTest::mouseDClick(view(f)->viewport(), Qt::LeftButton, {}, view(f)->rectOf(nodeOf(f, value)).center());
    return f.settle();
  }
  static bool parallelLoop(const WindowFixture& f, const char* step) {
    if (!f.clickLoop("j")) return false;
    f.askForStep();
    QTest::keyClicks(QApplication::focusWidget(), step);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    return f.settle();
  }

 private Q_SLOTS:
  void groupsAndMemoryArePlannedAtOnce() {
    WindowFixture f;
    QVERIFY(open(f, kNet));
    QVERIFY(bar(f)->isVisible());
    QCOMPARE(figures(f, "a").group, 0);
    QCOMPARE(figures(f, "b").group, 0);
    QCOMPARE(figures(f, "e").group, -1);
    QCOMPARE(figures(f, "d").group, -1);
    QVERIFY(!figures(f, "a").microseconds);
    const GraphMemoryView* memory = f.feature<GraphFeature>().panel()->memory();
    QVERIFY(memory->isVisible());
    QCOMPARE(memory->accessibleDescription(), QString("Peak: 32.0 KB"));
    QVERIFY(!memory->rectOf(nodeOf(f, "e")).isEmpty());
    QVERIFY2(memory->rectOf(nodeOf(f, "a")).isEmpty(), "it is never in memory");
    QVERIFY(!bar(f)->words().isEmpty());
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY2(!bar(f)->isVisible(), "there is no model");
  }

  void aRunTimesEachKernelInItsPlace() {
    WindowFixture f;
    QVERIFY(open(f, kNet));
    QVERIFY(pressKey(f, Qt::Key_F6));
    QVERIFY2(models(f).time(), qPrintable(models(f).failure()));
    double share = 0;
    for (const char* value : {"e", "b", "d"}) {
      QVERIFY2(figures(f, value).microseconds.value_or(0) > 0, value);
      share += figures(f, value).share.value_or(0);
    }
    QVERIFY2(std::abs(share - 1) < 1e-6, qPrintable(QString::number(share)));
    QVERIFY2(!figures(f, "a").microseconds, "it is part of the kernel of b");
    QVERIFY2(bar(f)->words().contains("for 3 kernels"), qPrintable(bar(f)->words()));
    QVERIFY2(bar(f)->words().contains("✓ equals reference"), qPrintable(bar(f)->words()));
    const int box = view(f)->drawing()->boxesOf[size_t(nodeOf(f, "b"))].front();
    QVERIFY(view(f)->drawing()->boxes[size_t(box)].figures.contains('%'));
    QVERIFY(f.atRest());
    f.screenshot("model_run");
  }

  // The kernels of a graph function are told of the node that calls it.
  void theKernelsOfACalledFunctionHaveTheirTimes() {
    WindowFixture f;
    QString text(kNet);
    const int main = int(text.indexOf("    @R.function\n    def main")),
              from = int(text.indexOf("            b = R.call_tir")), to = int(text.indexOf("            R.output(d)"));
    QVERIFY(main > 0 && from > main && to > from);
    const QString calls = text.mid(from, to - from).replace("            ", "        ").replace("(a,)", "(v,)");
    text.replace(from, to - from, "            d = cls.head(a)\n");
    text.insert(
        main,
        "    @R.function\n    def head(v: R.Tensor((64, 64), \"float32\")) -> R.Tensor((64, 64), \"float32\"):\n"
        "        cls = Net\n" +
            calls + "        return d\n\n");
    QVERIFY(open(f, text.toUtf8().constData()));
    QCOMPARE(view(f)->drawing()->outline->nodes[size_t(nodeOf(f, "d"))].kind, graph::OutlineNode::Kind::Function);
    QVERIFY(pressKey(f, Qt::Key_F6));
    QVERIFY2(models(f).time(), qPrintable(models(f).failure()));
    const GraphNodeFigures head = figures(f, "d");
    QCOMPARE(head.kernels.size(), size_t(2));
    QCOMPARE(head.kernels[0].kernel, std::string("relu"));
    QCOMPARE(head.kernels[1].kernel, std::string("flip"));
    QVERIFY(std::abs(head.kernels[0].microseconds + head.kernels[1].microseconds - head.microseconds.value_or(0)) <
            1e-6);
    QVERIFY(figures(f, "e").kernels.empty());
    const QString told = sentenceOf(*view(f)->drawing()->outline, nodeOf(f, "d"), view(f)->drawing()->figures);
    QVERIFY2(told.contains("; relu: ") && told.contains("; flip: "), qPrintable(told));
    QVERIFY(f.atRest());
    f.screenshot("model_called_function");
  }

  // Kernels without steps run as the cost model schedules them, unless they are to run as written.
  void kernelsWithoutStepsAreScheduledByTheCostModel() {
    WindowFixture f;
    QAction* choice = f.window->findChild<QAction*>("modelDrafts");
    QVERIFY(choice && choice->isChecked());
    QVERIFY(open(f, QString(kNet).replace("64", "256").replace("63", "255").toUtf8().constData()));
    QVERIFY(pressKey(f, Qt::Key_F6));
    QVERIFY2(models(f).time(), qPrintable(models(f).failure()));
    QVERIFY2(figures(f, "b").expectedMs, "a product of this size is never faster as written");
    const QString sentence = sentenceOf(*view(f)->drawing()->outline, nodeOf(f, "b"), view(f)->drawing()->figures);
    QVERIFY2(sentence.contains("scheduled by the cost model ("), qPrintable(sentence));
    QVERIFY2(bar(f)->words().contains("✓ equals reference"), qPrintable(bar(f)->words()));
    choice->trigger();
    QVERIFY(f.settle());
    QVERIFY2(bar(f)->words().contains("before the change; run the model again"), qPrintable(bar(f)->words()));
    QVERIFY(pressKey(f, Qt::Key_F6));
    QVERIFY2(models(f).time(), qPrintable(models(f).failure()));
    QVERIFY(!figures(f, "b").expectedMs);
    QVERIFY(models(f).before());
    choice->trigger();  // it is kept in the settings
    QVERIFY(f.settle());
    QVERIFY2(figures(f, "b").expectedMs, "this state was timed");
  }

  // On a GPU target each kernel that nothing binds gets a plain schedule; modelled times are times of the device.
  void aModelRunsOnAGpuTarget() {
    WindowFixture f;
    QVERIFY(open(f, QString(kNet).replace("64", "16").replace("63", "15").toUtf8().constData()));
    for (const char* target : {"gpu-emulator", "opencl"}) {
      f.window->workbench()->target()->choose(target);
      QVERIFY(pressKey(f, Qt::Key_F6));
      QVERIFY2(models(f).time(), qPrintable(models(f).failure()));
      QVERIFY2(bar(f)->words().contains("✓ equals reference"), qPrintable(bar(f)->words()));
      QVERIFY2(!bar(f)->words().contains("before"), "times of different targets are not compared");
      QCOMPARE(bar(f)->words().contains("by a model of the device"), target == std::string_view("gpu-emulator"));
      for (const char* value : {"e", "b", "d"}) QVERIFY2(figures(f, value).microseconds.value_or(0) > 0, value);
      QVERIFY(f.atRest());
      f.screenshot(target == std::string_view("opencl") ? "model_opencl" : "model_emulator");
    }
    f.window->workbench()->target()->choose("cpu");
    QVERIFY(f.settle());
    QVERIFY2(!models(f).time(), "the last run was on another target");
  }

  void aRunIsCancelled() {
    WindowFixture f;
    f.window->openFile(LW_SOURCE_DIR "/samples/models/transformer.py");
    QVERIFY(f.settle());
    QTest::mouseClick(bar(f)->runButton(), Qt::LeftButton);
    QVERIFY(models(f).running());
    QCOMPARE(bar(f)->runButton()->text(), QString("Cancel"));
    QVERIFY(!bar(f)->bindButton()->isEnabled());
    QTest::mouseClick(bar(f)->runButton(), Qt::LeftButton);
    QVERIFY(f.settle());
    QCOMPARE(status(f), QString("Run cancelled"));
    QVERIFY(!models(f).time());
    QCOMPARE(bar(f)->runButton()->text(), QString("Run model"));
  }

  // A step in the panes of a kernel: the model uses it at once.
  void aStepShowsTheTimeOfTheModelBeforeAndAfter() {
    WindowFixture f;
    QVERIFY(open(f, kNet));
    QVERIFY(pressKey(f, Qt::Key_F6));
    QVERIFY(models(f).time());
    QVERIFY(pressKey(f, Qt::Key_F));
    QVERIFY(openKernel(f, "a"));
    QCOMPARE(f.window->workbench()->document()->function(), QString("Net.product"));
    QVERIFY(parallelLoop(f, "vectorize j"));
    QVERIFY2(!models(f).time(), "this state of the model was not timed");
    QCOMPARE(figures(f, "a").group, -1);  // a kernel with a schedule stays as it is
    QVERIFY2(bar(f)->words().contains("before the change; run the model again"), qPrintable(bar(f)->words()));
    QVERIFY(pressKey(f, Qt::Key_F6));
    QVERIFY2(models(f).time(), qPrintable(models(f).failure()));
    QVERIFY(models(f).before());
    QVERIFY2(bar(f)->words().contains(" before"), qPrintable(bar(f)->words()));
    QVERIFY2(bar(f)->words().contains("✓ equals reference"), qPrintable(bar(f)->words()));
    QVERIFY(figures(f, "a").microseconds);
    QVERIFY2(figures(f, "b").group == figures(f, "d").group, "they are one kernel now");
    f.screenshot("model_step");
    // Back to a state that was timed: its time is shown at once.
    f.window->workbench()->history()->undo();
    QVERIFY(f.settle());
    QVERIFY(models(f).time());
    QVERIFY2(bar(f)->words().contains("for 3 kernels"), qPrintable(bar(f)->words()));
  }

  // While steps are timed by themselves, so is a model that ran.
  void aModelIsTimedAfterAStep() {
    WindowFixture f;
    f.window->workbench()->autoMeasure()->setOn(true);
    QVERIFY(open(f, kNet));
    QVERIFY(pressKey(f, Qt::Key_F6));
    QVERIFY(models(f).time());
    QVERIFY(openKernel(f, "a"));
    QVERIFY(parallelLoop(f, "vectorize j"));
    QVERIFY(QTest::qWaitFor([&] { return models(f).time() != nullptr; }, 60000));
    QVERIFY(models(f).before());
  }

  void draggedNodesBecomeOneKernel() {
    WindowFixture f;
    QVERIFY(open(f, kNet));
    QVERIFY(dragOver(f, "e", "a"));
    QCOMPARE(bar(f)->words(), QString("✓ Drop to make one kernel of e and a"));
    QVERIFY(f.atRest());
    f.screenshot("model_drag");
    QVERIFY(drop(f, "a"));
    QCOMPARE(status(f), QString("e and a are one kernel now"));
    QCOMPARE(figures(f, "e").group, 0);
    QCOMPARE(figures(f, "a").group, 0);
    QVERIFY(pressKey(f, Qt::Key_F6));
    QVERIFY2(models(f).time(), qPrintable(models(f).failure()));
    QVERIFY2(bar(f)->words().contains("for 2 kernels") && bar(f)->words().contains("✓ equals"),
             qPrintable(bar(f)->words()));
    QVERIFY(bar(f)->undoButton()->isVisible());
    QTest::mouseClick(bar(f)->undoButton(), Qt::LeftButton);
    QVERIFY(f.settle());
    QCOMPARE(figures(f, "e").group, -1);
    QVERIFY(!bar(f)->undoButton()->isVisible());
  }

  void aDragSaysWhyNodesStayApart() {
    WindowFixture f;
    QVERIFY(open(f, kNet));
    QVERIFY(dragOver(f, "b", "d"));
    QVERIFY2(bar(f)->words().startsWith("✗ b and d stay apart: d cannot follow each element of b inside loop j"),
             qPrintable(bar(f)->words()));
    QVERIFY(f.atRest());
    f.screenshot("model_drag_refused");
    QVERIFY(drop(f, "d"));
    QVERIFY(status(f).startsWith("✗ b and d stay apart"));
    QVERIFY(models(f).fused().empty());
    QVERIFY(dragOver(f, "a", "b"));
    QCOMPARE(bar(f)->words(), QString("a and b are one kernel already"));
    QVERIFY(pressKey(f, Qt::Key_Escape));
    QVERIFY2(!bar(f)->words().contains("already"), "Esc puts the node back");
    QTest::mouseRelease(view(f)->viewport(), Qt::LeftButton, {}, {3, 3});
    QVERIFY(dragOver(f, "x", "d"));
    QVERIFY2(bar(f)->words().contains("no kernel of the one reads a result of the other"), qPrintable(bar(f)->words()));
    QVERIFY(drop(f, "d"));
  }

  void parametersAreBoundByADialog() {
    WindowFixture f;
    QVERIFY(open(f, kNet));
    const QString good = f.folder.filePath("net.npz"), bad = f.folder.filePath("bad.npz");
    const DataType type = dtype::Float32;
    QVERIFY(writeNpz(good.toStdString(), {{"w", NDArray::zeros(type, {64, 64})}}));
    QVERIFY(writeNpz(bad.toStdString(), {{"w", NDArray::zeros(type, {32, 64})}, {"v", NDArray::zeros(type, {3})}}));
    QStringList told;
    InDialog dialog([&](QDialog* shown) {
      auto* parameters = qobject_cast<ParametersDialog*>(shown);
      const auto row = [&](int i) {
        QStringList cells;
        for (int column = 0; column < 4; ++column) cells << parameters->table()->item(i, column)->text();
        return cells.join(" | ");
      };
      auto* line = parameters->findChild<QLineEdit*>("parametersFile");
      QTest::keyClicks(line, bad);
      f.settle();
      told << row(1) << row(2) << parameters->error();
      parameters->grab().save(LW_BINARY_DIR "/screenshots/model_parameters_bad.png");
      line->clear();
      QTest::keyClicks(line, good);
      f.settle();
      told << row(0) << row(1) << parameters->error();
      parameters->grab().save(LW_BINARY_DIR "/screenshots/model_parameters.png");
      QTest::keyClick(line, Qt::Key_Return);
    });
    QTest::mouseClick(bar(f)->bindButton(), Qt::LeftButton);
    QVERIFY(dialog.came());
    QVERIFY(f.settle());
    QCOMPARE(told.value(0), QString("w | (64, 64) float32 | (32, 64) float32 | ✗ shape or type differ"));
    QCOMPARE(told.value(1), QString("v | – | (3,) float32 | ✗ the model has no such parameter"));
    QVERIFY2(told.value(2).contains("'v'"), qPrintable(told.value(2)));
    QCOMPARE(told.value(3), QString("x | (64, 64) float32 | – | – an input: random values"));
    QCOMPARE(told.value(4), QString("w | (64, 64) float32 | (64, 64) float32 | ✓ fits"));
    QCOMPARE(told.value(5), QString());
    QCOMPARE(models(f).binding().path, good.toStdString());
    QVERIFY2(bar(f)->words().endsWith("net.npz"), qPrintable(bar(f)->words()));
    QVERIFY(pressKey(f, Qt::Key_F6));
    QVERIFY2(models(f).time() && models(f).time()->ok, qPrintable(models(f).failure()));
    // The session keeps it.
    const QString session = f.folder.filePath("work.lwsession");
    {
      InDialog saving(typeAndEnter(session));
      QVERIFY(pressKey(f, Qt::Key_S, Qt::ControlModifier | Qt::AltModifier));
      QVERIFY(saving.came());
    }
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(models(f).binding().path.empty());
    f.window->openFile(session);
    QVERIFY(f.settle());
    QCOMPARE(models(f).binding().path, good.toStdString());
    QVERIFY2(bar(f)->words().endsWith("net.npz"), qPrintable(bar(f)->words()));
  }

  void sizesAreGivenInTheDialog() {
    WindowFixture f;
    QVERIFY(open(f, kGraphOnly));
    QVERIFY(pressKey(f, Qt::Key_F6));
    QVERIFY2(models(f).failure().contains('n'), qPrintable(models(f).failure()));
    QVERIFY(!models(f).time());
    QVERIFY2(f.problems()->isVisibleTo(f.window.get()) || !f.window->workbench()->messages()->problems().empty(),
             "the failure is a problem, too");
    f.screenshot("model_failure");
    InDialog dialog([&](QDialog* shown) {
      auto* line = shown->findChild<QLineEdit*>("size_n");
      QTest::keyClicks(line, "16");
      f.settle();
      QTest::keyClick(line, Qt::Key_Return);
    });
    QTest::mouseClick(bar(f)->bindButton(), Qt::LeftButton);
    QVERIFY(f.settle());
    QCOMPARE(models(f).binding().sizes.at("n"), int64_t(16));
    QVERIFY(pressKey(f, Qt::Key_F6));
    QVERIFY2(models(f).time(), qPrintable(models(f).failure()));
  }

  // A file of graphs only: the model after each pass.
  void aFileOfGraphsOnlyShowsItsStages() {
    WindowFixture f;
    QVERIFY(open(f, kGraphOnly));
    QVERIFY(f.lowered()->list()->isVisible());
    f.lowered()->chooseStage("fuse_ops");
    QVERIFY(f.settle());
    QVERIFY2(f.lowered()->text()->code().find("call_tir") != std::string::npos, f.lowered()->text()->code().c_str());
    QVERIFY(f.atRest());
    f.screenshot("model_stages");
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.lowered()->chosenStage() != "fuse_ops" ||
            f.lowered()->text()->code().find("call_tir") == std::string::npos);
  }

  // Nothing in a header covers anything else, however narrow the pane is.
  void headersFitTheirPanes() {
    for (const int width : {640, 820, 1000, 1720}) {
      WindowFixture f;
      f.window->resize(width, 700);
      QVERIFY(open(f, kNet));
      for (const char* layout : {"Explore", "Model", "Teach"}) {
        f.layouts().show(layout);
        QVERIFY(f.settle());
        QVERIFY(f.atRest());
        for (const Pane* pane : f.window->findChildren<Pane*>()) {
          if (!pane->isVisible() || pane->width() < 120) continue;
          const QList<QWidget*> parts = pane->header()->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
          for (const QWidget* one : parts)
            for (const QWidget* other : parts) {
              if (one == other || !one->isVisible() || !other->isVisible()) continue;
              const QRect both = one->geometry().intersected(other->geometry());
              QVERIFY2(both.isEmpty(),
                       qPrintable(QStringLiteral("%1 %2 %3: %4 covers %5 by %6")
                                      .arg(width)
                                      .arg(QString(layout), pane->objectName(), one->objectName(), other->objectName())
                                      .arg(both.width())));
            }
        }
      }
    }
  }

  void inBothThemes() {
    for (const QString& theme : themeNames()) {
      WindowFixture f(theme);
      f.window->resize(1440, 900);
      f.window->openFile(LW_SOURCE_DIR "/samples/models/mlp_tuned.py");
      QVERIFY(f.settle());
      QVERIFY(pressKey(f, Qt::Key_F6));
      QVERIFY2(models(f).time(), qPrintable(models(f).failure()));
      QVERIFY(f.atRest());
      f.screenshot("model_run_" + theme);
    }
  }
};

}  // namespace lw

int testWholeModels(int argc, char** argv) {
  lw::TestWholeModels test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_whole_models.moc"
