// Small pictures of what a loop does: its kind in a chip, and whether it goes over results or adds them up.
#pragma once

#include <QPainter>

#include "core/ir/stmt.h"

namespace lw {

// In a square of ten units at `at`, in the given colour. Serial: an arrow down; parallel: lanes side by side;
// vectorized: cells in a row; unrolled: lines below each other; bound to threads: a grid; a reduction that runs
// serially: a sum.
void paintKindIcon(QPainter& painter, const QPointF& at, ForKind kind, bool reduce, const QColor& color);

// Spatial: a dot. Reduction: a diamond. Around a centre, nine units wide.
void paintIterationType(QPainter& painter, const QPointF& centre, bool reduce, const QColor& color);

}  // namespace lw
