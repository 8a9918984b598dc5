// Small icons for loops: the kind in a chip, and whether the loop is spatial or a reduction.
#pragma once

#include <QPainter>

#include "core/ir/stmt.h"

namespace lw {

// Painted in a square of ten units at `at`, in the given colour. Serial: an arrow down; parallel: lanes side by side;
// vectorized: cells in a row; unrolled: lines below each other; bound to threads: a grid; a serial reduction: a sum
// sign.
void paintKindIcon(QPainter& painter, const QPointF& at, ForKind kind, bool reduce, const QColor& color);

// Spatial: a dot. Reduction: a diamond. Painted around `centre`, nine units wide.
void paintIterationType(QPainter& painter, const QPointF& centre, bool reduce, const QColor& color);

}  // namespace lw
