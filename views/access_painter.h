// The picture of a recorded run at one moment: every buffer as a grid of its elements, in rows as they lie in memory, with the
// borders of cache lines, the lines that the cache holds, and what was touched last.
#pragma once

#include <QRectF>

#include "views/playback.h"
#include "views/theme.h"

class QPainter;

namespace lw {

// Places of elements in cells. Dimensions alternate between columns and rows from the last one on, so that the tiles of a packed
// array stand beside each other, with a gap between; a long row is wrapped.
struct GridShape {
  explicit GridShape(const std::vector<int64_t>& shape);
  int columns = 1, rows = 1;
  std::pair<int, int> cellOf(int64_t element) const;  // column, row
  int64_t elements = 1;

 private:
  struct Dim {
    int64_t extent, step;  // step: in cells
    bool across;
  };
  std::vector<Dim> dims_;  // the last dimension first
};

struct AccessGrid {
  int memory = 0;
  GridShape shape;
  QRectF title, cells;
};
struct AccessLayout {
  double cell = 0;         // side, in pixels
  std::vector<AccessGrid> grids;
};
// Memories that the run touches, side by side, with the largest cells that fit.
AccessLayout layOutAccess(const Recording& recording, const QRectF& area);

constexpr int kFading = 24;  // accesses after which a touch is no longer seen

void paintAccess(QPainter& painter, const AccessLayout& layout, const Playback& playback, const Theme& theme);
// The element at a place: memory and number; nullopt: none.
std::optional<std::pair<int, int64_t>> elementAt(const AccessLayout& layout, const QPointF& place);

}  // namespace lw
