#include "views/graph/graph_minimap.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "views/graph/graph_view.h"

namespace lw {
namespace {

constexpr qreal kTimes = 1.6, kInset = 6;

}  // namespace

GraphMinimap::GraphMinimap(GraphView* view) : QWidget(view), view_(view) {
  setObjectName("graphMinimap");
  setAccessibleName(tr("Overview of the graph"));
  setToolTip(tr("The whole graph; click to go to a part"));
  setCursor(Qt::PointingHandCursor);
  hide();
}

bool GraphMinimap::wanted() const {
  return view_->hasPicture() && view_->places().size.height() * view_->zoom() > kTimes * view_->viewport()->height();
}

void GraphMinimap::contentChanged() {
  content_ = {};
  update();
}

void GraphMinimap::resizeEvent(QResizeEvent*) { contentChanged(); }

// Width and height have scales of their own: models are long.
QRectF GraphMinimap::placed(const QRectF& box) const {
  const QSizeF all = view_->places().size;
  const qreal across = (width() - 2 * kInset) / std::max(1.0, all.width()),
              down = (height() - 2 * kInset) / std::max(1.0, all.height());
  return {kInset + box.left() * across, kInset + box.top() * down, box.width() * across, box.height() * down};
}

void GraphMinimap::drawContent() {
  content_ = QPixmap(size() * devicePixelRatioF());
  content_.setDevicePixelRatio(devicePixelRatioF());
  content_.fill(Qt::transparent);
  if (!view_->hasPicture()) return;
  QPainter painter(&content_);
  const GraphDrawing& drawing = *view_->drawing();
  const std::vector<int>& found = view_->found();
  const auto draw = [&](size_t i, const QColor& color, qreal least) {
    QRectF here = placed(view_->places().boxes[i]);
    here.setHeight(std::max(least, here.height() - 0.4));
    painter.fillRect(here, color);
  };
  for (size_t i = 0; i < drawing.boxes.size(); ++i)
    draw(i,
         blend(kindColor(drawing.nodeOf(int(i)).kind, view_->theme()), view_->theme().panel, found.empty() ? 0.5 : 0.8),
         1);
  for (size_t i = 0; i < drawing.boxes.size(); ++i)
    if (std::binary_search(found.begin(), found.end(), drawing.boxes[i].node)) draw(i, view_->theme().parallel, 2);
}

QRectF GraphMinimap::sight() const {
  const QRectF all({}, view_->places().size);
  return placed(view_->visible().intersected(all)).adjusted(-2, -2, 2, 2);
}

void GraphMinimap::paintEvent(QPaintEvent*) {
  if (content_.isNull()) drawContent();
  const Theme& theme = view_->theme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), theme.panel);
  painter.fillRect(QRectF(0, 0, 1, height()), theme.hairline);
  painter.drawPixmap(0, 0, content_);
  if (view_->current() >= 0 && view_->hasPicture())
    for (const int box : view_->drawing()->boxesOf[size_t(view_->current())]) {
      QRectF here = placed(view_->places().boxes[size_t(box)]);
      here.setHeight(std::max(3.0, here.height()));
      painter.fillRect(here, theme.text);
    }
  painter.setPen(QPen(theme.focus, 1.2));
  QColor tint = theme.focus;
  tint.setAlphaF(0.12f);
  painter.setBrush(tint);
  painter.drawRoundedRect(sight(), 3, 3);
}

void GraphMinimap::goTo(const QPointF& position) {
  const QSizeF all = view_->places().size;
  view_->centerOn({(position.x() - kInset) / (width() - 2 * kInset) * all.width(),
                   (position.y() - kInset) / (height() - 2 * kInset) * all.height()});
}

void GraphMinimap::mousePressEvent(QMouseEvent* event) { goTo(event->position()); }

void GraphMinimap::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) goTo(event->position());
}

}  // namespace lw
