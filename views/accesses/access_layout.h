// The layout of the memories of a recorded run: every buffer as a grid of its elements.
#pragma once

#include <QRectF>
#include <QString>
#include <map>
#include <optional>
#include <vector>

#include "backends/interpreter/recording.h"

namespace lw {

// Assigns elements to cells. Starting with the last dimension, dimensions alternate between columns and rows, so that
// the tiles of a packed array are side by side, with a gap between them; a long row is wrapped.
struct GridShape {
  explicit GridShape(const std::vector<int64_t>& shape);
  static GridShape ofBanks(int64_t elements, int bytes);  // one row contains each bank once
  int columns = 1, rows = 1;
  std::pair<int, int> cellOf(int64_t element) const;  // column, row
  // A tall matrix in so many strips side by side, or a wide one in strips below each other, with a gap between them.
  GridShape inStrips(int strips) const;
  int64_t elements = 1;

 private:
  struct Dim {
    int64_t extent, step;  // step: in cells
    bool across;
  };
  std::vector<Dim> dims_;  // the last dimension first
  int strip_ = 0;          // rows of a strip of a tall matrix, columns of one of a wide matrix; 0: there are no strips
  int whole_ = 0;          // columns of the tall matrix, rows of the wide one
  bool tall_ = false;
};

struct AccessGrid {
  int memory = 0;
  GridShape shape;
  bool banks = false;  // columns are the banks of shared memory
  QRectF title, cells;
  QRectF view;  // the visible part of `cells`
};
struct AccessLayout {
  double cell = 0;  // side, in pixels
  std::vector<AccessGrid> grids;
};
// Places the memories that the run accesses side by side, with the largest cells that fit.
AccessLayout layOutAccess(const Recording& recording, const QRectF& area);
// Places the same memories with cells of `cell` pixels. Each gets a part of the area, which shows its cells from
// `corners` (column and row, by memory) on. Limits the corners so that nothing beyond the last row or column is shown.
AccessLayout layOutEnlarged(const AccessLayout& all, const Recording& recording, const QRectF& area, double cell,
                            std::map<int, QPointF>& corners);
// Places one memory so that an element is in the middle of `view`.
AccessLayout layOutAround(const AccessLayout& all, int memory, int64_t element, const QRectF& view, double cell);

constexpr int kBanks = 32, kBankBytes = 4;  // of shared memory
int bankOf(int64_t element, int bytes);     // the first bank of the element

constexpr double kBankNumbersHeight = 13;  // above the cells

QString titleOf(const Recording::Memory& memory);
// The memory and number of the element at a position; nullopt if there is none.
std::optional<std::pair<int, int64_t>> elementAt(const AccessLayout& layout, const QPointF& place);

}  // namespace lw
