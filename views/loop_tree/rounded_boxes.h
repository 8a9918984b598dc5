// Rounded boxes, painted from prepared pixmaps where a pixmap gives the same picture. Antialiased outlines, above all
// dashed ones, took a third of the time of a tree's painting.
#pragma once

#include <QPainter>
#include <vector>

namespace lw {

inline constexpr qreal kCornerRadius = 6;

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
