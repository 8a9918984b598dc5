#include "views/graph/graph_view.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "views/graph/graph_minimap.h"
#include "views/graph/graph_words.h"
#include "views/widgets/picture_file.h"

namespace lw {
namespace {

constexpr qreal kMargin = 24;
constexpr qreal kZoomStep = 1.2, kLeastZoom = 0.02, kMostZoom = 3;
constexpr qreal kLeastFit = 0.12;  // a graph that is smaller as a whole is fitted to the width
constexpr qreal kReadable = 0.7;   // the least zoom of a new picture, from its top
constexpr qreal kReach = 3;        // pixels around a box
constexpr int kRevealed = 28;      // pixels that are shown around a revealed box

}  // namespace

GraphView::GraphView(QWidget* parent) : QAbstractScrollArea(parent), minimap_(new GraphMinimap(this)) {
  setObjectName("graphView");
  setAccessibleName(tr("Graph"));
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  viewport()->setMouseTracking(true);
}

void GraphView::setTheme(const Theme& theme) {
  theme_ = theme;
  minimap_->contentChanged();
  viewport()->update();
}

// ---- contents ----

void GraphView::setOutline(std::shared_ptr<const graph::Outline> outline) {
  wanted_ = std::move(outline);
  if (!wanted_ || wanted_->nodes.empty()) return setArrangement(nullptr, {});
  request();
}

void GraphView::setFigures(const GraphFigures& figures) {
  if (figures == figures_) return;
  figures_ = figures;
  if (wanted_) request();
}

void GraphView::setWeightsShown(bool shown) {
  if (shown == weights_) return;
  weights_ = shown;
  if (wanted_) request();
}

void GraphView::request() {
  Q_EMIT arrangementRequested(std::make_shared<const GraphDrawing>(drawingOf(wanted_, figures_, weights_, fonts_)));
}

// The selection stays with its value if the new picture has one of this name.
void GraphView::setArrangement(std::shared_ptr<const GraphDrawing> drawing, GraphArrangement places) {
  const bool first = !hasPicture(), whole = !first && visible().contains(QRectF({}, places_.size));
  const std::string value = current_ >= 0 ? drawing_->outline->nodes[size_t(current_)].value : std::string();
  const bool same = drawing && drawing_ && drawing->outline == drawing_->outline;
  drawing_ = std::move(drawing);
  places_ = std::move(places);
  hovered_ = -1;
  int kept = same ? current_ : -1;
  if (!same && drawing_ && !value.empty()) {
    const auto& nodes = drawing_->outline->nodes;
    const auto found = std::find_if(nodes.begin(), nodes.end(), [&](const auto& n) { return n.value == value; });
    if (found != nodes.end()) kept = int(found - nodes.begin());
  }
  current_ = -1;
  search();
  minimap_->contentChanged();
  if (hasPicture() && (first || whole)) fit(first ? kReadable : kLeastFit);
  placeBars();
  Q_EMIT shown();
  setCurrent(kept, kept >= 0);
  viewport()->update();
}

void GraphView::setEmptyText(const QString& title, const QString& what) {
  emptyTitle_ = title;
  emptyText_ = what;
  viewport()->update();
}

// ---- places ----

QPointF GraphView::origin() const {
  const QSizeF whole = places_.size * zoom_;
  const qreal x = whole.width() + 2 * kMargin <= viewport()->width() ? (viewport()->width() - whole.width()) / 2
                                                                     : kMargin - horizontalScrollBar()->value();
  const qreal y = whole.height() + 2 * kMargin <= viewport()->height() ? (viewport()->height() - whole.height()) / 2
                                                                       : kMargin - verticalScrollBar()->value();
  return {x, y};
}

QRectF GraphView::visible() const { return {-origin() / zoom_, QSizeF(viewport()->size()) / zoom_}; }

void GraphView::placeBars() {
  const int right = minimap_->wanted() ? GraphMinimap::kWidth : 0;
  if (viewportMargins().right() != right) setViewportMargins(0, 0, right, 0);
  minimap_->setVisible(right > 0);
  minimap_->setGeometry(viewport()->geometry().right() + 1, 0, right, viewport()->height());
  const QSizeF whole = places_.size * zoom_ + QSizeF(2 * kMargin, 2 * kMargin);
  const auto set = [](QScrollBar* bar, qreal all, int room) {
    bar->setPageStep(room);
    bar->setSingleStep(40);
    bar->setRange(0, std::max(0, int(std::ceil(all)) - room));
  };
  set(horizontalScrollBar(), hasPicture() ? whole.width() : 0, viewport()->width());
  set(verticalScrollBar(), hasPicture() ? whole.height() : 0, viewport()->height());
  minimap_->update();
}

void GraphView::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  placeBars();
}

void GraphView::scrollContentsBy(int, int) {
  viewport()->update();
  minimap_->update();
}

void GraphView::centerOn(const QPointF& point) {
  horizontalScrollBar()->setValue(int(point.x() * zoom_ + kMargin - viewport()->width() / 2.0));
  verticalScrollBar()->setValue(int(point.y() * zoom_ + kMargin - viewport()->height() / 2.0));
}

void GraphView::setZoom(qreal zoom, const QPointF& fixed) {
  zoom = std::clamp(zoom, kLeastZoom, kMostZoom);
  if (std::abs(zoom - 1) < 0.02) zoom = 1;
  if (!hasPicture() || zoom == zoom_) return;
  const QPointF point = (fixed - origin()) / zoom_;
  zoom_ = zoom;
  placeBars();
  const QPointF moved = point * zoom_ + QPointF(kMargin, kMargin) - fixed;
  horizontalScrollBar()->setValue(int(std::round(moved.x())));
  verticalScrollBar()->setValue(int(std::round(moved.y())));
  viewport()->update();
  minimap_->update();
}

// Keys zoom around the selected node if it is visible, otherwise around the middle.
void GraphView::zoomBy(int steps) {
  const QRect selected = rectOf(current_);
  const QPointF fixed = selected.intersects(viewport()->rect()) ? selected.center() : viewport()->rect().center();
  setZoom(steps == 0 ? 1 : zoom_ * std::pow(kZoomStep, steps), fixed);
}

void GraphView::fit() { fit(kLeastFit); }

void GraphView::fit(qreal least) {
  if (!hasPicture()) return;
  const qreal across = (viewport()->width() - 2 * kMargin) / std::max(1.0, places_.size.width()),
              down = (viewport()->height() - 2 * kMargin) / std::max(1.0, places_.size.height());
  const qreal whole = std::min(across, down);
  setZoom(std::min(1.0, whole < least ? std::max(std::min(across, kReadable), least) : whole), {});
  placeBars();
  centerOn({places_.size.width() / 2, 0});
}

// The box that contains the point, or one beside it, as boxes of a graph that is shown as a whole are a pixel high.
int GraphView::boxAt(const QPoint& position) const {
  if (!hasPicture()) return -1;
  const QPointF point = (position - origin()) / zoom_;
  int best = -1;
  qreal distance = kReach / zoom_;
  for (size_t i = 0; i < places_.boxes.size(); ++i) {
    const QRectF& box = places_.boxes[i];
    const qreal across = std::max({box.left() - point.x(), point.x() - box.right(), 0.0}),
                down = std::max({box.top() - point.y(), point.y() - box.bottom(), 0.0});
    if (across == 0 && down == 0) return int(i);
    if (std::hypot(across, down) > distance) continue;
    best = int(i);
    distance = std::hypot(across, down);
  }
  return best;
}

int GraphView::boxOf(int node) const {
  if (node < 0 || !hasPicture()) return -1;
  const QPointF middle = visible().center();
  int best = -1;
  qreal distance = 0;
  for (const int box : drawing_->boxesOf[size_t(node)]) {
    const qreal away = QLineF(places_.boxes[size_t(box)].center(), middle).length();
    if (best < 0 || away < distance) best = box, distance = away;
  }
  return best;
}

QRect GraphView::rectOf(int node) const {
  const int box = boxOf(node);
  if (box < 0) return {};
  const QRectF& place = places_.boxes[size_t(box)];
  return QRectF(origin() + place.topLeft() * zoom_, place.size() * zoom_).toAlignedRect();
}

// ---- selection and search ----

void GraphView::setCurrent(int node, bool revealIt) {
  current_ = node;
  near_.assign(hasPicture() ? drawing_->outline->nodes.size() : 0, false);
  if (node >= 0)
    for (const graph::OutlineEdge& e : drawing_->outline->edges) {
      if (e.from == node) near_[size_t(e.to)] = true;
      if (e.to == node) near_[size_t(e.from)] = true;
    }
  if (revealIt) reveal(boxOf(node));
  Q_EMIT currentChanged(node);
  describe();
  viewport()->update();
  minimap_->update();
}

// For screen readers.
void GraphView::describe() {
  const QString sentence = current_ < 0 ? QString() : sentenceOf(*drawing_->outline, current_, drawing_->figures);
  if (sentence == accessibleDescription()) return;
  setAccessibleDescription(sentence);
  QAccessibleEvent event(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&event);
}

void GraphView::pick(int node) {
  setCurrent(node, true);
  Q_EMIT picked(node);
}

void GraphView::reveal(int box) {
  if (box < 0) return;
  const QRectF& place = places_.boxes[size_t(box)];
  const QRect rect = QRectF(origin() + place.topLeft() * zoom_, place.size() * zoom_).toAlignedRect();
  const auto move = [](QScrollBar* bar, int low, int high, int room) {
    const int edge = std::min(kRevealed, room / 4);
    if (low < edge || high - low > room)
      bar->setValue(bar->value() + low - edge);
    else if (high > room - edge)
      bar->setValue(bar->value() + high - room + edge);
  };
  move(horizontalScrollBar(), rect.left(), rect.right(), viewport()->width());
  move(verticalScrollBar(), rect.top(), rect.bottom(), viewport()->height());
}

void GraphView::setQuery(const QString& query) {
  query_ = query;
  search();
  viewport()->update();
  minimap_->contentChanged();
}

void GraphView::search() {
  found_.clear();
  isFound_.assign(hasPicture() ? drawing_->outline->nodes.size() : 0, false);
  if (!hasPicture() || query_.trimmed().isEmpty()) return;
  for (size_t i = 0; i < isFound_.size(); ++i)
    if (matches(drawing_->outline->nodes[i], query_)) {
      found_.push_back(int(i));
      isFound_[i] = true;
    }
}

void GraphView::stepFound(int direction) {
  if (found_.empty()) return;
  const auto at = std::lower_bound(found_.begin(), found_.end(), current_);
  const int count = int(found_.size()), here = int(at - found_.begin());
  const bool on = at != found_.end() && *at == current_;
  if (direction == 0 && on) return reveal(boxOf(current_));
  const int next = direction < 0 ? here - 1 : on ? here + 1 : here;
  pick(found_[size_t((next + count) % count)]);
}

// ---- painting ----

void GraphView::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  if (!hasPicture()) return paintEmpty(painter);
  painter.setRenderHint(QPainter::Antialiasing, zoom_ > 0.1);
  painter.translate(origin());
  painter.scale(zoom_, zoom_);
  const QRectF seen = visible();
  const GraphPainter paint(*drawing_, places_, theme_, fonts_);
  const int selected = current_ < 0 ? -1 : drawing_->boxes[size_t(boxOf(current_))].node;
  paint.paintLines(painter, seen, zoom_, selected);
  const bool searching = !query_.trimmed().isEmpty();
  for (size_t i = 0; i < places_.boxes.size(); ++i) {
    if (!places_.boxes[i].intersects(seen)) continue;
    const GraphBox& box = drawing_->boxes[i];
    const auto among = [&](const std::vector<bool>& nodes) {
      return nodes[size_t(box.node)] ||
             std::any_of(box.folded.begin(), box.folded.end(), [&](int node) { return nodes[size_t(node)]; });
    };
    paint.paintBox(painter, int(i),
                   {box.node == selected, int(i) == hovered_, near_[size_t(box.node)], searching && !among(isFound_)},
                   zoom_);
  }
}

// All of it, in its actual size.
bool GraphView::exportPicture(const QString& path) {
  const QSizeF size = places_.size + QSizeF(2 * kMargin, 2 * kMargin);
  return writePicture(path, size, tr("Graph"), theme_.panel, [this](QPainter& painter) {
    painter.translate(kMargin, kMargin);
    const GraphPainter paint(*drawing_, places_, theme_, fonts_);
    paint.paintLines(painter, QRectF({}, places_.size), 1, -1);
    for (size_t i = 0; i < places_.boxes.size(); ++i) paint.paintBox(painter, int(i), {}, 1);
  });
}

void GraphView::paintEmpty(QPainter& painter) const {
  const int half = viewport()->height() / 2, width = viewport()->width();
  painter.setPen(theme_.text);
  painter.setFont(interfaceFont(15, QFont::DemiBold));
  painter.drawText(QRect(24, 0, width - 48, half - 6), Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap,
                   emptyTitle_);
  painter.setPen(theme_.dim);
  painter.setFont(interfaceFont(13));
  painter.drawText(QRect(24, half + 6, width - 48, half - 6), Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                   emptyText_);
}

}  // namespace lw
