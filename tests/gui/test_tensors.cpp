// Programs made from tensor expressions: the graph above the loop tree, schedules that the file creates itself, and new
// programs from operators.
#include <QAction>
#include <QDialogButtonBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStatusBar>

#include "app/models/document/document.h"
#include "app/models/document/document_text.h"
#include "app/models/program/selection_model.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"
#include "views/dataflow/dataflow_view.h"
#include "views/forms/operator_form.h"

namespace lw {

namespace {

constexpr const char* kTensors = R"(import tvm
from tvm import te

n = 64
A = te.placeholder((n, n), name="A")
B = te.placeholder((n, n), name="B")
k = te.reduce_axis((0, n), name="k")
C = te.compute((n, n), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="C")
D = te.compute((n, n), lambda i, j: te.exp(C[i, j]), name="D")


def rows():
    s = te.create_schedule(D.op)
    s[C].compute_at(s[D], D.op.axis[0])
    return tvm.lower(s, [A, B, D])


def tiled():
    s = te.create_schedule(D.op)
    s[D].tile(D.op.axis[0], D.op.axis[1], 8, 8)
    return s
)";

}  // namespace

class TestTensors : public QObject {
  Q_OBJECT

 private:
  static bool click(const WindowFixture& f, int node) {
    const QRect rect = f.dataflow()->rectOf(node);
    if (!rect.isValid()) return false;
    QTest::mouseClick(f.dataflow()->viewport(), Qt::LeftButton, {}, rect.center());
    return f.settle();
  }
  static int node(const WindowFixture& f, const std::string& name) {
    const Dataflow& flow = f.dataflow()->flow();
    for (size_t i = 0; i < flow.nodes.size(); ++i)
      if (flow.nodes[i].name == name) return int(i);
    return -1;
  }

 private Q_SLOTS:
  // The graph shows the inputs and stages of the program, from left to right; a click selects in all views.
  void graphFollowsAndLeadsTheSelection() {
    WindowFixture f;
    QVERIFY(f.openText(kTensors));
    const DataflowView* graph = f.dataflow();
    QVERIFY(graph->isVisible());
    QCOMPARE(graph->flow().nodes.size(), size_t(4));
    QVERIFY(graph->rectOf(node(f, "A")).right() < graph->rectOf(node(f, "C")).left());
    QVERIFY(graph->rectOf(node(f, "C")).right() < graph->rectOf(node(f, "D")).left());
    QVERIFY(click(f, node(f, "C")));
    QCOMPARE(f.window->workbench()->selection()->current().block(), f.block("C"));
    const Selection written = f.window->workbench()->selection()->inSource();
    QCOMPARE(written.blocks.size(), size_t(1));
    const std::vector<Span> spans = f.window->workbench()->document()->source()->map.spansOf(written.blocks.front());
    QVERIFY(!spans.empty());
    QVERIFY(QString(kTensors).mid(spans.front().begin, 30).startsWith("te.compute((n, n), lambda i, j"));
    QVERIFY(click(f, node(f, "A")));
    QCOMPARE(f.window->workbench()->selection()->current().buffer, std::string("A"));
  }

  // A stage that an operator created belongs to the call of the operator in the source.
  void operatorsHaveTheirPlaceInTheSource() {
    WindowFixture f;
    const char* text =
        "from tvm import te, topi\n\ndef f():\n    A = te.placeholder((8, 8), name=\"A\")\n    return "
        "te.create_prim_func([A, topi.nn.relu(A)])\n";
    QVERIFY(f.openText(text));
    QVERIFY(click(f, node(f, "compute")));
    const Selection written = f.window->workbench()->selection()->inSource();
    QCOMPARE(written.blocks.size(), size_t(1));
    const std::vector<Span> spans = f.window->workbench()->document()->source()->map.spansOf(written.blocks.front());
    QCOMPARE(spans.size(), size_t(1));
    QCOMPARE(QString(text).mid(spans[0].begin, spans[0].end - spans[0].begin), QString("topi.nn.relu(A)"));
  }

  void keysWalkTheGraph() {
    WindowFixture f;
    QVERIFY(f.openText(kTensors));
    QVERIFY(click(f, node(f, "B")));
    DataflowView* graph = f.dataflow();
    graph->setFocus();
    QTest::keyClick(graph, Qt::Key_Right);
    QCOMPARE(f.window->workbench()->selection()->current().block(), f.block("C"));
    QTest::keyClick(graph, Qt::Key_Right);
    QCOMPARE(f.window->workbench()->selection()->current().block(), f.block("D"));
    QTest::keyClick(graph, Qt::Key_Left);
    QCOMPARE(f.window->workbench()->selection()->current().block(), f.block("C"));
    QTest::keyClick(graph, Qt::Key_Home);
    QCOMPARE(f.window->workbench()->selection()->current().buffer, std::string("A"));
  }

  // Schedules of the file are applied from the menu; editing an expression updates the graph.
  void schedulesOfTheFileAndEdits() {
    WindowFixture f;
    QVERIFY(f.openText(kTensors));
    QCOMPARE(f.window->workbench()->document()->scheduleFunctions(), QStringList({"rows", "tiled"}));
    QCOMPARE(f.window->workbench()->document()->functionNames(), QStringList({"main"}));
    QVERIFY(clickMenu(f.window.get(), {"Schedule", "Apply from the file", "rows"}));
    QVERIFY(f.settle());
    QVERIFY(f.window->workbench()->document()->schedule().stepCount() > 0);
    QVERIFY(node(f, "C_init") >= 0);  // the init of a reduction is before its loops
    f.written()->setFocus();
    f.written()->goTo(int(std::string_view(kTensors).find("C[i, j]), name=\"D\"") + 8));
    QTest::keyClicks(f.written(), " + A[i, j]");
    QVERIFY(f.settle());
    const Dataflow& flow = f.dataflow()->flow();
    QVERIFY(std::find(flow.edges.begin(), flow.edges.end(), std::pair(node(f, "A"), node(f, "D"))) != flow.edges.end());
  }

  // Notes of a schedule are shown in the status line.
  void notesOfASchedule() {
    WindowFixture f;
    const QString text =
        QString(kTensors).replace("    s[C].compute_at",
                                  "    s[C].bind(C.op.axis[0], te.thread_axis('threadIdx.x'))\n    "
                                  "s[D].bind(D.op.axis[0], te.thread_axis('threadIdx.x'))\n    s[C].compute_at");
    QVERIFY(f.openText(text.toUtf8().constData()));
    QVERIFY(clickMenu(f.window.get(), {"Schedule", "Apply from the file", "rows"}));
    QVERIFY(f.settle());
    QVERIFY2(f.window->statusBar()->currentMessage().contains("makes the loops of C anew"),
             qPrintable(f.window->statusBar()->currentMessage()));
  }

  void writtenProgramsHaveNoGraph() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(!f.dataflow()->isVisible());
  }

  // Ctrl+N, the name of an operator, a shape, Enter: a program without a file.
  void newFromOperator() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.typeKey(Qt::Key_N, Qt::ControlModifier));
    OperatorForm* form = f.operatorForm();
    QVERIFY(form && form->isVisible());
    QVERIFY(QTest::qWaitForWindowExposed(form));
    QApplication::setActiveWindow(form);
    QTest::keyClicks(form->filter(), "conv2d");
    QCOMPARE(form->list()->currentItem()->text(), QString("conv2d"));
    QLineEdit* padding = form->editor("padding");
    QVERIFY(padding);
    padding->selectAll();
    QTest::keyClicks(padding, "-1");
    QVERIFY(form->verdict()->text().contains("at least 0"));
    QVERIFY(!form->source()->isEnabled());
    padding->selectAll();
    QTest::keyClicks(padding, "2");
    QVERIFY(form->source()->toPlainText().contains("topi.conv2d(data, kernel, padding=2)"));
    QDir().mkpath(LW_BINARY_DIR "/screenshots");
    form->grab().save(LW_BINARY_DIR "/screenshots/operator_dark.png");
    for (QAbstractButton* button : form->buttons()->buttons())
      if (form->buttons()->buttonRole(button) == QDialogButtonBox::AcceptRole)
        QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(f.settle());
    QVERIFY(!form->isVisible());
    QVERIFY(QString::fromStdString(f.window->workbench()->text()->content()).contains("def conv2d_program():"));
    QVERIFY(f.window->workbench()->text()->path().isEmpty());
    QVERIFY(f.dataflow()->isVisible());
    QVERIFY(node(f, "conv2d_nchw") >= 0);
  }

  void everyOperatorMakesAProgram() {
    WindowFixture f;
    f.window->setThemeByName("light");
    f.newFromOperator();
    OperatorForm* form = f.operatorForm();
    QVERIFY(form->list()->count() >= 51);
    for (int i = 0; i < form->list()->count(); ++i) {
      form->list()->setCurrentRow(i);
      QVERIFY2(form->source()->isEnabled(),
               qPrintable(form->list()->currentItem()->text() + ": " + form->verdict()->text()));
    }
    QVERIFY(f.settle());
    QVERIFY(atRest(form));
    form->grab().save(LW_BINARY_DIR "/screenshots/operator_light.png");
  }

  void pictures() {
    WindowFixture f;
    f.window->resize(1440, 900);
    f.window->openFile(LW_SOURCE_DIR "/samples/te/conv_relu.py");
    QVERIFY(f.settle());
    for (const char* theme : {"dark", "light"}) {
      f.window->setThemeByName(theme);
      QVERIFY(click(f, node(f, "conv2d_nchw")));
      f.screenshot(QStringLiteral("tensors_%1").arg(theme));
    }
  }
};

}  // namespace lw

int testTensors(int argc, char** argv) {
  lw::TestTensors test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_tensors.moc"
