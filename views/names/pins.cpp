#include "views/names/pins.h"

#include <QPainter>
#include <algorithm>

namespace lw {

QColor pinColor(const Theme& t, int look) {
  const QColor colors[kPinLooks] = {t.data, t.parallel, t.vectorized, t.unrolled, t.reduce, t.buffer};
  return colors[look % kPinLooks];
}

QIcon pinIcon(const Theme& theme, int look) {
  QPixmap picture(44, 32);
  picture.setDevicePixelRatio(2);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor color = pinColor(theme, look);
  const QRectF box(1, 1, 20, 14);
  painter.setPen(QPen(color, 1.2));
  switch (look) {
    case 0: {
      QColor fill = color;
      fill.setAlpha(theme.dark ? 90 : 60);
      painter.setBrush(fill);
      painter.drawRoundedRect(box, 3, 3);
      break;
    }
    case 1:
      painter.fillRect(QRectF(1, 12.5, 20, 2.4), color);
      break;
    case 2:
      painter.drawRect(box);
      break;
    case 3:
      painter.setPen(QPen(color, 1.4, Qt::DotLine));
      painter.drawRect(box);
      break;
    case 4:
      painter.setPen(QPen(color, 1.6, Qt::CustomDashLine));
      painter.drawLine(QPointF(1, 13.5), QPointF(8, 13.5));
      painter.drawLine(QPointF(12, 13.5), QPointF(19, 13.5));
      break;
    default:
      for (int x = 1; x < 20; x += 4) painter.drawLine(QPointF(x, 15), QPointF(x + 3, 11.5));
  }
  painter.setPen(theme.text);
  painter.setFont(codeFont(10));
  painter.drawText(QRectF(0, 0, 22, 14), Qt::AlignCenter, QStringLiteral("ab"));
  return QIcon(picture);
}

bool Pins::holds(const std::string& name) const {
  return std::any_of(pins_.begin(), pins_.end(), [&](const Pin& p) { return p.name == name; });
}

void Pins::toggle(const std::string& name) {
  if (name.empty()) return;
  if (std::erase_if(pins_, [&](const Pin& p) { return p.name == name; }) == 0) {
    if (pins_.size() == kPinLooks) pins_.erase(pins_.begin());
    int look = 0;
    while (std::any_of(pins_.begin(), pins_.end(), [look](const Pin& p) { return p.look == look; })) ++look;
    pins_.push_back({name, look, true});
  }
  Q_EMIT changed();
}

void Pins::clear() {
  if (pins_.empty()) return;
  pins_.clear();
  Q_EMIT changed();
}

void Pins::setSeen(const std::vector<bool>& seen) {
  bool other = false;
  for (size_t i = 0; i < pins_.size() && i < seen.size(); ++i) {
    other = other || pins_[i].seen != seen[i];
    pins_[i].seen = seen[i];
  }
  if (other) Q_EMIT seenChanged();
}

}  // namespace lw
