// A window with fresh settings, and the waits and clicks that all GUI tests use.
#pragma once

#include <QMouseEvent>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "app/models/document/document.h"
#include "app/models/program/selection_model.h"
#include "app/services/workbench.h"
#include "app/window/accesses/accesses_feature.h"
#include "app/window/arithmetic/arithmetic_feature.h"
#include "app/window/code/code_feature.h"
#include "app/window/documents/documents_feature.h"
#include "app/window/extra_panes/extra_panes_feature.h"
#include "app/window/forms/forms_feature.h"
#include "app/window/help/help_feature.h"
#include "app/window/inspector/inspector_feature.h"
#include "app/window/layouts/layouts_feature.h"
#include "app/window/loop_tree/loop_tree_feature.h"
#include "app/window/lowered/lowered_feature.h"
#include "app/window/main_window.h"
#include "app/window/operators/operators_feature.h"
#include "app/window/palette/palette_feature.h"
#include "app/window/problems/problems_feature.h"
#include "app/window/results/results_feature.h"
#include "app/window/roofline/roofline_feature.h"
#include "app/window/run/run_feature.h"
#include "app/window/stepping/stepping_feature.h"
#include "app/window/trace/trace_feature.h"
#include "app/window/values/values_feature.h"
#include "core/schedule/all_primitives.h"

namespace lw {

// A matrix product that runs in microseconds.
inline constexpr const char* kSmallProgram = R"(from tvm.script import tir as T

@T.prim_func
def mm(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(64, 64, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)


def tiled(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    io, ii = sch.split(i, [None, 8])
    sch.reorder(io, j, ii, k)
)";

// A producer and its consumer.
inline constexpr const char* kTwoBlocks = R"(from tvm.script import tir as T

@T.prim_func
def two(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
    B = T.alloc_buffer((64,))
    for p in range(64):
        with T.block("B"):
            vp = T.axis.spatial(64, p)
            B[vp] = A[vp] * T.float32(2)
    for x in range(64):
        with T.block("C"):
            vx = T.axis.spatial(64, x)
            C[vx] = B[vx] + T.float32(1)
)";

// Reads past the end of A, which the checks of a run detect.
inline constexpr const char* kOutOfBounds = R"(from tvm.script import tir as T

@T.prim_func
def outside(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for i in range(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = A[vi * 1000000] * T.float32(2)


def reference(A, B):
    B[:] = A * 2
)";

// Waits until the widget looks the same three times in a row: nothing is left to be laid out, painted or moved.
inline bool atRest(QWidget* widget) {
  QImage last;
  int same = 0;
  return QTest::qWaitFor([&] {
    const QImage now = widget->grab().toImage();
    same = now == last ? same + 1 : 0;
    last = now;
    return same >= 3;
  });
}

class WindowFixture {
 public:
  explicit WindowFixture(const QString& theme = QStringLiteral("dark"))
      : settings(folder.filePath("settings.ini"), QSettings::IniFormat) {
    settings.setValue("autosave", folder.filePath("autosave"));
    settings.setValue("tune/records", folder.filePath("tuning.db"));
    settings.setValue("theme", theme);
    settings.setValue("autoMeasure", false);  // tests that need it switch it on
    window = std::make_unique<MainWindow>(&settings);
    window->show();
    window->activateWindow();
  }

  // ---- the views of the features ----
  template <class F>
  F& feature() const {
    return window->feature<F>();
  }
  CodeView* written() const { return feature<CodeFeature>().written(); }
  CodeView* scheduled() const { return feature<CodeFeature>().scheduled(); }
  CodePanes* codePanes() const { return feature<CodeFeature>().texts(); }
  void showScheduled(bool scheduled) const { feature<CodeFeature>().showScheduled(scheduled); }
  LoopTreeView* tree() const { return feature<LoopTreeFeature>().tree(); }
  DataflowView* dataflow() const { return feature<LoopTreeFeature>().dataflow(); }
  bool systemMoves() const { return feature<LoopTreeFeature>().systemMoves(); }
  LoweredView* lowered() const { return feature<LoweredFeature>().view(); }
  ExtraPanes* extraPanes() const { return feature<ExtraPanesFeature>().panes(); }
  InspectorView* inspector() const { return feature<InspectorFeature>().view(); }
  TraceView* trace() const { return feature<TraceFeature>().view(); }
  BranchView* branches() const { return feature<TraceFeature>().branches(); }
  StepLine* stepLine() const { return feature<TraceFeature>().stepLine(); }
  void showPage(const QString& name) const { feature<ResultsFeature>().showPage(name); }
  QToolButton* largerResults() const { return feature<ResultsFeature>().largerButton(); }
  RunView* runView() const { return feature<RunFeature>().view(); }
  QPushButton* runButton() const { return feature<RunFeature>().runButton(); }
  QComboBox* targets() const { return feature<RunFeature>().targets(); }
  ProblemsView* problems() const { return feature<ProblemsFeature>().view(); }
  RooflineView* roofline() const { return feature<RooflineFeature>().view(); }
  InterpreterRuns* executions() const { return feature<SteppingFeature>().runs(); }
  AccessView* accesses() const { return feature<AccessesFeature>().view(); }
  ValuesView* valuesView() const { return feature<ValuesFeature>().view(); }
  FloatChoices* floatChoices() const { return feature<ArithmeticFeature>().choices(); }
  PrimitiveForm* form() const { return feature<FormsFeature>().form(); }
  void openForm(const Primitive& primitive, const QPoint& at) const { feature<FormsFeature>().openForm(primitive, at); }
  PrimitiveBar* bar() const { return feature<PaletteFeature>().bar(); }
  StepPalette* stepPalette() const { return feature<PaletteFeature>().palette(); }
  void askForStep() const { feature<PaletteFeature>().openPalette(); }
  HelpView* help() const { return feature<HelpFeature>().view(); }
  void showHelp() const { feature<HelpFeature>().showPage(); }
  OperatorForm* operatorForm() const { return feature<OperatorsFeature>().form(); }
  void newFromOperator() const { feature<OperatorsFeature>().newFromOperator(); }
  void openOrImport(const QString& path) const { feature<DocumentsFeature>().openOrImport(path); }
  void filesHanded(const QStringList& files) const { feature<DocumentsFeature>().takeFiles(files); }
  Layouts& layouts() const { return feature<LayoutsFeature>().layouts(); }
  void resetLayout() const { feature<LayoutsFeature>().reset(); }

  bool settle(int ms = 60000) const {
    return QTest::qWaitFor(
        [this] {
          QCoreApplication::sendPostedEvents();
          return window->idle();
        },
        ms);
  }
  bool atRest() const { return lw::atRest(window.get()); }
  bool openText(const char* text, const QString& name = "small.py") const {
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly)) return false;
    file.write(text);
    file.close();
    window->openFile(file.fileName());
    return settle() && window->workbench()->document()->hasProgram();
  }
  LoopId loop(const std::string& name) const {
    for (const LoopTreeNode& node : tree()->tree().nodes)
      if (node.loop.valid() && node.name == name) return node.loop;
    return {};
  }
  BlockId block(const std::string& name) const {
    for (const LoopTreeNode& node : tree()->tree().nodes)
      if (node.block.valid() && node.name == name) return node.block;
    return {};
  }
  // Presses a key in the loop tree, including the shortcuts of menus.
  bool typeKey(Qt::Key key, Qt::KeyboardModifiers keys) const {
    window->activateWindow();
    if (!QTest::qWaitForWindowActive(window.get())) return false;
    tree()->setFocus();
    QTest::keyClick(tree(), key, keys);
    return settle();
  }
  // Drags from one box of the tree to another with the left button, in a few moves, as a user does.
  bool drag(const QRect& from, const QRect& to) const {
    QWidget* tree = this->tree()->viewport();
    const QPoint start(from.left() + 20, from.top() + 14), end(to.left() + 20, to.top() + 14);
    QTest::mousePress(tree, Qt::LeftButton, {}, start);
    for (const QPoint& at : {start + QPoint(0, 6), (start + end) / 2, end}) {
      QMouseEvent move(QEvent::MouseMove, at, tree->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
      QCoreApplication::sendEvent(tree, &move);
    }
    QTest::mouseRelease(tree, Qt::LeftButton, {}, end);
    return settle();
  }
  std::vector<std::string> loopNames() const {
    std::vector<std::string> names;
    for (const LoopTreeNode& node : tree()->tree().nodes)
      if (node.loop.valid()) names.push_back(node.name);
    return names;
  }
  bool clickLoop(const std::string& name, Qt::KeyboardModifiers keys = {}) const {
    const LoopId id = loop(name);
    if (!id.valid()) return false;
    window->workbench()->selection()->select(LinkedSelection::of(id));  // scrolls to it
    const QRect rect = tree()->rectOf(id);
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, keys, QPoint(rect.left() + 20, rect.center().y()));
    return settle();
  }
  void screenshot(const QString& name) const {
    QDir().mkpath(LW_BINARY_DIR "/screenshots");
    QVERIFY(window->grab().save(QStringLiteral(LW_BINARY_DIR "/screenshots/") + name + ".png"));
  }

  QTemporaryDir folder;
  QSettings settings;
  std::unique_ptr<MainWindow> window;
};

}  // namespace lw
