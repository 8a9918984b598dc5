// The loop tree, by mouse, wheel and keys.
#include <QAccessible>
#include <QFileDialog>
#include <QScrollBar>
#include <QSvgRenderer>
#include <QToolButton>
#include <QWheelEvent>

#include "app/models/document/document.h"
#include "app/models/program/selection_model.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"
#include "tests/gui/programs.h"
#include "views/loop_tree/loop_tree_drag.h"
#include "views/loop_tree/loop_tree_layout.h"
#include "views/loop_tree/loop_tree_minimap.h"
#include "views/loop_tree/rounded_boxes.h"
#include "views/widgets/kind_icon.h"

namespace lw {
namespace {

void wheel(LoopTreeView* tree, const QPoint& at, int delta, Qt::KeyboardModifiers keys) {
  QWheelEvent event(at, tree->viewport()->mapToGlobal(at), {}, QPoint(0, delta), Qt::NoButton, keys, Qt::NoScrollPhase,
                    false);
  QCoreApplication::sendEvent(tree->viewport(), &event);
}

// The pixels of the tree with a channel close to this colour.
int pixelsOf(LoopTreeView* tree, const QColor& color, const QRect& within = {}) {
  const QImage image = tree->viewport()->grab(within.isNull() ? tree->viewport()->rect() : within).toImage();
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const QColor here = image.pixelColor(x, y);
      count += std::abs(here.red() - color.red()) + std::abs(here.green() - color.green()) +
                   std::abs(here.blue() - color.blue()) <
               24;
    }
  return count;
}

constexpr const char* kLongNames = R"(from tvm.script import tir as T

@T.prim_func
def main(activations_of_the_layer: T.Buffer((64, 64), "float32"), normalized_activations_of_the_layer: T.Buffer((64, 64), "float32")):
    for batch_and_rows_and_columns_fused_outermost in range(64):
        for columns_of_the_normalized_layer_inner in T.vectorized(64):
            with T.block("normalized_activations_of_the_layer_local_copy"):
                vi, vj = T.axis.remap("SS", [batch_and_rows_and_columns_fused_outermost, columns_of_the_normalized_layer_inner])
                normalized_activations_of_the_layer[vi, vj] = activations_of_the_layer[vi, vj] * T.float32(2)
)";

}  // namespace

class TestLoopTree : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // What a pixmap or a covered ground saves is not seen: the pictures are those of plain painting.
  void boxesLookAsPaintedPlainly() {
    const QColor line("#556677"), ground("#203040"), edge("#cc8844");
    const auto picture = [](const std::function<void(QPainter&)>& paint) {
      QImage image(260, 200, QImage::Format_ARGB32_Premultiplied);
      image.fill(QColor("#101418"));
      QPainter painter(&image);
      painter.setRenderHint(QPainter::Antialiasing);
      painter.translate(3, 5);
      paint(painter);
      return image;
    };
    const auto difference = [](const QImage& a, const QImage& b) {
      int most = 0;
      for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
          const QColor p = a.pixelColor(x, y), q = b.pixelColor(x, y);
          most = std::max(
              {most, std::abs(p.red() - q.red()), std::abs(p.green() - q.green()), std::abs(p.blue() - q.blue())});
        }
      return most;
    };
    QPen dashed(edge, 1.6);
    dashed.setDashPattern({3, 2.5});
    for (const QPen& pen : {QPen(Qt::NoPen), QPen(line, 1), dashed})
      for (const QColor& fill : {QColor(), ground})
        for (const QRectF& box : {QRectF(10, 10, 120, 60), QRectF(10.5, 11.25, 90.5, 18)}) {
          const QImage prepared = picture([&](QPainter& p) { paintRounded(p, box, 6, pen, fill); });
          const QImage plain = picture([&](QPainter& p) {
            p.setPen(pen);
            p.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
            p.drawRoundedRect(box, 6, 6);
          });
          QVERIFY2(difference(prepared, plain) <= 2, qPrintable(QString::number(difference(prepared, plain))));
        }
    for (const ForKind kind : {ForKind::Serial, ForKind::Parallel, ForKind::Vectorized, ForKind::Unrolled})
      for (const QPointF at : {QPointF(10, 10), QPointF(40.5, 22.25)}) {
        const auto draw = [&](QPainter& p) { paintKindIcon(p, at, kind, false, edge); };
        const QImage prepared = picture([&](QPainter& p) {
          PictureKey key("kind");
          key << int(kind);
          paintPrepared(p, QRectF(at, QSizeF(10, 10)), std::move(key), draw);
        });
        QVERIFY(difference(prepared, picture(draw)) <= 2);
        QVERIFY2(difference(prepared, picture([](QPainter&) {})) > 30, "it is painted");
      }
    const QRectF outer(4, 4, 220, 170), inner(16, 35, 190, 60), last(16, 101, 190, 66);
    const auto nest = [&](const std::vector<QRectF>& covered) {
      return picture([&](QPainter& p) {
        paintLoopFrame(p, {outer, line, ground, edge}, covered);
        for (const QRectF& box : {inner, last}) paintLoopFrame(p, {box, line, ground.lighter(), edge}, {});
      });
    };
    QCOMPARE(nest({inner, last}), nest({}));
    // The ground below a box is not painted.
    QVERIFY(picture([&](QPainter& p) {
              paintLoopFrame(p, {outer, line, ground, edge}, {inner});
            }).pixelColor(103, 70) == QColor("#101418"));
  }

  // The costs in the picture are those of the cost model.
  void costOfLoops() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    const LoopTree& tree = f.tree()->tree();
    QCOMPARE(tree.whole.flops, 2.0 * 64 * 64 * 64);
    const LoopTreeNode& k = tree.nodes[size_t(tree.find(f.loop("k")))];
    QVERIFY(k.reduce && k.cost.exactFootprint);
    QCOMPARE(k.cost.footprint, 4.0 * (64 + 64 + 1));
    QCOMPARE(k.cost.iterationFootprint, 4.0 * 3);
    QCOMPARE(k.flopShare, 1.0);
    QCOMPARE(workingSet(k.cost, {256, 1024}), QString("516 B ▸ L2"));
    QVERIFY(tooltipOf(tree, k).contains("516 B"));
    QVERIFY(f.clickLoop("k"));
    QVERIFY2(f.tree()->accessibleDescription().contains("Loop k, 64 iterations, reduction, reduce"),
             qPrintable(f.tree()->accessibleDescription()));
  }

  // Long names are shortened in the middle: extent, kind and bar stay in the box, and the tooltip has the whole name.
  void longNamesStayInTheirBoxes() {
    WindowFixture f;
    QVERIFY(f.openText(kLongNames));
    LoopTree tree = f.tree()->tree();
    const TreeStyle style(f.window->theme());
    for (const qreal width : {200.0, 260.0, 340.0, 700.0}) {
      const TreeLayout layout = layoutTree(tree, style, width, -1);
      for (size_t i = 0; i < tree.nodes.size(); ++i) {
        const LoopTreeNode& node = tree.nodes[i];
        const QRectF& header = layout.boxes[i].header;
        const QString name = QString::fromStdString(node.name), shown = shownName(node, style, header, layout.barRight);
        if (shown != name)
          QVERIFY2(
              shown.startsWith(name.left(2)) && shown.endsWith(name.right(1)) && shown.contains(QString::fromUtf8("…")),
              qPrintable(shown));
        const bool loop = node.kind == LoopTreeNode::Kind::Loop;
        const qreal end = header.left() + 29 +
                          (loop ? style.loopWidth(shown.toStdString()) + 8 +
                                      style.extentWidth(shownExtent(node, style, header).toStdString()) + 10 + 23
                                : style.width(style.strong, shown) + 8 + style.width(style.small, blockWord(node)));
        QVERIFY2(end <= header.right() + 0.5,
                 qPrintable(QStringLiteral("%1 ends at %2 of %3").arg(shown).arg(end).arg(header.right())));
        if (width >= 340)
          QVERIFY2(
              end <= layout.barRight - 40,
              qPrintable(
                  QStringLiteral("%1 ends at %2, the bar begins at %3").arg(shown).arg(end).arg(layout.barRight - 40)));
        QVERIFY(tooltipOf(tree, node).contains(name));
        for (const QString& line : statementLines(node, style, header.width()))
          QVERIFY2(line.trimmed() != "=" && style.codeWidth(line.toStdString()) <= 2000, qPrintable(line));
      }
    }
    QVERIFY(statementLines(tree.nodes.back(), style, 260).front().endsWith(" ="));
    f.window->resize(1000, 640);
    QVERIFY(f.settle());
    f.screenshot("long_names");
  }

  void barsShowWhatIsChosen() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    QCOMPARE(int(f.tree()->picture().painter().metric()), int(TreeMetric::Operations));
    const QImage operations = f.tree()->viewport()->grab().toImage();
    for (QToolButton* button : f.window->findChildren<QToolButton*>())
      if (button->text() == "Footprint") QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(int(f.tree()->picture().painter().metric()), int(TreeMetric::Footprint));
    QVERIFY(f.tree()->viewport()->grab().toImage() != operations);
  }

  void zoomByWheelAndKeys() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    LoopTreeView* tree = f.tree();
    const int height = tree->rectOf(f.loop("j")).height();
    wheel(tree, {100, 60}, 120, Qt::ControlModifier);
    wheel(tree, {100, 60}, 120, Qt::ControlModifier);
    QVERIFY(tree->zoom() > 1.2);
    QVERIFY(tree->rectOf(f.loop("j")).height() > height);
    // The boxes still end at the edge of the pane.
    QVERIFY(tree->rectOf(f.loop("i")).right() <= tree->viewport()->width());
    QVERIFY(f.typeKey(Qt::Key_0, Qt::ControlModifier));
    QCOMPARE(tree->zoom(), 1.0);
    QVERIFY(f.typeKey(Qt::Key_Minus, Qt::ControlModifier));
    QVERIFY(tree->zoom() < 1);
    QVERIFY(f.typeKey(Qt::Key_0, Qt::ControlModifier));
    for (int i = 0; i < 40; ++i) wheel(tree, {100, 60}, -120, Qt::ControlModifier);
    QVERIFY(tree->zoom() >= 0.25);
    QVERIFY(f.clickLoop("j"));
    QCOMPARE(f.window->workbench()->selection()->current().loop(), f.loop("j"));
  }

  // An atomic update is marked by a word in its line, not by a separate box.
  void atomicUpdatesSaySo() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyText("decompose_reduction(\"C\", k)");
    QVERIFY(f.settle());
    f.window->workbench()->steps()->applyText("atomic(\"C_update\")");
    QVERIFY(f.settle());
    const LoopTree& tree = f.tree()->tree();
    const LoopTreeNode& node = tree.nodes[size_t(tree.find(f.block("C_update")))];
    QCOMPARE(QString::fromStdString(node.statement).left(7), QStringLiteral("atomic "));
    QVERIFY(node.children.empty());
    f.screenshot("atomic_dark");
  }

  // Boxes move to their new places; a step during the animation starts from their current places.
  void stepsMoveTheBoxes() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    LoopTreeView* tree = f.tree();
    tree->setAnimated(true);
    const int c = tree->tree().find(f.block("C"));
    const QRectF before = tree->picture().shownBox(c).frame;
    f.window->workbench()->steps()->applyText("split(p, [None, 8])");
    QVERIFY(QTest::qWaitFor([&] { return tree->picture().moving(); }, 5000));
    const int moved = tree->tree().find(f.block("C"));
    const QRectF target = tree->picture().layout().boxes[size_t(moved)].frame;
    QVERIFY(target.top() > before.top());
    QVERIFY2(tree->picture().shownBox(moved).frame.top() < target.top(), "the box is on its way");
    QVERIFY(QTest::qWaitFor([&] { return !tree->picture().moving(); }, 2000));
    QCOMPARE(tree->picture().shownBox(moved).frame, target);
    tree->setAnimated(false);
    QVERIFY(f.settle());
    f.window->workbench()->steps()->applyText("split(p_0, [None, 2])");
    QVERIFY(f.settle());
    QVERIFY(!tree->picture().moving());
  }

  void motionIsSwitchedInTheMenu() {
    WindowFixture f;
    if (!f.systemMoves()) QSKIP("the system asks for less motion");
    QVERIFY(f.tree()->animated());
    QVERIFY(clickMenu(f.window.get(), {"View", "Loop tree picture", "Animate boxes after a step"}));
    QVERIFY(!f.tree()->animated());
    QCOMPARE(f.settings.value("treeMotion").toBool(), false);
  }

  void arrowsOnDemand() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    LoopTreeView* tree = f.tree();
    QVERIFY(!tree->picture().flowsShown());
    const int before = pixelsOf(tree, f.window->theme().buffer);
    QVERIFY(f.typeKey(Qt::Key_D, {}));
    QVERIFY(tree->picture().flowsShown());
    QCOMPARE(tree->picture().visibleFlows().size(), size_t(1));
    const LoopTreeFlow& flow = *tree->picture().visibleFlows().front();
    QCOMPARE(flow.buffer, std::string("B"));
    QCOMPARE(tree->tree().nodes[size_t(flow.from)].name, std::string("B"));
    QCOMPARE(tree->tree().nodes[size_t(flow.to)].name, std::string("C"));
    QVERIFY2(pixelsOf(tree, f.window->theme().buffer) > before + 60, "an arrow is drawn");
    QVERIFY(f.typeKey(Qt::Key_D, {}));
    QVERIFY(!tree->picture().flowsShown());
  }

  void aReductionHandsOnToItself() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QCOMPARE(f.tree()->tree().flows.size(), size_t(1));
    QCOMPARE(f.tree()->tree().flows[0].carriedBy, std::string("k"));
  }

  // The two iterations are shown below the block, and disappear with the next step.
  void theWitnessIsDrawn() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    LoopTreeView* tree = f.tree();
    const QSizeF before = tree->picture().layout().size;
    f.window->workbench()->steps()->applyText("parallel(k)");
    QVERIFY(f.settle());
    QVERIFY(tree->picture().witness().has_value());
    const int at = tree->picture().witnessAt();
    QCOMPARE(tree->tree().nodes[size_t(at)].name, std::string("C"));
    QVERIFY(tree->picture().layout().size.height() > before.height());
    const QRectF callout = tree->picture().layout().boxes[size_t(at)].callout;
    QVERIFY(pixelsOf(tree, f.window->theme().reduce,
                     tree->mapFromScene(callout).boundingRect() & tree->viewport()->rect()) > 60);
    f.window->workbench()->steps()->applyText("split(i, [None, 8])");
    QVERIFY(f.settle());
    QVERIFY(!tree->picture().witness().has_value());
  }

  // While a loop is dragged, every place shows whether the drop is legal; the answers come from a worker.
  void legalityUnderTheDrag() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    LoopTreeView* tree = f.tree();
    QWidget* viewport = tree->viewport();
    const QRect from = tree->rectOf(f.block("B")), to = tree->rectOf(f.loop("x"));
    const auto move = [&](const QPoint& at) {
      QMouseEvent event(QEvent::MouseMove, at, viewport->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
      QCoreApplication::sendEvent(viewport, &event);
    };
    const QPoint start = from.topLeft() + QPoint(20, 14), end = to.topLeft() + QPoint(20, 14);
    QTest::mousePress(viewport, Qt::LeftButton, {}, start);
    move(start + QPoint(0, 12));
    move(end);
    QVERIFY(tree->drag()->active());
    const int x = tree->tree().find(f.loop("x")), p = tree->tree().find(f.loop("p"));
    QVERIFY2(!tree->picture().verdictFor(x), "a move does not wait for the checks");
    QVERIFY(QTest::qWaitFor([&] { return tree->picture().verdictFor(x) && tree->picture().verdictFor(p); }, 5000));
    QVERIFY2(tree->picture().verdictFor(x)->legal, qPrintable(tree->picture().verdictFor(x)->reason));
    QVERIFY(tree->picture().verdictFor(x)->call.startsWith("compute_at("));
    QVERIFY(!tree->picture().verdictFor(p)->legal);
    QVERIFY(!tree->picture().verdictFor(p)->reason.isEmpty());
    QCOMPARE(int(tree->picture().lookOf(x).drop), int(NodeLook::Drop::Legal));
    QCOMPARE(int(tree->picture().lookOf(p).drop), int(NodeLook::Drop::Refused));
    QVERIFY(pixelsOf(tree, f.window->theme().vectorized) > 100);
    f.screenshot("drag_legal");
    QTest::keyClick(tree, Qt::Key_Escape);
    QVERIFY(!tree->drag()->active());
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, end);
    QVERIFY(f.settle());
    QCOMPARE(f.trace()->traceModel()->rowCount(), 1);
  }

  void aRefusedDropSaysWhy() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    QVERIFY(f.drag(f.tree()->rectOf(f.loop("p")), f.tree()->rectOf(f.loop("x"))));
    QCOMPARE(f.trace()->traceModel()->rowCount(), 1);
    QCOMPARE(f.problems()->problemsModel()->rowCount(), 1);
  }

  // A step is undone, and before the tree is updated, a loop that the step made is dropped on another one.
  void whatIsGoneIsNotMoved() {
    WindowFixture f;
    QVERIFY(f.openText(kTwoBlocks));
    f.window->workbench()->steps()->applyText("split(x, [None, 8])");
    QVERIFY(f.settle());
    QString said;
    connect(f.window.get(), &MainWindow::said, [&said](const QString& text) { said = text; });
    const QRect from = f.tree()->rectOf(f.loop("x_1")), to = f.tree()->rectOf(f.loop("x_0"));
    f.window->workbench()->history()->undo();
    QVERIFY(f.drag(from, to));
    QVERIFY2(said.startsWith("Not moved"), qPrintable(said));
    QCOMPARE(f.loopNames(), (std::vector<std::string>{"p", "x"}));
  }

  // Clicking the name of a buffer in a block selects that buffer in all views.
  void aBufferInABlock() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    LoopTreeView* tree = f.tree();
    const int c = tree->tree().find(f.block("C"));
    const auto labels = bufferLabels(tree->tree().nodes[size_t(c)], tree->picture().layout().boxes[size_t(c)].header,
                                     tree->picture().style());
    QCOMPARE(labels.size(), size_t(3));
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->mapFromScene(labels[1].place.center()));
    QVERIFY(f.settle());
    QCOMPARE(f.window->workbench()->selection()->current().buffer, labels[1].name);
  }

  // At every width, all names of buffers are inside the frame of their block, and dots replace names that do not fit.
  void buffersStayInTheirBlock() {
    const TreeStyle style(loadTheme("light"));
    LoopTree tree;
    LoopTreeNode block;
    block.kind = LoopTreeNode::Kind::Block;
    block.block = BlockId{1};
    block.name = "conv";
    block.statement = "out[i] = data[i]";
    block.reads = {"data_padded", "weights", "bias"};
    block.writes = {"out"};
    tree.nodes = {block};
    tree.roots = {0};
    bool two = false, dots = false;
    for (int width = 140; width < 700; width += 20) {
      const TreeLayout layout = layoutTree(tree, style, width, -1);
      const QRectF header = layout.boxes[0].header;
      const auto labels = bufferLabels(block, header, style);
      QVERIFY(!labels.empty());
      QVERIFY2(!labels.back().read, "what is written is always told");
      for (const BufferLabel& label : labels) {
        QVERIFY2(label.place.left() + 3 + style.codeWidth(label.shown.toStdString()) <= header.right() - 11,
                 qPrintable(QString("%1 at width %2").arg(label.shown).arg(width)));
        QVERIFY(label.place.bottom() <= header.bottom());
        dots = dots || label.shown.contains(QChar(0x2026));
      }
      two = two || labels.front().place.top() != labels.back().place.top();
      if (width > 600) QVERIFY(labels.size() == 4 && labels.front().place.top() == labels.back().place.top());
    }
    QVERIFY(two && dots);
  }

  // Every node has a name, a position and a state for screen readers.
  void accessibleNodes() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("j"));
    QAccessibleInterface* tree = QAccessible::queryAccessibleInterface(f.tree());
    QVERIFY(tree);
    QCOMPARE(int(tree->role()), int(QAccessible::Tree));
    QCOMPARE(tree->childCount(), 4);
    QVERIFY(tree->child(1)->text(QAccessible::Name).startsWith("Loop j, 64 iterations, spatial"));
    QVERIFY(tree->child(1)->state().selected && !tree->child(0)->state().selected);
    QVERIFY(tree->child(3)->text(QAccessible::Name).contains("reads A, B"));
    QCOMPARE(tree->child(2)->rect().size(), f.tree()->rectOf(f.loop("k")).size());
  }

  // Both files contain the picture in its colours.
  void exportTheTree() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    for (const char* name : {"tree.svg", "tree.png"}) {
      const QString path = f.folder.filePath(name);
      InDialog dialog(typeAndEnter(path));
      QVERIFY(clickMenu(f.window.get(), {"File", "Export the loop tree as a picture"}));
      QVERIFY(dialog.came());
      QVERIFY2(QFileInfo(path).size() > 2000, name);
    }
    const QImage png(f.folder.filePath("tree.png"));
    QCOMPARE(png.width(), 2 * int(f.tree()->picture().layout().size.width()));
    QCOMPARE(png.pixelColor(2, 2), f.window->theme().panel);
    QSvgRenderer svg(f.folder.filePath("tree.svg"));
    QVERIFY(svg.isValid());
    QCOMPARE(svg.viewBox().size(), f.tree()->picture().layout().size.toSize());
  }

  // Two hundred blocks: the minimap shows all of them and scrolls anywhere.
  void aLongProgram() {
    WindowFixture f;
    QVERIFY(f.openText(chainOfStages(200).c_str(), "chain.py"));
    LoopTreeView* tree = f.tree();
    QCOMPARE(tree->tree().nodes.size(), size_t(600));
    QVERIFY(tree->minimap()->isVisible());
    QVERIFY(tree->viewport()->width() + LoopTreeMinimap::kWidth <= tree->width());
    const LoopTree built =
        buildLoopTree(f.window->workbench()->document()->schedule().program(), 0, {1 << 15, 1 << 20, 1 << 25});
    QVERIFY(built.whole.exactFootprint);
    QCOMPARE(tree->verticalScrollBar()->value(), 0);
    QTest::mouseClick(tree->minimap(), Qt::LeftButton, {}, QPoint(30, tree->minimap()->height() * 3 / 4));
    QVERIFY(tree->verticalScrollBar()->value() > tree->verticalScrollBar()->maximum() / 2);
    const QRectF sight = tree->minimap()->sight();
    QVERIFY(sight.center().y() > tree->minimap()->height() * 0.6 && sight.bottom() <= tree->minimap()->height());
    f.screenshot("minimap_dark");
    // One step on it, as a user applies it.
    f.window->workbench()->steps()->applyText("split(b100.i100, [None, 8])");
    QVERIFY(QTest::qWaitFor([&] { return tree->tree().nodes.size() == 601; }, 10000));
  }
};

}  // namespace lw

int testLoopTree(int argc, char** argv) {
  lw::TestLoopTree test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_loop_tree.moc"
