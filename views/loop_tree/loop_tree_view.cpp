#include "views/loop_tree/loop_tree_view.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "views/loop_tree/loop_tree_drag.h"
#include "views/loop_tree/loop_tree_minimap.h"

namespace lw {
namespace {

constexpr qreal kZoomStep = 1.125, kLeastZoom = 0.25, kMostZoom = 4;
constexpr int kEmptySide = 24, kEmptyGap = 8;  // margins of the text that is shown without a tree

}  // namespace

LoopTreeView::LoopTreeView(QWidget* parent) : QGraphicsView(parent) {
  setScene(&scene_);
  setAcceptDrops(false);  // the window accepts dropped files; drags inside the view use mouse events
  setFocusPolicy(Qt::StrongFocus);
  setFrameShape(QFrame::NoFrame);
  setAlignment(Qt::AlignLeft | Qt::AlignTop);
  setRenderHint(QPainter::Antialiasing);
  setViewportUpdateMode(SmartViewportUpdate);
  setTransformationAnchor(NoAnchor);
  setResizeAnchor(NoAnchor);
  viewport()->setMouseTracking(true);
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);  // the background is not painted while boxes move
  setAccessibleName(tr("Loop tree"));
  drag_ = new LoopTreeDrag(*this, scene_);
  minimap_ = new LoopTreeMinimap(this);
  emptyLinks_ = new QLabel(viewport());
  emptyLinks_->setObjectName("emptyLinks");
  emptyLinks_->setAccessibleName(tr("What you can open"));
  emptyLinks_->setTextFormat(Qt::RichText);
  emptyLinks_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  emptyLinks_->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
  emptyLinks_->hide();
  connect(emptyLinks_, &QLabel::linkActivated, this, &LoopTreeView::linkActivated);
  connect(&scene_, &LoopTreeScene::laidOut, minimap_, &LoopTreeMinimap::contentChanged);
}

void LoopTreeView::setTheme(const Theme& theme) {
  scene_.setTheme(theme);
  viewport()->update();
}

void LoopTreeView::setTree(LoopTree tree) {
  drag_->cancel();
  const bool other = scene_.tree().nodes.empty() || tree.nodes.empty();
  scene_.setTree(std::move(tree), animated_ && !other && isVisible());
  relayout();
  placeLinks();
  describe();
  viewport()->update();
}

void LoopTreeView::setEmptyText(const QString& title, const QString& what, const QString& links) {
  emptyTitle_ = title;
  emptyText_ = what;
  emptyLinks_->setText(links);
  placeLinks();
  viewport()->update();
}

// Places the links below the sentence.
void LoopTreeView::placeLinks() {
  const int half = viewport()->height() / 2;
  const QRect room(kEmptySide, half + kEmptyGap, std::max(1, viewport()->width() - 2 * kEmptySide),
                   std::max(1, half - kEmptyGap));
  const QRect words = QFontMetrics(interfaceFont(13))
                          .boundingRect(room, Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, emptyText_);
  emptyLinks_->setGeometry(
      QRect(QPoint(room.left(), words.bottom() + 2 * kEmptyGap), QPoint(room.right(), viewport()->height())));
  emptyLinks_->setVisible(tree().nodes.empty() && !emptyLinks_->text().isEmpty());
}

void LoopTreeView::setSelection(const LinkedSelection& selection, bool revealIt) {
  selection_ = selection;
  scene_.setSelection(selection);
  if (revealIt && scene_.current() >= 0) reveal(scene_.current());
  describe();
}

void LoopTreeView::setConflict(const std::vector<LoopId>& loops, const std::vector<BlockId>& blocks,
                               const std::optional<Witness>& witness) {
  scene_.setConflict(loops, blocks, witness);
  relayout();
  if (scene_.witnessAt() >= 0) reveal(scene_.witnessAt());
}

void LoopTreeView::setFlowsShown(bool shown) {
  scene_.setFlowsShown(shown);
  viewport()->update();
  Q_EMIT flowsToggled(shown);
}

// Describes the selection for screen readers.
void LoopTreeView::describe() {
  const int at = scene_.current();
  const QString sentence = at < 0 ? QString() : sentenceOf(tree(), tree().nodes[size_t(at)]);
  if (sentence == accessibleDescription()) return;
  setAccessibleDescription(sentence);
  QAccessibleEvent event(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&event);
}

// ---- size, zoom and scrolling ----

// The picture is as wide as the pane at every zoom, as long as its names fit.
void LoopTreeView::relayout() {
  const int right = minimap_->wanted() ? LoopTreeMinimap::kWidth : 0;
  if (viewportMargins().right() != right) setViewportMargins(0, 0, right, 0);
  minimap_->setVisible(right > 0);
  minimap_->setGeometry(viewport()->geometry().right() + 1, 0, right, height());
  scene_.setWidth(std::floor(viewport()->width() / zoom_));
  // QGraphicsView assumes scroll bars of another width.
  const bool across = scene_.layout().size.width() * zoom_ > viewport()->width() + 1;
  setHorizontalScrollBarPolicy(across ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
  verticalScrollBar()->setSingleStep(int(kTreeHeader * zoom_));
  horizontalScrollBar()->setSingleStep(int(kTreeIndent * zoom_));
  minimap_->update();
}

void LoopTreeView::resizeEvent(QResizeEvent* event) {
  QGraphicsView::resizeEvent(event);
  relayout();
  placeLinks();
  if (scene_.current() >= 0) reveal(scene_.current());
}

void LoopTreeView::setZoom(qreal zoom) {
  zoom = std::clamp(zoom, kLeastZoom, kMostZoom);
  if (std::abs(zoom - 1) < 0.01) zoom = 1;
  if (zoom == zoom_) return;
  zoom_ = zoom;
  setTransform(QTransform::fromScale(zoom, zoom));
  relayout();
  Q_EMIT zoomed(zoom_);
}

void LoopTreeView::zoomBy(int steps) { setZoom(zoom_ * std::pow(kZoomStep, steps)); }

void LoopTreeView::wheelEvent(QWheelEvent* event) {
  if (!(event->modifiers() & Qt::ControlModifier)) return QGraphicsView::wheelEvent(event);
  // Keeps the point under the mouse in place.
  const QPointF before = mapToScene(event->position().toPoint());
  const int steps = event->angleDelta().y() > 0 ? 1 : event->angleDelta().y() < 0 ? -1 : 0;
  zoomBy(steps);
  verticalScrollBar()->setValue(int(before.y() * zoom_ - event->position().y()));
  event->accept();
}

void LoopTreeView::scrollContentsBy(int dx, int dy) {
  QGraphicsView::scrollContentsBy(dx, dy);
  minimap_->update();
}

QRect LoopTreeView::rectOfNode(int index) const {
  if (index < 0 || index >= int(scene_.layout().boxes.size())) return {};
  return mapFromScene(scene_.layout().boxes[size_t(index)].header).boundingRect();
}

void LoopTreeView::reveal(int index) {
  QScrollBar *bar = verticalScrollBar(), *across = horizontalScrollBar();
  const TreeBox& box = scene_.layout().boxes[size_t(index)];
  const qreal top = box.header.top() * zoom_, left = box.header.left() * zoom_, high = box.frame.height() * zoom_;
  const qreal room = viewport()->height(), wanted = top + std::min(high, room / 3);
  if (top >= bar->value() && wanted + kTreeMargin <= bar->value() + room) return;
  // Shows the node with its children if they fit, otherwise with some of its surroundings.
  bar->setValue(int(top - std::max(kTreeMargin, std::min(room / 3, room - high))));
  // Scrolls sideways as far as necessary for the name and the kind.
  across->setValue(int(std::min(
      left - kTreeMargin, std::max<qreal>(across->value(), left + kTreeLeastWidth * zoom_ - viewport()->width()))));
}

// ---- painting ----

void LoopTreeView::paintEvent(QPaintEvent* event) {
  if (!tree().nodes.empty()) return QGraphicsView::paintEvent(event);
  const Theme& theme = scene_.style().theme;
  QPainter painter(viewport());
  painter.fillRect(viewport()->rect(), theme.panel);
  painter.setFont(interfaceFont(15, QFont::DemiBold));
  painter.setPen(theme.text);
  const QRect room = viewport()->rect().adjusted(kEmptySide, 0, -kEmptySide, -viewport()->height() / 2);
  painter.drawText(room, Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, emptyTitle_);
  painter.setFont(interfaceFont(13));
  painter.setPen(theme.dim);
  painter.drawText(viewport()->rect().adjusted(kEmptySide, viewport()->height() / 2 + kEmptyGap, -kEmptySide, 0),
                   Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, emptyText_);
}

void LoopTreeView::drawForeground(QPainter* painter, const QRectF&) {
  const QSizeF size = scene_.layout().size;
  const qreal free = viewport()->height() / zoom_ - size.height();
  if (drag_->enabled() && free > 40 && !drag_->active()) {
    painter->setPen(scene_.style().theme.dim);
    painter->setFont(scene_.style().small);
    painter->drawText(QRectF(kTreeMargin + 4, size.height() - 2, size.width() - 2 * kTreeMargin, 38),
                      Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                      tr("Drag a loop to reorder · double-click to split · right-click for all steps"));
  }
  drag_->paint(*painter);
}

// ---- picking ----

std::string LoopTreeView::bufferAt(const QPoint& position) const {
  const int at = nodeAt(position);
  if (at < 0 || tree().nodes[size_t(at)].kind != LoopTreeNode::Kind::Block) return {};
  const QPointF point = mapToScene(position);
  for (const BufferLabel& label :
       bufferLabels(tree().nodes[size_t(at)], scene_.layout().boxes[size_t(at)].header, scene_.style()))
    if (label.place.contains(point)) return label.name;
  return {};
}

void LoopTreeView::choose(const LinkedSelection& selection) {
  selection_ = selection;
  scene_.setSelection(selection);
  describe();
  Q_EMIT picked(selection);
}

void LoopTreeView::pick(int index, bool add) {
  const LoopTreeNode& node = tree().nodes[size_t(index)];
  LinkedSelection next;
  if (add) next.nodes = selection_.nodes;
  const auto toggle = [add](auto& list, auto id) {
    const auto found = std::find(list.begin(), list.end(), id);
    if (found == list.end())
      list.push_back(id);
    else if (add)
      list.erase(found);
  };
  if (node.loop.valid()) toggle(next.nodes.loops, node.loop);
  if (node.block.valid()) toggle(next.nodes.blocks, node.block);
  reveal(index);
  choose(next);
}

// Selects in textual order, from the outside to the inside of a nest; includes blocks only if both ends are blocks.
void LoopTreeView::pickThrough(int index) {
  const int from = scene_.current();
  if (from < 0) return pick(index, false);
  const auto& nodes = tree().nodes;
  const bool blocks = nodes[size_t(from)].block.valid() && nodes[size_t(index)].block.valid();
  LinkedSelection next;
  for (int i = std::min(from, index); i <= std::max(from, index); ++i) {
    if (nodes[size_t(i)].block.valid() && blocks) next.nodes.blocks.push_back(nodes[size_t(i)].block);
    if (nodes[size_t(i)].loop.valid() && !blocks) next.nodes.loops.push_back(nodes[size_t(i)].loop);
  }
  if (next.empty()) return pick(index, false);
  reveal(index);
  choose(next);
}

void LoopTreeView::mousePressEvent(QMouseEvent* event) {
  const QPoint position = event->position().toPoint();
  const int index = nodeAt(position);
  drag_->press(index, position);
  if (index < 0 || tree().nodes[size_t(index)].kind == LoopTreeNode::Kind::Statement) return;
  const bool add = event->modifiers() & Qt::ControlModifier;
  if (event->button() == Qt::LeftButton && event->modifiers() & Qt::ShiftModifier) return pickThrough(index);
  if (const std::string buffer = bufferAt(position); !buffer.empty() && event->button() == Qt::LeftButton && !add)
    return choose(LinkedSelection::ofBuffer(buffer));
  if (event->button() == Qt::LeftButton || !scene_.selected(index)) pick(index, add);
}

void LoopTreeView::mouseMoveEvent(QMouseEvent* event) {
  const QPoint position = event->position().toPoint();
  if (event->buttons() & Qt::LeftButton && drag_->pressed()) return drag_->moveTo(position);
  scene_.setHovered(nodeAt(position));
}

void LoopTreeView::mouseReleaseEvent(QMouseEvent*) { drag_->release(); }

void LoopTreeView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (nodeAt(event->position().toPoint()) >= 0) Q_EMIT activated(event->globalPosition().toPoint());
}

void LoopTreeView::leaveEvent(QEvent*) { scene_.setHovered(-1); }

void LoopTreeView::contextMenuEvent(QContextMenuEvent* event) {
  if (event->reason() == QContextMenuEvent::Keyboard && scene_.current() >= 0)
    Q_EMIT menuRequested(viewport()->mapToGlobal(rectOfNode(scene_.current()).center()));
  else if (nodeAt(event->pos()) >= 0)
    Q_EMIT menuRequested(event->globalPos());
}

bool LoopTreeView::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QGraphicsView::viewportEvent(event);
  auto* help = static_cast<QHelpEvent*>(event);
  const int at = nodeAt(help->pos());
  const bool told = at >= 0 && tree().nodes[size_t(at)].kind != LoopTreeNode::Kind::Statement;
  if (told) {
    QString words = tooltipOf(tree(), tree().nodes[size_t(at)]);
    if (const TreeBadge* badge = scene_.lookOf(at).badge)
      words += QStringLiteral("<br>") + badge->tip.toHtmlEscaped().replace('\n', QStringLiteral("<br>"));
    QToolTip::showText(help->globalPos(), words, viewport(), rectOfNode(at));
  } else
    QToolTip::hideText();
  return true;
}

// ---- keys ----

// Statements cannot be selected, so the keys skip them.
void LoopTreeView::step(int from, int by, bool add) {
  const int last = int(tree().nodes.size()) - 1;
  int next = from;
  do next += by;
  while (next >= 0 && next <= last && tree().nodes[size_t(next)].kind == LoopTreeNode::Kind::Statement);
  if (next >= 0 && next <= last) pick(next, add);
}

bool LoopTreeView::moveByKey(QKeyEvent* event) {
  const int at = scene_.current(), last = int(tree().nodes.size()) - 1;
  const bool add = event->modifiers() & Qt::ShiftModifier;
  switch (event->key()) {
    case Qt::Key_Down:
      return step(at, 1, add), true;
    case Qt::Key_Up:
      return at < 0 ? step(-1, 1, add) : step(at, -1, add), true;
    case Qt::Key_Left:
      if (at >= 0 && tree().nodes[size_t(at)].parent >= 0) pick(tree().nodes[size_t(at)].parent, false);
      return true;
    case Qt::Key_Right:
      if (at >= 0 && !tree().nodes[size_t(at)].children.empty())
        step(tree().nodes[size_t(at)].children.front() - 1, 1, add);
      return true;
    case Qt::Key_Home:
      return step(-1, 1, add), true;
    case Qt::Key_End:
      return step(last + 1, -1, add), true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (at >= 0) Q_EMIT activated(viewport()->mapToGlobal(rectOfNode(at).center()));
      return true;
    default:
      return false;
  }
}

void LoopTreeView::keyPressEvent(QKeyEvent* event) {
  if (drag_->active() && event->key() == Qt::Key_Escape) return drag_->cancel();
  const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
  if (tree().nodes.empty()) return QGraphicsView::keyPressEvent(event);
  if (plain && moveByKey(event)) return;
  if (plain && event->text().size() == 1 && event->text()[0].isLetter()) {
    const QChar letter = event->text()[0].toLower();
    if (letter == 'd') return setFlowsShown(!scene_.flowsShown());
    return Q_EMIT stepKeyPressed(letter);
  }
  QGraphicsView::keyPressEvent(event);
}

}  // namespace lw
