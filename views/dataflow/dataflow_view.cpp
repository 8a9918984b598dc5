#include "views/dataflow/dataflow_view.h"

#include <QElapsedTimer>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "core/text/print/printer.h"

namespace lw {
namespace {

constexpr int kMargin = 12, kPadding = 8, kHeight = 38, kLeast = 44;
constexpr double kSmallest = 0.72;
constexpr int kPatience = 1000;  // milliseconds for a layout; these graphs are small and take one or two

QString shapeOf(const Buffer& buffer) {
  QStringList sizes;
  for (const Expr& e : buffer->shape) sizes << QString::fromStdString(lw::toText(e));
  return sizes.isEmpty() ? DataflowView::tr("one number") : sizes.join(QStringLiteral(" × "));
}

QString nameOf(const DataflowNode& node) { return QString::fromStdString(node.name); }

}  // namespace

DataflowView::DataflowView(QWidget* parent) : QAbstractScrollArea(parent) {
  setObjectName("dataflow");
  setAccessibleName(tr("Dataflow"));
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  viewport()->setMouseTracking(true);
}

void DataflowView::setTheme(const Theme& theme) {
  theme_ = theme;
  relayout();
}

void DataflowView::setFlow(Dataflow flow) {
  flow_ = std::move(flow);
  hovered_ = -1;
  relayout();
}

void DataflowView::setSelection(const LinkedSelection& selection, bool show) {
  selection_ = selection;
  if (show && current() >= 0) reveal(current());
  viewport()->update();
}

QSize DataflowView::sizeHint() const { return {240, int(layout_.size.height()) + 2 * kMargin}; }

// ---- layout ----

void DataflowView::relayout() {
  const QFontMetricsF names(codeFont(12.5, QFont::Bold)), shapes(interfaceFont(11));
  sizes_.clear();
  for (const DataflowNode& node : flow_.nodes) {
    const double width = std::max(names.horizontalAdvance(nameOf(node)) + (node.reduces ? 16 : 0),
                                  shapes.horizontalAdvance(shapeOf(node.buffer)));
    sizes_.emplace_back(std::max<double>(kLeast, width + 2 * kPadding), kHeight);
  }
  QElapsedTimer clock;
  clock.start();
  layout_ = layouter_.layout({sizes_, flow_.edges}, [&clock] { return clock.elapsed() > kPatience; });
  updateGeometry();
  fit();
  viewport()->update();
}

double DataflowView::scale() const {
  const double room = viewport()->width() - 2 * kMargin;
  return layout_.size.width() <= 0 ? 1 : std::clamp(room / layout_.size.width(), kSmallest, 1.0);
}

void DataflowView::fit() {
  const QSizeF whole = layout_.size * scale();
  const int width = int(std::ceil(whole.width())) + 2 * kMargin, height = int(std::ceil(whole.height())) + 2 * kMargin;
  horizontalScrollBar()->setRange(0, std::max(0, width - viewport()->width()));
  horizontalScrollBar()->setPageStep(viewport()->width());
  verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
  verticalScrollBar()->setPageStep(viewport()->height());
}

QPointF DataflowView::origin() const {
  const QSizeF whole = layout_.size * scale();
  const double x = std::max<double>(kMargin, (viewport()->width() - whole.width()) / 2),
               y = std::max<double>(kMargin, (viewport()->height() - whole.height()) / 2);
  return {x - horizontalScrollBar()->value(), y - verticalScrollBar()->value()};
}

QRectF DataflowView::frameOf(int node) const {
  const QSizeF size = sizes_[size_t(node)];
  const QPointF center = layout_.centers[size_t(node)];
  return {center.x() - size.width() / 2, center.y() - size.height() / 2, size.width(), size.height()};
}

QRect DataflowView::rectOf(int node) const {
  if (node < 0 || size_t(node) >= layout_.centers.size()) return {};
  const QRectF frame = frameOf(node);
  return QRectF(origin() + frame.topLeft() * scale(), frame.size() * scale()).toAlignedRect();
}

int DataflowView::nodeAt(const QPoint& position) const {
  for (int i = 0; i < int(layout_.centers.size()); ++i)
    if (rectOf(i).contains(position)) return i;
  return -1;
}

// ---- selection ----

bool DataflowView::selected(int node) const {
  const DataflowNode& n = flow_.nodes[size_t(node)];
  return n.block.valid() ? selection_.holds(n.block) : !selection_.buffer.empty() && selection_.buffer == n.name;
}

int DataflowView::current() const {
  for (int i = 0; i < int(flow_.nodes.size()); ++i)
    if (selected(i)) return i;
  return -1;
}

void DataflowView::pick(int node) {
  const DataflowNode& n = flow_.nodes[size_t(node)];
  reveal(node);
  Q_EMIT picked(n.block.valid() ? LinkedSelection::of(n.block) : LinkedSelection::ofBuffer(n.name));
}

void DataflowView::reveal(int node) {
  const QRect rect = rectOf(node);
  if (rect.left() < kMargin) horizontalScrollBar()->setValue(horizontalScrollBar()->value() + rect.left() - kMargin);
  if (rect.right() > viewport()->width() - kMargin)
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + rect.right() - viewport()->width() + kMargin);
  if (rect.top() < kMargin) verticalScrollBar()->setValue(verticalScrollBar()->value() + rect.top() - kMargin);
  if (rect.bottom() > viewport()->height() - kMargin)
    verticalScrollBar()->setValue(verticalScrollBar()->value() + rect.bottom() - viewport()->height() + kMargin);
}

// ---- painting ----

void DataflowView::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(origin());
  painter.scale(scale(), scale());
  paintEdges(painter);
  for (int i = 0; i < int(layout_.centers.size()); ++i) paintNode(painter, i);
}

// Highlights the edges of the selected node.
void DataflowView::paintEdges(QPainter& painter) const {
  const int chosen = current();
  for (size_t i = 0; i < layout_.edges.size(); ++i) {
    const bool mine = flow_.edges[i].first == chosen || flow_.edges[i].second == chosen;
    const QColor color = mine ? theme_.selectionEdge : blend(theme_.dim, theme_.panel, 0.25);
    const QPainterPath& path = layout_.edges[i];
    painter.setPen(QPen(color, mine ? 1.8 : 1.2));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    painter.save();
    painter.translate(path.pointAtPercent(1));
    painter.rotate(-path.angleAtPercent(0.99));
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF({{0, 0}, {-7, -3.5}, {-7, 3.5}}));
    painter.restore();
  }
}

// Inputs have the colour of buffers and rounded ends, outputs a strong border, and reductions a sign.
void DataflowView::paintNode(QPainter& painter, int node) const {
  const DataflowNode& n = flow_.nodes[size_t(node)];
  const QRectF frame = frameOf(node).adjusted(0.5, 0.5, -0.5, -0.5);
  const bool input = n.kind == DataflowNode::Kind::Input, chosen = selected(node);
  const QColor ink = input ? theme_.buffer : theme_.text;
  const double radius = input ? frame.height() / 2 : 6;
  painter.setPen(QPen(chosen                                 ? theme_.selectionEdge
                      : input                                ? blend(theme_.buffer, theme_.panel, 0.45)
                      : n.kind == DataflowNode::Kind::Output ? theme_.text
                                                             : theme_.dim,
                      chosen || n.kind == DataflowNode::Kind::Output ? 1.8 : 1.1));
  painter.setBrush(chosen             ? theme_.selection
                   : node == hovered_ ? blend(theme_.raised, theme_.text, 0.06)
                                      : theme_.raised);
  painter.drawRoundedRect(frame, radius, radius);
  const QRectF upper(frame.left(), frame.top() + 3, frame.width(), frame.height() / 2 - 2),
      lower(frame.left(), frame.center().y() - 1, frame.width(), frame.height() / 2 - 2);
  painter.setFont(codeFont(12.5, QFont::Bold));
  painter.setPen(ink);
  const double width = QFontMetricsF(painter.font()).horizontalAdvance(nameOf(n)) + (n.reduces ? 16 : 0);
  QRectF text(frame.center().x() - width / 2, upper.top(), width, upper.height());
  if (n.reduces) {
    painter.setPen(theme_.reduce);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("Σ"));
    painter.setPen(ink);
    text.setLeft(text.left() + 16);
  }
  painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, nameOf(n));
  painter.setFont(interfaceFont(11));
  painter.setPen(chosen ? theme_.text : theme_.dim);
  painter.drawText(lower, Qt::AlignCenter, shapeOf(n.buffer));
}

QString DataflowView::tipOf(int node) const {
  const DataflowNode& n = flow_.nodes[size_t(node)];
  QStringList from;
  for (const auto& [tail, head] : flow_.edges)
    if (head == node) from << nameOf(flow_.nodes[size_t(tail)]);
  const QString what = n.kind == DataflowNode::Kind::Input ? tr("input")
                       : n.reduces                         ? tr("a reduction")
                                                           : tr("element by element");
  const QString made = from.isEmpty() ? QString() : tr(", computed from %1").arg(from.join(QStringLiteral(", ")));
  return tr("%1: %2 of %3, %4%5")
      .arg(nameOf(n), shapeOf(n.buffer), QString::fromStdString(toString(n.buffer->dtype)), what, made);
}

// ---- input ----

void DataflowView::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  fit();
}

void DataflowView::mousePressEvent(QMouseEvent* event) {
  const int node = event->button() == Qt::LeftButton ? nodeAt(event->position().toPoint()) : -1;
  if (node >= 0) pick(node);
}

void DataflowView::mouseMoveEvent(QMouseEvent* event) {
  const int node = nodeAt(event->position().toPoint());
  if (node == hovered_) return;
  hovered_ = node;
  viewport()->setToolTip(node < 0 ? QString() : tipOf(node));
  viewport()->update();
}

void DataflowView::leaveEvent(QEvent*) {
  hovered_ = -1;
  viewport()->update();
}

// Right moves to a consumer of the node, left to a producer, up and down through all nodes in program order.
void DataflowView::keyPressEvent(QKeyEvent* event) {
  const int node = current(), count = int(flow_.nodes.size());
  if (count == 0) return QAbstractScrollArea::keyPressEvent(event);
  const auto neighbour = [&](bool forward) {
    for (const auto& [from, to] : flow_.edges) {
      if (forward && from == node) return to;
      if (!forward && to == node) return from;
    }
    return node;
  };
  switch (event->key()) {
    case Qt::Key_Right:
      return pick(node < 0 ? 0 : neighbour(true));
    case Qt::Key_Left:
      return pick(node < 0 ? 0 : neighbour(false));
    case Qt::Key_Down:
      return pick(std::min(node + 1, count - 1));
    case Qt::Key_Up:
      return pick(std::max(node - 1, 0));
    case Qt::Key_Home:
      return pick(0);
    case Qt::Key_End:
      return pick(count - 1);
    default:
      return QAbstractScrollArea::keyPressEvent(event);
  }
}

}  // namespace lw
