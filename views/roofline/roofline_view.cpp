#include "views/roofline/roofline_view.h"

#include <QAccessible>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QToolButton>
#include <algorithm>
#include <cmath>

namespace lw {
namespace {

constexpr qreal kDot = 5, kNear = 14;

QString tickText(double v) { return v >= 1e6 || v < 1e-3 ? QString::number(v, 'g', 2) : QString::number(v, 'g', 6); }

}  // namespace

// The positions of the parts in an area.
struct RooflinePlot::Frame {
  QRectF inner;
  RooflineScale scale;
  qreal x(double v) const {
    return inner.left() + inner.width() * std::log(v / scale.left) / std::log(scale.right / scale.left);
  }
  qreal y(double v) const {
    return inner.bottom() - inner.height() * std::log(v / scale.bottom) / std::log(scale.top / scale.bottom);
  }
  QPointF at(double intensity, double gflops) const { return {x(intensity), y(gflops)}; }
};

RooflinePlot::RooflinePlot(QWidget* parent) : QWidget(parent), theme_(loadTheme("dark")) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Roofline"));
}

void RooflinePlot::setTheme(const Theme& theme) {
  theme_ = theme;
  update();
}

void RooflinePlot::setContent(RooflineContent content) {
  const QString marked = marked_ >= 0 ? content_.points[size_t(marked_)].label : QString();
  content_ = std::move(content);
  marked_ = -1;
  for (size_t i = 0; i < content_.points.size(); ++i)
    if (content_.points[i].label == marked) marked_ = int(i);
  QStringList all;
  for (const RooflinePoint& p : content_.points) all << sentenceOf(content_, p, path_);
  setAccessibleDescription(all.isEmpty() ? tr("No state has run yet") : all.join("; "));
  update();
}

void RooflinePlot::setPath(size_t path) {
  path_ = path;
  mark(-1);
  update();
}

RooflinePlot::Frame RooflinePlot::frameIn(const QRectF& area) const {
  return {area.adjusted(46, 10, -14, -36), scaleOf(content_, path_)};
}

QPointF RooflinePlot::placeOf(int point) const {
  const RooflinePoint& p = content_.points[size_t(point)];
  if (path_ >= p.intensity.size() || p.intensity[path_] <= 0 || p.gflops <= 0) return {-1000, -1000};
  return frameIn(rect()).at(p.intensity[path_], p.gflops);
}

int RooflinePlot::pointAt(const QPointF& place) const {
  int best = -1;
  qreal least = kNear;
  for (int i = 0; i < int(content_.points.size()); ++i)
    if (const qreal far = QLineF(place, placeOf(i)).length(); far <= least) least = far, best = i;
  return best;
}

void RooflinePlot::mark(int point) {
  if (point == marked_) return;
  marked_ = point;
  const QString sentence = point < 0 ? QString() : sentenceOf(content_, content_.points[size_t(point)], path_);
  setToolTip(sentence);
  if (point >= 0 && hasFocus()) {
    QAccessibleEvent event(this, QAccessible::NameChanged);
    setAccessibleName(tr("Roofline, %1").arg(sentence));
    QAccessible::updateAccessibility(&event);
  }
  Q_EMIT hintChanged(sentence);
  update();
}

std::vector<int> RooflinePlot::inOrder() const {
  std::vector<int> order;
  for (int i = 0; i < int(content_.points.size()); ++i)
    if (placeOf(i).x() > -1000) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [this](int a, int b) {
    const QPointF p = placeOf(a), q = placeOf(b);
    return std::pair(p.x(), -p.y()) < std::pair(q.x(), -q.y());
  });
  return order;
}

void RooflinePlot::mouseMoveEvent(QMouseEvent* event) { mark(pointAt(event->position())); }

void RooflinePlot::mousePressEvent(QMouseEvent* event) {
  if (const int point = pointAt(event->position()); point >= 0) Q_EMIT chosen(content_.points[size_t(point)].node);
}

void RooflinePlot::leaveEvent(QEvent*) {
  if (!hasFocus()) mark(-1);
}

void RooflinePlot::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

// Left and right move between dots; Enter shows the state.
void RooflinePlot::keyPressEvent(QKeyEvent* event) {
  const std::vector<int> order = inOrder();
  if (order.empty()) return QWidget::keyPressEvent(event);
  const auto here = std::find(order.begin(), order.end(), marked_);
  switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Up:
      return mark(here == order.end() || here + 1 == order.end() ? order.front() : *(here + 1));
    case Qt::Key_Left:
    case Qt::Key_Down:
      return mark(here == order.end() || here == order.begin() ? order.back() : *(here - 1));
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (marked_ >= 0) Q_EMIT chosen(content_.points[size_t(marked_)].node);
      return;
    case Qt::Key_Escape:
      return mark(-1);
    default:
      return QWidget::keyPressEvent(event);
  }
}

void RooflinePlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  paint(painter, rect(), true);
}

void RooflinePlot::paint(QPainter& painter, const QRectF& area, bool marks) const {
  painter.setFont(interfaceFont(11));
  if (content_.points.empty()) {
    painter.setPen(theme_.dim);
    painter.setFont(interfaceFont(13));
    painter.drawText(area.adjusted(24, 8, -24, -8), int(Qt::AlignCenter) | Qt::TextWordWrap,
                     tr("No state has run yet. Run (F5) to time the shown state; its dot appears here."));
    return;
  }
  const Frame frame = frameIn(area);
  paintAxes(painter, frame);
  painter.save();
  painter.setClipRect(frame.inner.adjusted(-1, -8, 8, 1));
  paintRoofs(painter, frame);
  painter.restore();
  paintPoints(painter, frame, marks);
}

void RooflinePlot::paintAxes(QPainter& painter, const Frame& frame) const {
  const QFontMetricsF size(painter.font());
  painter.setPen(QPen(theme_.hairline, 1));
  qreal free = -1e9;
  for (const double tick : logTicks(frame.scale.left, frame.scale.right)) {
    const qreal x = frame.x(tick), width = size.horizontalAdvance(tickText(tick));
    painter.setPen(QPen(theme_.hairline, 1));
    painter.drawLine(QPointF(x, frame.inner.top()), QPointF(x, frame.inner.bottom()));
    if (x - width / 2 < free) continue;
    free = x + width / 2 + 6;
    painter.setPen(theme_.dim);
    painter.drawText(QPointF(x - width / 2, frame.inner.bottom() + 14), tickText(tick));
  }
  free = 1e9;
  for (const double tick : logTicks(frame.scale.bottom, frame.scale.top)) {
    const qreal y = frame.y(tick);
    painter.setPen(QPen(theme_.hairline, 1));
    painter.drawLine(QPointF(frame.inner.left(), y), QPointF(frame.inner.right(), y));
    if (y > free) continue;
    free = y - size.height();
    painter.setPen(theme_.dim);
    painter.drawText(QRectF(frame.inner.left() - 44, y - 8, 38, 16), int(Qt::AlignRight | Qt::AlignVCenter),
                     tickText(tick));
  }
  painter.setPen(theme_.dim);
  const QString path = path_ < content_.roofs.size() ? content_.roofs[path_].name : tr("memory");
  painter.drawText(QRectF(frame.inner.left(), frame.inner.bottom() + 17, frame.inner.width(), 16), int(Qt::AlignCenter),
                   tr("Operations per byte from %1", "axis").arg(path));
  painter.save();
  painter.translate(frame.inner.left() - 38, frame.inner.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-90, -12, 180, 16), int(Qt::AlignCenter), tr("GFLOP/s"));
  painter.restore();
}

// Where the label of a roof starts, from the point of its line at this intensity: above the line, or below it if the
// roof of a slightly faster path is directly above. Nothing if it would cross the next roof.
std::optional<QPointF> RooflinePlot::besideRoof(const Frame& frame, const RooflineRoof& roof, double intensity,
                                                const QFontMetricsF& size) const {
  qreal above = 1e9, below = 1e9;
  const qreal here = frame.y(intensity * roof.gbps);
  for (const RooflineRoof& other : content_.roofs) {
    if (other.gbps <= 0) continue;
    const qreal there = frame.y(intensity * other.gbps);
    if (other.gbps > roof.gbps) above = std::min(above, here - there);
    if (other.gbps < roof.gbps) below = std::min(below, there - here);
  }
  if (above >= size.height() + 8) return QPointF(4, -5);
  const qreal letters = size.capHeight();
  if (below < letters + 5) return {};
  return QPointF(18, std::min(size.ascent() + 4, (below + letters) / 2));
}

// The roof of the chosen path is drawn strongly, the others faintly.
void RooflinePlot::paintRoofs(QPainter& painter, const Frame& frame) const {
  const double peak = content_.wide ? content_.gflops64 : content_.gflops;
  if (peak <= 0) return;
  const QFontMetricsF size(painter.font());
  for (size_t i = content_.roofs.size(); i-- > 0;) {
    const RooflineRoof& roof = content_.roofs[i];
    if (roof.gbps <= 0) continue;
    const double corner = peak / roof.gbps, begin = frame.scale.left;
    const bool own = i == path_;
    painter.setPen(QPen(own ? theme_.parallel : theme_.dim, own ? 2 : 1, own ? Qt::SolidLine : Qt::DotLine));
    const QPointF from = frame.at(begin, begin * roof.gbps), to = frame.at(corner, peak);
    painter.drawLine(from, to);
    // The label is along the visible part of the line.
    const double inside = std::max(begin * 1.15, frame.scale.bottom * 1.3 / roof.gbps);
    const QPointF foot = frame.at(inside, inside * roof.gbps);
    const QString text = tr("%1 %2 GB/s").arg(roof.name).arg(roof.gbps, 0, 'f', roof.gbps >= 100 ? 0 : 1);
    if (QLineF(foot, to).length() < size.horizontalAdvance(text) + 8) continue;
    const std::optional<QPointF> baseline = besideRoof(frame, roof, inside, size);
    if (!baseline) continue;
    painter.save();
    painter.translate(foot);
    painter.rotate(-QLineF(from, to).angle());
    painter.drawText(*baseline, text);
    painter.restore();
  }
  const double corner = path_ < content_.roofs.size() && content_.roofs[path_].gbps > 0
                            ? peak / content_.roofs[path_].gbps
                            : frame.scale.left;
  painter.setPen(QPen(theme_.parallel, 2));
  painter.drawLine(frame.at(corner, peak), frame.at(frame.scale.right, peak));
  const QString text = content_.wide ? tr("Multiply-adds, float64: %1 GFLOP/s").arg(peak, 0, 'f', 0)
                                     : tr("Multiply-adds: %1 GFLOP/s").arg(peak, 0, 'f', 0);
  painter.drawText(QPointF(frame.inner.right() - size.horizontalAdvance(text) - 2, frame.y(peak) - 6), text);
  if (content_.gflopsOne > 0 && content_.gflopsOne < peak * 0.9) {
    painter.setPen(QPen(theme_.dim, 1, Qt::DashLine));
    painter.drawLine(frame.at(corner * content_.gflopsOne / peak, content_.gflopsOne),
                     frame.at(frame.scale.right, content_.gflopsOne));
    const QString one = tr("One thread: %1").arg(content_.gflopsOne, 0, 'f', 0);
    const qreal y = frame.y(content_.gflopsOne);
    const bool above = y - frame.y(peak) > 2 * size.height();  // otherwise the label of the peak's line is there
    painter.drawText(
        QPointF(frame.inner.right() - size.horizontalAdvance(one) - 2, above ? y - 5 : y + size.ascent() + 3), one);
  }
}

void RooflinePlot::paintPoints(QPainter& painter, const Frame& frame, bool marks) const {
  const QFontMetricsF size(painter.font());
  std::vector<QRectF> taken;
  const auto drawn = [&](size_t i) {
    const RooflinePoint& p = content_.points[i];
    return path_ < p.intensity.size() && p.intensity[path_] > 0 && p.gflops > 0;
  };
  for (size_t i = 0; i < content_.points.size(); ++i)
    if (drawn(i))
      taken.push_back(
          QRectF(frame.at(content_.points[i].intensity[path_], content_.points[i].gflops) - QPointF(kDot, kDot),
                 QSizeF(2 * kDot, 2 * kDot)));
  // The shown and the marked state are labelled first.
  std::vector<size_t> order;
  for (size_t i = 0; i < content_.points.size(); ++i)
    if (drawn(i)) order.push_back(i);
  const auto weight = [&](size_t i) { return content_.points[i].here ? 0 : marks && int(i) == marked_ ? 1 : 2; };
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return weight(a) < weight(b); });
  for (const size_t i : order) {
    const RooflinePoint& p = content_.points[i];
    const QPointF at = frame.at(p.intensity[path_], p.gflops);
    const bool shown = p.here, marked = marks && int(i) == marked_;
    const QColor color = p.wrong ? theme_.reduce : shown ? theme_.vectorized : theme_.bar;
    if (p.low > 0 && p.high > p.low) {
      painter.setPen(QPen(theme_.text, 1.4));
      painter.drawLine(QPointF(at.x(), std::min(frame.y(p.low), frame.inner.bottom())),
                       QPointF(at.x(), std::max(frame.y(p.high), frame.inner.top())));
    }
    painter.setPen(QPen(theme_.panel, 1.5));
    painter.setBrush(color);
    if (p.wrong) {  // a cross, so that the mark does not depend on colour alone
      painter.setPen(QPen(color, 2.2));
      painter.drawLine(at - QPointF(kDot, kDot), at + QPointF(kDot, kDot));
      painter.drawLine(at - QPointF(kDot, -kDot), at + QPointF(kDot, -kDot));
    } else {
      painter.drawEllipse(at, kDot, kDot);
    }
    painter.setBrush(Qt::NoBrush);
    if (shown || marked) {
      painter.setPen(QPen(marked ? theme_.text : color, 1.6));
      painter.drawEllipse(at, kDot + 3.5, kDot + 3.5);
    }
    const QSizeF text(size.horizontalAdvance(p.label) + 2, size.height());
    const QPointF places[] = {{at.x() + 11, at.y() - text.height() / 2},
                              {at.x() - 11 - text.width(), at.y() - text.height() / 2},
                              {at.x() - text.width() / 2, at.y() - 12 - text.height()},
                              {at.x() - text.width() / 2, at.y() + 11}};
    for (const QPointF& place : places) {
      const QRectF box(place, text);
      const bool blocked = !frame.inner.adjusted(-4, -8, 12, 6).contains(box) ||
                           std::any_of(taken.begin(), taken.end(), [&](const QRectF& t) { return t.intersects(box); });
      if (blocked && !(shown && &place == &places[3])) continue;
      painter.setPen(p.wrong ? theme_.reduce : shown || marked ? theme_.text : theme_.dim);
      painter.drawText(box, int(Qt::AlignCenter), p.label);
      taken.push_back(box);
      break;
    }
  }
}

}  // namespace lw
