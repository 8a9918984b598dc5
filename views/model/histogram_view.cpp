#include "views/model/histogram_view.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace lw {
namespace {

constexpr int kAxis = 18;  // below the bars

QString number(double v) { return QString::number(v, 'g', 3); }

}  // namespace

HistogramView::HistogramView(QWidget* parent) : QWidget(parent), theme_(loadTheme("dark")) {
  setObjectName("histogram");
  setAccessibleName(tr("Histogram of the values"));
  setMouseTracking(true);
}

void HistogramView::setTheme(const Theme& theme) {
  theme_ = theme;
  update();
}

void HistogramView::setHistogram(TensorHistogram histogram) {
  histogram_ = std::move(histogram);
  pointed_ = -1;
  setAccessibleDescription(histogram_.counts.empty() ? tr("No values")
                                                     : tr("%1 parts from %2 to %3")
                                                           .arg(histogram_.counts.size())
                                                           .arg(number(histogram_.low), number(histogram_.high)));
  update();
}

QRectF HistogramView::area() const { return QRectF(rect()).adjusted(4, 4, -4, -4 - kAxis); }

QRectF HistogramView::barRect(int part) const {
  const auto parts = double(histogram_.counts.size());
  if (part < 0 || part >= int(parts)) return {};
  const int64_t most = *std::max_element(histogram_.counts.begin(), histogram_.counts.end());
  const int64_t count = histogram_.counts[size_t(part)];
  const QRectF room = area();
  // A part with few values is a pixel high, so that it is not taken for an empty one.
  const double height = count == 0 ? 0 : std::max(1.0, room.height() * double(count) / double(most));
  const double left = std::floor(room.left() + room.width() * part / parts),
               right = std::floor(room.left() + room.width() * (part + 1) / parts);
  return {left, room.bottom() - height, std::max(1.0, right - left - (room.width() > 4 * parts ? 1 : 0)), height};
}

void HistogramView::paintEvent(QPaintEvent*) {
  if (histogram_.counts.empty()) return;
  QPainter painter(this);
  const QRectF room = area();
  for (int part = 0; part < int(histogram_.counts.size()); ++part)
    painter.fillRect(barRect(part), part == pointed_ ? theme_.text : theme_.data);
  painter.setPen(theme_.hairline);
  painter.drawLine(QPointF(room.left(), room.bottom()), QPointF(room.right(), room.bottom()));
  painter.setFont(interfaceFont(10));
  painter.setPen(theme_.dim);
  const QRectF below(room.left(), room.bottom() + 3, room.width(), kAxis - 3);
  painter.drawText(below, int(Qt::AlignLeft | Qt::AlignVCenter), number(histogram_.low));
  painter.drawText(below, int(Qt::AlignRight | Qt::AlignVCenter), number(histogram_.high));
  const double range = histogram_.high - histogram_.low, zero = -histogram_.low / range;
  if (zero <= 0.12 || zero >= 0.88) return;  // its label would cover the others
  const double x = std::floor(room.left() + room.width() * zero) + 0.5;
  painter.setPen(QPen(theme_.dim, 1, Qt::DotLine));
  painter.drawLine(QPointF(x, room.top()), QPointF(x, room.bottom() + 3));
  painter.drawText(QRectF(x - 20, below.top(), 40, below.height()), int(Qt::AlignHCenter | Qt::AlignVCenter),
                   QStringLiteral("0"));
}

void HistogramView::mouseMoveEvent(QMouseEvent* event) {
  const QRectF room = area();
  const int parts = int(histogram_.counts.size());
  const double across = (event->position().x() - room.left()) / std::max(1.0, room.width());
  const int part = parts > 0 && across >= 0 && across < 1 ? std::min(parts - 1, int(across * parts)) : -1;
  if (part == pointed_) return;
  pointed_ = part;
  update();
  Q_EMIT pointedAt(part);
}

void HistogramView::leaveEvent(QEvent*) {
  if (pointed_ < 0) return;
  pointed_ = -1;
  update();
  Q_EMIT pointedAt(-1);
}

}  // namespace lw
