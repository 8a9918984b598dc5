// Rounded boxes and small shapes, painted from prepared pixmaps where a pixmap gives the same picture. Antialiased
// outlines, above all dashed ones, took a third of the time of a tree's painting.
#pragma once

#include <QColor>
#include <QPainter>
#include <QString>
#include <functional>
#include <vector>

namespace lw {

inline constexpr qreal kCornerRadius = 6;

// What a picture depends on. Numbers are put together bit by bit: to write them as text took half of the time that
// painting from a pixmap takes.
class PictureKey {
 public:
  explicit PictureKey(const char* shape) : key_(QString::fromLatin1(shape)) {}
  PictureKey& operator<<(double number);
  PictureKey& operator<<(const QColor& color);
  const QString& text() const { return key_; }

 private:
  QString key_;
};

// Carries out `draw`, which paints inside of `area`, or copies what it painted before for the same key and place in a
// pixel.
void paintPrepared(QPainter& painter, const QRectF& area, PictureKey key, const std::function<void(QPainter&)>& draw);

// Paints a box with rounded corners of `radius`. `line` may be Qt::NoPen; an invalid `ground` fills nothing.
void paintRounded(QPainter& painter, const QRectF& box, qreal radius, const QPen& line, const QColor& ground);

// The box of a loop, with a strip in the colour `edge` at its left.
struct LoopFrame {
  QRectF box;
  QColor line, ground, edge;
};

// `covered`: boxes of loops that are painted above this one later, opaque, from top to bottom. What they hide of the
// ground is left out, so that deep nests are not filled once for every loop.
void paintLoopFrame(QPainter& painter, const LoopFrame& frame, const std::vector<QRectF>& covered);

}  // namespace lw
