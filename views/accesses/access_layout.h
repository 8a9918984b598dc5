// Where the memories of a recorded run stand in its picture: every buffer as a grid of its elements.
#pragma once

#include <QRectF>
#include <QString>
#include <map>
#include <optional>
#include <vector>

#include "backends/interpreter/recording.h"

namespace lw {

// Places of elements in cells. Dimensions alternate between columns and rows from the last one on, so that the tiles of
// a packed array stand beside each other, with a gap between; a long row is wrapped.
struct GridShape {
  explicit GridShape(const std::vector<int64_t>& shape);
  static GridShape ofBanks(int64_t elements, int bytes);  // a row has all banks once
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
  bool banks = false;  // columns are those of the banks of shared memory
  QRectF title, cells;
  QRectF view;  // what is seen of the cells
};
struct AccessLayout {
  double cell = 0;  // side, in pixels
  std::vector<AccessGrid> grids;
};
// Memories that the run touches, side by side, with the largest cells that fit.
AccessLayout layOutAccess(const Recording& recording, const QRectF& area);
// The same memories with cells of `cell` pixels: each in a part of the area, of which it shows what stands from
// `corners` (column and row, by memory) on. The corners are moved where nothing would stand behind the last row or
// column.
AccessLayout layOutEnlarged(const AccessLayout& all, const Recording& recording, const QRectF& area, double cell,
                            std::map<int, QPointF>& corners);
// One memory around an element, in the middle of `view`.
AccessLayout layOutAround(const AccessLayout& all, int memory, int64_t element, const QRectF& view, double cell);

constexpr int kBanks = 32, kBankBytes = 4;  // of shared memory
int bankOf(int64_t element, int bytes);     // the first one that it lies in

constexpr double kBankNumbersHeight = 13;  // above the cells

QString titleOf(const Recording::Memory& memory);
// The element at a place: memory and number; nullopt: none.
std::optional<std::pair<int, int64_t>> elementAt(const AccessLayout& layout, const QPointF& place);

}  // namespace lw
