#include "views/loop_tree/rounded_boxes.h"

#include <QPaintEngine>
#include <QPixmap>
#include <QPixmapCache>
#include <QRegion>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

namespace lw {
namespace {

constexpr int kCorner = 8, kStrip = 4, kSmall = 2 * kCorner;
constexpr qreal kMargin = 2;          // around what is prepared: half of the widest line
constexpr qreal kMostPrepared = 2e5;  // pixels; larger pictures are rare, and few would fit in the cache

bool isWhole(qreal n) { return n == std::floor(n); }

// Whether a box at whole coordinates is aligned to the pixels of a bitmap; false for vector graphics.
bool isAligned(const QPainter& painter) {
  const QTransform& t = painter.worldTransform();
  return painter.paintEngine()->type() == QPaintEngine::Raster && t.type() <= QTransform::TxTranslate &&
         isWhole(t.dx()) && isWhole(t.dy()) && isWhole(painter.device()->devicePixelRatioF());
}

void drawRounded(QPainter& painter, const QRectF& box, qreal radius, const QPen& line, const QColor& ground) {
  painter.setPen(line);
  painter.setBrush(ground.isValid() ? QBrush(ground) : QBrush(Qt::NoBrush));
  painter.drawRoundedRect(box, radius, radius);
}

void drawLoopFrame(QPainter& painter, const LoopFrame& look) {
  const QRectF box = look.box.adjusted(0.5, 0.5, -0.5, -0.5);
  drawRounded(painter, box, kCornerRadius, QPen(look.line, 1), look.ground);
  // The coloured edge is the same rounded box, clipped to a strip of four units.
  painter.save();
  painter.setClipRect(QRectF(box.left() - 1, box.top() - 1, 4.5, box.height() + 2), Qt::IntersectClip);
  drawRounded(painter, box, kCornerRadius, Qt::NoPen, look.edge);
  painter.restore();
}

// The pixmap of `key`, which `draw` paints if it is not in the cache.
template <class Draw>
QPixmap prepared(const QString& key, const QSizeF& size, qreal ratio, Draw draw) {
  QPixmap pixmap;
  if (QPixmapCache::find(key, &pixmap)) return pixmap;
  pixmap = QPixmap((size * ratio).toSize());
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  draw(painter);
  painter.end();
  QPixmapCache::insert(key, pixmap);
  return pixmap;
}

}  // namespace

PictureKey& PictureKey::operator<<(double number) {
  std::array<char16_t, sizeof number / sizeof(char16_t)> units{};
  std::memcpy(units.data(), &number, sizeof number);
  for (const char16_t unit : units) key_ += QChar(unit);
  return *this;
}

PictureKey& PictureKey::operator<<(const QColor& color) {
  return *this << (color.isValid() ? double(color.rgba()) : -1);
}

void paintPrepared(QPainter& painter, const QRectF& area, PictureKey key, const std::function<void(QPainter&)>& draw) {
  const QPointF start(std::floor(area.left()) - kMargin, std::floor(area.top()) - kMargin);
  const QRectF moved = area.translated(-start);
  const QSizeF size(std::ceil(moved.right() + kMargin), std::ceil(moved.bottom() + kMargin));
  if (!isAligned(painter) || size.width() * size.height() > kMostPrepared) return draw(painter);
  const qreal ratio = painter.device()->devicePixelRatioF();
  key << moved.left() << moved.top() << moved.width() << moved.height() << ratio;
  painter.drawPixmap(start, prepared(key.text(), size, ratio, [&](QPainter& p) {
                       p.translate(-start);
                       draw(p);
                     }));
}

void paintRounded(QPainter& painter, const QRectF& box, qreal radius, const QPen& line, const QColor& ground) {
  PictureKey key("rounded");
  key << radius << ground << int(line.style());
  if (line.style() != Qt::NoPen) {
    key << line.widthF() << line.color();
    for (const qreal dash : line.dashPattern()) key << dash;
  }
  paintPrepared(painter, box, std::move(key), [&](QPainter& p) { drawRounded(p, box, radius, line, ground); });
}

// On whole pixels, this copies the four corners of a small box and fills the area between them with rectangles. That is
// fast because nothing is antialiased (Qt hands tall antialiased areas to other threads and waits for them).
void paintLoopFrame(QPainter& painter, const LoopFrame& frame, const std::vector<QRectF>& covered) {
  const QRectF& box = frame.box;
  const bool quick =
      isAligned(painter) && QRectF(box.toRect()) == box && box.width() >= kSmall && box.height() >= kSmall;
  if (!quick) return drawLoopFrame(painter, frame);
  const qreal ratio = painter.device()->devicePixelRatioF();
  PictureKey key("loop");
  key << frame.line << frame.ground << frame.edge << ratio;
  const QPixmap small = prepared(key.text(), QSizeF(kSmall, kSmall), ratio, [&](QPainter& p) {
    LoopFrame corners = frame;
    corners.box = QRectF(0, 0, kSmall, kSmall);
    drawLoopFrame(p, corners);
  });
  const int x = int(box.left()), y = int(box.top()), right = int(box.right()), bottom = int(box.bottom()),
            wide = right - x - kSmall, high = bottom - y - kSmall;
  const qreal source = kCorner * ratio;
  for (const bool below : {false, true})
    for (const bool far : {false, true})
      painter.drawPixmap(QPointF(far ? right - kCorner : x, below ? bottom - kCorner : y), small,
                         QRectF(far ? source : 0, below ? source : 0, source, source));
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.fillRect(x + kCorner, y, wide, 1, frame.line);
  painter.fillRect(x + kCorner, bottom - 1, wide, 1, frame.line);
  painter.fillRect(right - 1, y + kCorner, 1, high, frame.line);
  QRegion ground(x + kCorner, y + 1, wide, bottom - y - 2);
  ground += QRect(x + kStrip, y + kCorner, right - 1 - x - kStrip, high);
  for (const QRectF& above : covered)  // without the rows of its rounded corners
    if (QRectF(above.toRect()) == above && above.height() > kSmall)
      ground -= above.toRect().adjusted(0, kCorner, 0, -kCorner);
  for (const QRect& part : ground) painter.fillRect(part, frame.ground);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.drawPixmap(QRectF(x, y + kCorner, kStrip, high), small, QRectF(0, source - 1, kStrip * ratio, 1));
}

}  // namespace lw
