// The pane of graphs: the picture, one selection with the source, search, keys, and kernels opened from it.
#include <QAccessible>
#include <QClipboard>
#include <QComboBox>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QStatusBar>
#include <QToolButton>
#include <QWheelEvent>
#include <algorithm>
#include <random>
#include <set>

#include "app/models/document/document.h"
#include "app/models/document/messages.h"
#include "app/models/program/selection_model.h"
#include "app/window/graph/graph_feature.h"
#include "app/window/loop_tree/loop_tree_feature.h"
#include "tests/gui/fixture.h"
#include "tests/gui/graph_programs.h"
#include "tests/gui/menus.h"
#include "views/graph/graph_memory_view.h"
#include "views/graph/graph_minimap.h"
#include "views/graph/graph_panel.h"
#include "views/graph/graph_words.h"

namespace lw {

class TestGraph : public QObject {
  Q_OBJECT

  static GraphView* view(const WindowFixture& f) { return f.feature<GraphFeature>().view(); }
  // Opens a text that may have no program; waits for the picture.
  static bool open(const WindowFixture& f, const std::string& text, const QString& name = "model.py") {
    QFile file(f.folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly)) return false;
    file.write(text.c_str());
    file.close();
    f.window->openFile(file.fileName());
    return f.settle();
  }
  static int nodeOf(const WindowFixture& f, const std::string& value) {
    if (!view(f)->hasPicture()) return -1;
    const auto& nodes = view(f)->drawing()->outline->nodes;
    const auto found = std::find_if(nodes.begin(), nodes.end(), [&](const auto& n) { return n.value == value; });
    return found == nodes.end() ? -1 : int(found - nodes.begin());
  }
  static std::string currentValue(const WindowFixture& f) {
    const int node = view(f)->current();
    return node < 0 ? std::string("-") : view(f)->drawing()->outline->nodes[size_t(node)].value;
  }
  static QString stateOf(const WindowFixture& f) {
    return f.feature<GraphFeature>().pane()->header()->findChild<QLabel*>("paneState")->toolTip();
  }
  static bool click(const WindowFixture& f, const std::string& value) {
    const int node = nodeOf(f, value);
    if (node < 0) return false;
    view(f)->centerOn(view(f)->places().boxes[size_t(view(f)->drawing()->boxesOf[size_t(node)].front())].center());
    QTest::mouseClick(view(f)->viewport(), Qt::LeftButton, {}, view(f)->rectOf(node).center());
    return f.settle();
  }
  static bool key(const WindowFixture& f, Qt::Key key, Qt::KeyboardModifiers keys = {}) {
    f.window->activateWindow();
    if (!QTest::qWaitForWindowActive(f.window.get())) return false;
    view(f)->setFocus();
    QTest::keyClick(view(f), key, keys);
    return f.settle();
  }
  // The lines of the source that are highlighted, as text.
  static QString highlighted(const WindowFixture& f) {
    const QStringList lines = QString::fromStdString(f.written()->code()).split('\n');
    QStringList found;
    for (const int line : f.written()->highlightedLines()) found << lines.value(line).trimmed();
    return found.join('|');
  }
  static QStringList errorsOf(const WindowFixture& f) {
    QStringList all;
    for (const Problem& p : f.window->workbench()->messages()->problems())
      if (p.severity == Problem::Severity::Error) all << p.message;
    return all;
  }

  // No box covers another, and lines go downwards.
  static bool isWellArranged(const GraphDrawing& drawing, const GraphArrangement& places) {
    if (!places.complete || places.boxes.size() != drawing.boxes.size()) return false;
    std::vector<QRectF> boxes = places.boxes;
    for (const GraphLine& line : drawing.lines)
      if (boxes[size_t(line.from)].bottom() >= boxes[size_t(line.to)].top()) return false;
    const QRectF all({}, places.size);
    std::sort(boxes.begin(), boxes.end(), [](const QRectF& a, const QRectF& b) { return a.top() < b.top(); });
    for (size_t i = 0; i < boxes.size(); ++i) {
      if (!all.adjusted(-1, -1, 1, 1).contains(boxes[i])) return false;
      for (size_t k = i + 1; k < boxes.size() && boxes[k].top() < boxes[i].bottom(); ++k)
        if (boxes[i].intersects(boxes[k])) return false;
    }
    return true;
  }

 private Q_SLOTS:
  // Graphs of every form: chains, with and without places where they can be cut, with nodes that nothing uses.
  void randomGraphsAreWellArranged() {
    const GraphFonts fonts;
    for (uint32_t seed = 1; seed <= 60; ++seed) {
      std::mt19937 random(seed);
      const int count = seed == 60 ? 900 : int(2 + random() % 120), reach = int(1 + random() % 30);
      auto outline = std::make_shared<graph::Outline>();
      for (int i = 0; i < count; ++i) {
        graph::OutlineNode node{random() % 4 ? graph::OutlineNode::Kind::Operator : graph::OutlineNode::Kind::Parameter,
                                "op" + std::to_string(random() % 1000000), "v" + std::to_string(i)};
        node.shape = "(1, 2) float32";
        if (node.kind == graph::OutlineNode::Kind::Operator)
          for (uint32_t k = 0, operands = 1 + random() % 2; k < operands && i > 0; ++k)
            outline->edges.push_back({std::max(0, i - 1 - int(random() % uint32_t(reach))), i, int(k), "", ""});
        outline->nodes.push_back(std::move(node));
      }
      for (const bool weights : {false, true}) {
        const GraphDrawing drawing = drawingOf(outline, {}, weights, fonts);
        QVERIFY2(isWellArranged(drawing, arrange(drawing, [] { return false; })), qPrintable(QString::number(seed)));
      }
    }
    const GraphDrawing none = drawingOf(std::make_shared<graph::Outline>(), {}, true, fonts);
    QVERIFY(arrange(none, [] { return false; }).boxes.empty());
  }

  void thePaneOpensWithAModel() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    const GraphFeature& feature = f.feature<GraphFeature>();
    QVERIFY(!feature.pane()->isVisible());
    QVERIFY(open(f, kMlpModel));
    QVERIFY(feature.pane()->isVisible());
    QVERIFY(view(f)->hasPicture());
    QCOMPARE(stateOf(f), QString("12 nodes"));
    QCOMPARE(errorsOf(f), QStringList());
    // Weights are in the boxes of the operators that take them.
    const GraphDrawing& drawing = *view(f)->drawing();
    const GraphBox& linear = drawing.boxes[size_t(drawing.boxesOf[size_t(nodeOf(f, "lv"))].front())];
    QCOMPARE(linear.title, QString("env.linear"));
    QCOMPARE(linear.detail, QString("lv  (1, 128) float32"));
    QCOMPARE(linear.bytes, QString("512 B"));
    QCOMPARE(linear.figures, QString("+ w0 (128, 784), b0 (128,)"));
    QVERIFY(drawing.boxesOf[size_t(nodeOf(f, "w0"))] == drawing.boxesOf[size_t(nodeOf(f, "lv"))]);
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY2(!feature.pane()->isVisible(), "it closes with a file that has no graph");
    QVERIFY(key(f, Qt::Key_G, Qt::AltModifier));
    QVERIFY(feature.pane()->isVisible());
    QVERIFY(!view(f)->hasPicture());
  }

  void emptyPanesSayWhatWillAppear() {
    WindowFixture f;
    QVERIFY(key(f, Qt::Key_G, Qt::AltModifier));
    QVERIFY(f.feature<GraphFeature>().pane()->isVisible());
    f.screenshot("graph_empty");
    const QImage nothing = view(f)->grab().toImage();
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.atRest());
    QVERIFY2(view(f)->grab().toImage() != nothing, "another sentence: the file has no graph");
    QVERIFY(f.feature<GraphFeature>().functions()->isHidden());
  }

  void aFileOfGraphsOnlyOpensWithoutAnError() {
    WindowFixture f;
    QVERIFY(open(f, kGraphOnly));
    QCOMPARE(errorsOf(f), QStringList());
    QVERIFY(!f.window->workbench()->document()->hasProgram());
    QVERIFY(view(f)->hasPicture());
    QVERIFY2(f.feature<GraphFeature>().pane()->width() > f.window->width() / 3, "it gets most of the room");
    Pane* tree = f.feature<LoopTreeFeature>().pane();
    QVERIFY2(!tree->isVisible(), "and that of the loop tree, which would be empty");
    QCOMPARE(f.window->findChild<Pane*>("source")->header()->findChild<QLabel*>("paneState")->toolTip(),
             QString("✓ A graph without kernels"));
    f.screenshot("graph_only");
    // In a class.
    QVERIFY(open(f, kGraphClass, "class.py"));
    QCOMPARE(errorsOf(f), QStringList());
    QVERIFY(!f.window->workbench()->document()->hasProgram());
    QCOMPARE(stateOf(f), QString("3 nodes"));
    QVERIFY(!tree->isVisible());
    QVERIFY(open(f, kMlpModel));
    QVERIFY2(tree->isVisible(), "a file with kernels has loops to show");
  }

  void aClickSelectsTheStatement() {
    WindowFixture f;
    QVERIFY(open(f, kMlpModel));
    f.showScheduled(true);
    QVERIFY(click(f, "lv1"));
    QCOMPARE(currentValue(f), std::string("lv1"));
    QCOMPARE(highlighted(f), QString("lv1 = R.call_tir(cls.relu, (lv,), out_sinfo=R.Tensor((1, 128), \"float32\"))"));
    QVERIFY(f.written()->isVisible());
    // A click beside all nodes selects nothing.
    QTest::mouseClick(view(f)->viewport(), Qt::LeftButton, {}, QPoint(3, 3));
    QCOMPARE(currentValue(f), std::string("-"));
    QCOMPARE(highlighted(f), QString());
  }

  void theCursorSelectsTheNode() {
    WindowFixture f;
    QVERIFY(open(f, kMlpModel));
    f.written()->setFocus();
    f.written()->goTo(int(f.written()->code().find("R.add(lv2")));
    QVERIFY(f.settle());
    QCOMPARE(currentValue(f), std::string("lv3"));
    QVERIFY(highlighted(f).startsWith("lv3 = "));
    QTest::keyClick(f.written(), Qt::Key_Up);
    QVERIFY(f.settle());
    QVERIFY2(currentValue(f) == "lv2", f.written()->code().substr(size_t(f.written()->offset()), 40).c_str());
    // The other graph function of the file.
    f.written()->goTo(int(f.written()->code().find("R.nn.softmax")));
    QVERIFY(f.settle());
    QCOMPARE(f.feature<GraphFeature>().functions()->currentText(), QString("Mlp.head"));
  }

  void thereIsOneSelection() {
    WindowFixture f;
    QVERIFY(open(f, kMlpModel));
    QVERIFY(click(f, "lv1"));
    QVERIFY(f.clickLoop("j"));
    QCOMPARE(currentValue(f), std::string("-"));
    QVERIFY(click(f, "lv1"));
    QVERIFY(f.window->workbench()->selection()->current().empty());
    f.window->setThemeByName("light");
    QVERIFY2(highlighted(f).startsWith("lv1 = "), "a theme keeps the selection");
  }

  void keysWalkAlongTheEdges() {
    WindowFixture f;
    QVERIFY(open(f, kMlpModel));
    QVERIFY(click(f, "lv"));
    QVERIFY(key(f, Qt::Key_Down));
    QCOMPARE(currentValue(f), std::string("lv1"));
    QVERIFY(highlighted(f).startsWith("lv1 = "));
    QVERIFY(key(f, Qt::Key_Down));
    QCOMPARE(currentValue(f), std::string("lv2"));
    QVERIFY(key(f, Qt::Key_Up));
    QVERIFY(key(f, Qt::Key_Up));
    QVERIFY(key(f, Qt::Key_Up));
    QCOMPARE(currentValue(f), std::string("x"));
    QVERIFY(key(f, Qt::Key_End));
    QCOMPARE(view(f)->drawing()->outline->nodes[size_t(view(f)->current())].label, std::string("return"));
    QVERIFY(key(f, Qt::Key_Escape));
    QCOMPARE(currentValue(f), std::string("-"));
    QVERIFY(open(f, kGraphOnly));
    QVERIFY(click(f, "a"));
    const bool right = view(f)->rectOf(nodeOf(f, "b")).left() > view(f)->rectOf(nodeOf(f, "a")).left();
    QVERIFY(key(f, right ? Qt::Key_Right : Qt::Key_Left));
    QCOMPARE(currentValue(f), std::string("b"));
    QVERIFY(key(f, right ? Qt::Key_Left : Qt::Key_Right));
    QCOMPARE(currentValue(f), std::string("a"));
  }

  void aDoubleClickOpensTheKernel() {
    WindowFixture f;
    QVERIFY(open(f, kMlpModel));
    const Document* document = f.window->workbench()->document();
    QCOMPARE(document->function(), QString("Mlp.relu"));
    QVERIFY(click(f, "lv3"));
    QTest::mouseDClick(view(f)->viewport(), Qt::LeftButton, {}, view(f)->rectOf(nodeOf(f, "lv4")).center());
    QVERIFY(f.settle());
    QCOMPARE(document->function(), QString("Mlp.scale"));
    QVERIFY(f.loop("k").valid());
    QVERIFY(f.scheduled()->code().find("scale") != std::string::npos);
    QCOMPARE(f.window->statusBar()->currentMessage(), QString("Mlp.scale is shown in the other panes"));
    const int line =
        int(f.written()->SendScintilla(QsciScintillaBase::SCI_LINEFROMPOSITION, (unsigned long)f.written()->offset()));
    QVERIFY2((f.written()->text(line) + f.written()->text(line + 1)).contains("def scale"),
             qPrintable(f.written()->text(line)));
    // By keys; an operator says why there is nothing to open, a graph function is shown here.
    QVERIFY(click(f, "lv1"));
    QVERIFY(key(f, Qt::Key_Return));
    QCOMPARE(document->function(), QString("Mlp.relu"));
    QVERIFY(click(f, "lv3"));
    QVERIFY(key(f, Qt::Key_Return));
    QCOMPARE(f.window->statusBar()->currentMessage(), QString("add is an operator: the file has no kernel for it"));
    QVERIFY(click(f, "lv"));
    QVERIFY(key(f, Qt::Key_Return));
    QCOMPARE(f.window->statusBar()->currentMessage(),
             QString("env.linear is a registered function: its code is not in the file"));
    QVERIFY(click(f, "gv"));
    QVERIFY(key(f, Qt::Key_Return));
    QCOMPARE(f.feature<GraphFeature>().functions()->currentText(), QString("Mlp.head"));
    QVERIFY(nodeOf(f, "p") >= 0);
  }

  void severalFunctionsAreChosen() {
    WindowFixture f;
    QVERIFY(open(f, kMlpModel));
    QComboBox* functions = f.feature<GraphFeature>().functions();
    QVERIFY(functions->isVisible());
    QCOMPARE(functions->currentText(), QString("Mlp.main"));
    functions->setFocus();
    QTest::keyClick(functions, Qt::Key_Up);
    QVERIFY(f.settle());
    QCOMPARE(functions->currentText(), QString("Mlp.head"));
    QCOMPARE(stateOf(f), QString("4 nodes"));
  }

  void zoomByWheelAndKeys() {
    WindowFixture f;
    QVERIFY(open(f, deepModel(40)));
    GraphView* graph = view(f);
    QVERIFY2(graph->zoom() >= 0.7, "a new picture is readable");
    QVERIFY(key(f, Qt::Key_F));
    const qreal fitted = graph->zoom();
    QVERIFY(fitted < 0.7);
    const QPoint at(60, 80);
    const auto under = [&] { return graph->visible().topLeft() + QPointF(at) / graph->zoom(); };
    const auto wheel = [&](int turn, Qt::KeyboardModifiers keys) {
      QWheelEvent event(at, graph->viewport()->mapToGlobal(at), {}, {0, turn}, Qt::NoButton, keys, Qt::NoScrollPhase,
                        false);
      QCoreApplication::sendEvent(graph->viewport(), &event);
    };
    graph->centerOn({graph->places().size.width() / 2, graph->places().size.height() / 2});
    const QPointF before = under();
    wheel(240, Qt::ControlModifier);
    QVERIFY(graph->zoom() > fitted);
    QVERIFY2(qAbs((under() - before).y()) < 2, "the point under the mouse stays");
    const int scrolled = graph->verticalScrollBar()->value();
    wheel(-120, {});
    QVERIFY(graph->verticalScrollBar()->value() > scrolled);
    QVERIFY(key(f, Qt::Key_0, Qt::ControlModifier));
    QCOMPARE(graph->zoom(), 1.0);
    QVERIFY(key(f, Qt::Key_Minus));
    QVERIFY(graph->zoom() < 1);
    QVERIFY(key(f, Qt::Key_Plus, Qt::ControlModifier));
    QCOMPARE(graph->zoom(), 1.0);
    QVERIFY(key(f, Qt::Key_F));
    QVERIFY(qAbs(graph->zoom() - fitted) < 1e-6);
  }

  void theMouseMovesThePicture() {
    WindowFixture f;
    QVERIFY(open(f, deepModel(40)));
    GraphView* graph = view(f);
    graph->setZoom(1, {});
    graph->verticalScrollBar()->setValue(300);
    const QPoint start(6, 200);
    QTest::mousePress(graph->viewport(), Qt::MiddleButton, {}, start);
    QMouseEvent move(QEvent::MouseMove, start - QPoint(0, 120), graph->viewport()->mapToGlobal(start - QPoint(0, 120)),
                     Qt::NoButton, Qt::MiddleButton, {});
    QCoreApplication::sendEvent(graph->viewport(), &move);
    QTest::mouseRelease(graph->viewport(), Qt::MiddleButton, {}, start - QPoint(0, 120));
    QCOMPARE(graph->verticalScrollBar()->value(), 420);
    // The overview of a graph that is larger than the pane.
    auto* minimap = graph->findChild<GraphMinimap*>();
    QVERIFY(minimap->isVisible());
    QTest::mouseClick(minimap, Qt::LeftButton, {}, QPoint(40, minimap->height() - 20));
    QVERIFY(graph->visible().bottom() > graph->places().size.height() * 0.9);
    QVERIFY(minimap->sight().bottom() > minimap->height() * 0.9);
  }

  void searchByOperatorValueAndShape() {
    WindowFixture f;
    QVERIFY(open(f, kMlpModel));
    QVERIFY(key(f, Qt::Key_F, Qt::ControlModifier));
    const GraphPanel* panel = f.feature<GraphFeature>().panel();
    QVERIFY(panel->edit()->hasFocus());
    QTest::keyClicks(panel->edit(), "linear");
    QCOMPARE(panel->countText(), QString("1 of 2"));
    QCOMPARE(currentValue(f), std::string("lv"));
    QTest::keyClick(panel->edit(), Qt::Key_Return);
    QCOMPARE(currentValue(f), std::string("lv2"));
    QCOMPARE(panel->countText(), QString("2 of 2"));
    QVERIFY(f.atRest());
    f.screenshot("graph_search");
    QTest::keyClick(panel->edit(), Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(currentValue(f), std::string("lv"));
    panel->edit()->selectAll();
    QTest::keyClicks(panel->edit(), "1,128");
    QCOMPARE(panel->countText(), QString("1 of 2"));
    panel->edit()->selectAll();
    QTest::keyClicks(panel->edit(), "kernel float32");
    QCOMPARE(view(f)->found().size(), size_t(2));
    panel->edit()->selectAll();
    QTest::keyClicks(panel->edit(), "conv");
    QCOMPARE(panel->countText(), QString("No node"));
    QTest::keyClick(panel->edit(), Qt::Key_Escape);
    QVERIFY(!panel->edit()->isVisible());
    QVERIFY(view(f)->hasFocus());
    QVERIFY(view(f)->found().empty());
  }

  void weightsAreNodesOnDemand() {
    WindowFixture f;
    QVERIFY(open(f, kMlpModel));
    const size_t before = view(f)->drawing()->boxes.size();
    QTest::mouseClick(f.feature<GraphFeature>().weights(), Qt::LeftButton);
    QVERIFY(f.settle());
    QCOMPARE(view(f)->drawing()->boxes.size(), before + 4);
    QVERIFY(click(f, "w0"));
    QCOMPARE(highlighted(f).left(3), QString("def"));
    QVERIFY(f.settings.value("graphWeights").toBool());
    f.screenshot("graph_weights");
  }

  // While the text is being typed, the former picture stays.
  void typingKeepsThePicture() {
    WindowFixture f;
    QVERIFY(open(f, kMlpModel));
    QVERIFY(click(f, "lv2"));
    const std::string text = f.written()->code();
    const size_t at = text.find("            gv = ");
    f.written()->setFocus();
    f.written()->goTo(int(at) + 12);
    QTest::keyClicks(f.written(), "lv9 = R.exp(");
    QVERIFY(QTest::qWaitFor([&] { return f.window->workbench()->document()->source()->hasErrors(); }, 5000));
    QVERIFY(f.settle());
    QVERIFY(nodeOf(f, "gv") >= 0);
    QCOMPARE(stateOf(f), QString("⚠ Text before the errors"));
    QTest::keyClicks(f.written(), "lv4)");
    QTest::keyClick(f.written(), Qt::Key_Return);
    QVERIFY2(QTest::qWaitFor([&] { return nodeOf(f, "lv9") >= 0; }, 5000),
             f.written()->code().substr(at - 100, 250).c_str());
    QTRY_COMPARE(stateOf(f), QString("13 nodes"));
  }

  // Times, shares and groups are shown beside the nodes as soon as there are some.
  void figuresAreShownBesideTheNodes() {
    WindowFixture f;
    QVERIFY(open(f, kMlpModel));
    GraphFigures given;
    given.nodes["lv"] = {41.2, 0.66, 0};
    given.nodes["lv1"] = {std::nullopt, std::nullopt, 0};
    given.nodes["lv2"] = {2100, 0.2, -1};
    view(f)->setFigures(given);
    QVERIFY(f.settle());
    const GraphDrawing& drawing = *view(f)->drawing();
    const auto figures = [&](const char* value) {
      return drawing.boxes[size_t(drawing.boxesOf[size_t(nodeOf(f, value))].front())].figures;
    };
    QVERIFY2(figures("lv").startsWith("41.2 µs, 66 %"), qPrintable(figures("lv")));
    QVERIFY2(figures("lv2").startsWith("2.1 ms, 20 %"), qPrintable(figures("lv2")));
    const QString told = sentenceOf(*drawing.outline, nodeOf(f, "lv1"), drawing.figures);
    QVERIFY2(told.contains("in fusion group 1"), qPrintable(told));
    f.screenshot("graph_figures");
  }

  void plannedMemoryIsShownBelow() {
    WindowFixture f;
    QVERIFY(open(f, kMlpModel));
    const GraphMemoryView* memory = f.feature<GraphFeature>().panel()->memory();
    view(f)->setFigures({});
    QVERIFY(f.settle());
    QVERIFY(!memory->isVisible());
    GraphFigures given;
    given.memory = {{"lv", "lv1", 0, 512},  {"lv1", "lv2", 512, 512}, {"lv2", "lv3", 0, 40},
                    {"lv3", "lv4", 64, 40}, {"lv4", "gv", 0, 40},     {"unknown", "gv", 0, 8}};
    view(f)->setFigures(given);
    QVERIFY(f.settle());
    QVERIFY(memory->isVisible());
    QCOMPARE(memory->accessibleDescription(), QString("Peak: 1.0 KB"));
    const QRectF first = memory->rectOf(nodeOf(f, "lv")), second = memory->rectOf(nodeOf(f, "lv1"));
    QVERIFY2(second.bottom() <= first.top() + 1 && second.left() < first.right(), "both are kept at once");
    QVERIFY(memory->rectOf(nodeOf(f, "lv2")).left() > first.left());
    QVERIFY(memory->rectOf(nodeOf(f, "x")).isEmpty());
    QTest::mouseClick(f.feature<GraphFeature>().panel()->memory(), Qt::LeftButton, {}, second.center().toPoint());
    QCOMPARE(currentValue(f), std::string("lv1"));
    QVERIFY(highlighted(f).startsWith("lv1 = "));
    QVERIFY(f.atRest());
    f.screenshot("graph_memory");
  }

  void nodesHaveNamesForThoseWhoDoNotSeeThem() {
    WindowFixture f;
    QVERIFY(open(f, kMlpModel));
    QAccessibleInterface* list = QAccessible::queryAccessibleInterface(view(f));
    QVERIFY(list);
    QCOMPARE(list->childCount(), 12);
    QVERIFY(click(f, "lv1"));
    QAccessibleInterface* node = list->child(nodeOf(f, "lv1"));
    QCOMPARE(node->text(QAccessible::Name),
             QString("relu, kernel of the module; lv1: (1, 128) float32; 512 B; from lv; used by lv2"));
    QVERIFY(node->state().selected);
    QCOMPARE(view(f)->accessibleDescription(), node->text(QAccessible::Name));
    QVERIFY(node->rect().isValid());
    QVERIFY(!view(f)->accessibleName().isEmpty());
  }

  // The kinds differ in the shape of their icons, in every palette.
  void kindsDifferInShape() {
    std::set<QByteArray> seen;
    for (int kind = 0; kind <= int(graph::OutlineNode::Kind::Result); ++kind) {
      QImage image(20, 20, QImage::Format_Grayscale8);
      image.fill(Qt::white);
      QPainter painter(&image);
      paintGraphIcon(painter, {5, 5}, graph::OutlineNode::Kind(kind), Qt::black);
      painter.end();
      seen.insert(QByteArray(reinterpret_cast<const char*>(image.constBits()), image.sizeInBytes()));
    }
    QCOMPARE(seen.size(), size_t(graph::OutlineNode::Kind::Result) + 1);
  }

  void aGraphOf2000NodesIsUsable() {
    WindowFixture f;
    QVERIFY(open(f, deepModel(2000)));
    GraphView* graph = view(f);
    QVERIFY(graph->hasPicture());
    QVERIFY(graph->drawing()->outline->nodes.size() >= 2000);
    QVERIFY(isWellArranged(*graph->drawing(), graph->places()));
    const std::string last = graph->drawing()->outline->nodes[graph->drawing()->outline->nodes.size() - 2].value;
    QVERIFY(click(f, last));
    QCOMPARE(currentValue(f), last);
    QVERIFY(highlighted(f).startsWith(QString::fromStdString(last)));
    f.screenshot("graph_large");
    QVERIFY(key(f, Qt::Key_F));
    f.screenshot("graph_large_fit");
  }

  void theSamplesAreShown() {
    WindowFixture f;
    f.window->resize(1720, 1040);
    const QDir folder(LW_SOURCE_DIR "/samples/models");
    int shown = 0;
    for (const QString& name : folder.entryList({"*.py"}, QDir::Files, QDir::Name)) {
      f.window->openFile(folder.filePath(name));
      QVERIFY(f.settle());
      if (f.window->workbench()->document()->source()->graphs.empty()) continue;
      ++shown;
      QVERIFY2(view(f)->hasPicture(), qPrintable(name));
      QVERIFY2(isWellArranged(*view(f)->drawing(), view(f)->places()), qPrintable(name));
      QVERIFY(f.atRest());
      f.screenshot("graph_sample_" + name.chopped(3));
    }
    QVERIFY(shown >= 5);
  }

  void pictureInAFile() {
    WindowFixture f;
    QVERIFY(open(f, kMlpModel));
    const QString path = f.folder.filePath("graph.svg");
    QVERIFY(view(f)->exportPicture(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("<svg"));
  }

  void inBothThemes() {
    for (const QString& theme : themeNames()) {
      WindowFixture f(theme);
      f.window->resize(1720, 1040);
      QVERIFY(open(f, kMlpModel));
      f.layouts().show("Model");
      QVERIFY(f.settle());
      QVERIFY(key(f, Qt::Key_F));
      QVERIFY(click(f, "lv1"));
      QVERIFY(f.atRest());
      f.screenshot("graph_" + theme);
      QVERIFY(open(f, kResidualModel, "residual.py"));
      QVERIFY(key(f, Qt::Key_F));
      QVERIFY(click(f, "lv3"));
      QVERIFY(f.atRest());
      f.screenshot("graph_residual_" + theme);
    }
  }
};

}  // namespace lw

int testGraph(int argc, char** argv) {
  lw::TestGraph test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_graph.moc"
