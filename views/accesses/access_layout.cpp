#include "views/accesses/access_layout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/models/runs/playback.h"
#include "views/theme/theme.h"

namespace lw {
namespace {

constexpr double kTitle = 18, kPlotGap = 18, kLargest = 32, kSmallestCell = 2;
constexpr double kLeastRoom = 100, kRowGap = 8;  // minimum size of a memory beside others
constexpr double kClear = 8, kGain = 1.5;        // of cells: strips are not needed from here on, or for less
constexpr int64_t kWrap = 64;                    // elements per row of a one-dimensional array

// Places all cells at this size, in rows that wrap; false: they do not fit.
bool place(AccessLayout& layout, const Recording& recording, const QRectF& area, double cell) {
  const QFontMetricsF size(interfaceFont(11, QFont::Medium));
  layout.cell = cell;
  double x = area.left(), y = area.top(), tallest = 0;
  for (AccessGrid& grid : layout.grids) {
    const double width =
        std::max(grid.shape.columns * cell, size.horizontalAdvance(titleOf(recording.memories[size_t(grid.memory)])));
    const double head = kTitle + (grid.banks ? kBankNumbersHeight : 0), height = grid.shape.rows * cell + head;
    if (x > area.left() && x + width > area.right()) x = area.left(), y += tallest + kRowGap, tallest = 0;
    if (x + width > area.right() + 0.5) return false;
    grid.title = {x, y, width, kTitle};
    grid.cells = grid.view = {x, y + head, grid.shape.columns * cell, grid.shape.rows * cell};
    x += width + kPlotGap;
    tallest = std::max(tallest, height);
  }
  return y + tallest <= area.bottom() + 0.5;
}

}  // namespace

QString titleOf(const Recording::Memory& memory) {
  QStringList extents;
  for (const int64_t e : memory.shape) extents << QString::number(e);
  const QString name = QString::fromStdString(memory.name);
  if (memory.registers > 0) return Playback::tr("%1  registers, %2 per lane").arg(name).arg(memory.registers);
  if (memory.scope.starts_with("shared"))
    return Playback::tr("%1  %2, in %3 banks").arg(name, extents.join(QStringLiteral(" × "))).arg(kBanks);
  return extents.isEmpty() ? name : QStringLiteral("%1  %2").arg(name, extents.join(QStringLiteral(" × ")));
}

GridShape::GridShape(const std::vector<int64_t>& given) {
  std::vector<int64_t> shape = given;
  for (const int64_t e : shape) elements *= e;
  if (shape.size() == 1 && shape[0] > kWrap) shape = {(shape[0] + kWrap - 1) / kWrap, kWrap};
  int64_t across = 1, down = 1;
  for (size_t i = 0; i < shape.size(); ++i) {
    const int64_t extent = shape[shape.size() - 1 - i];
    int64_t& size = i % 2 == 0 ? across : down;
    if (i >= 2 && size > 1) ++size;  // for the gap
    dims_.push_back({extent, size, i % 2 == 0});
    size *= extent;
  }
  for (const Dim& d : dims_) (d.across ? columns : rows) += int((d.extent - 1) * d.step);
}

GridShape GridShape::ofBanks(int64_t elements, int bytes) {
  const int64_t across = std::max(1, kBanks * kBankBytes / std::max(1, bytes));
  GridShape shape({(elements + across - 1) / across, across});
  shape.elements = elements;
  return shape;
}

int bankOf(int64_t element, int bytes) { return int(element * bytes / kBankBytes % kBanks); }

std::pair<int, int> GridShape::cellOf(int64_t element) const {
  int64_t column = 0, row = 0;
  for (const Dim& d : dims_) {
    (d.across ? column : row) += element % d.extent * d.step;
    element /= d.extent;
  }
  if (strip_ > 0) {
    int64_t &along = tall_ ? row : column, &across = tall_ ? column : row;
    across += along / strip_ * (whole_ + 1);
    along %= strip_;
  }
  return {int(column), int(row)};
}

GridShape GridShape::inStrips(int strips) const {
  GridShape shape = *this;
  shape.tall_ = rows > columns;
  int &along = shape.tall_ ? shape.rows : shape.columns, &across = shape.tall_ ? shape.columns : shape.rows;
  shape.whole_ = across;
  shape.strip_ = along = (along + strips - 1) / strips;
  across = strips * (across + 1) - 1;
  return shape;
}

namespace {

void placeLargest(AccessLayout& layout, const Recording& recording, const QRectF& area) {
  for (double cell = kLargest; cell >= kSmallestCell; cell -= cell > 6 ? 1 : 0.5)
    if (place(layout, recording, area, cell)) return;
  for (double cell = kSmallestCell; cell > 0.2; cell *= 0.8)
    if (place(layout, recording, area, cell)) return;
}

// The memories with matrices that are long in one direction in strips, each about as wide and as high as its part of
// the area.
AccessLayout inStrips(const AccessLayout& plain, const Recording& recording, const QRectF& area) {
  AccessLayout layout = plain;
  const double room = area.width() / double(layout.grids.size()) / std::max(1.0, area.height());
  for (AccessGrid& grid : layout.grids) {
    const GridShape& shape = grid.shape;
    const double form = double(shape.columns) / shape.rows;
    const int strips = int(std::lround(std::sqrt(form < room ? room / form : form / room)));
    const bool tall = shape.rows > shape.columns, apart = tall ? form < room : form > room;
    const Recording::Memory& memory = recording.memories[size_t(grid.memory)];
    if (grid.banks || memory.registers > 0 || memory.shape.size() > 2 || !apart || strips < 2) continue;
    grid.shape = shape.inStrips(strips);
  }
  return layout;
}

}  // namespace

AccessLayout layOutAccess(const Recording& recording, const QRectF& area) {
  AccessLayout layout;
  std::vector<bool> touched(recording.memories.size());
  for (const Recording::Access& access : recording.accesses) touched[size_t(access.memory)] = true;
  for (size_t i = 0; i < touched.size(); ++i)
    if (touched[i]) {
      const Recording::Memory& memory = recording.memories[i];
      const bool banks = recording.ofWarps() && memory.scope.starts_with("shared");
      layout.grids.push_back(
          {int(i),
           banks ? GridShape::ofBanks(memory.elements(), memory.type.bytes()) : GridShape(memory.shape),
           banks,
           {},
           {},
           {}});
    }
  placeLargest(layout, recording, area);
  if (layout.grids.empty() || layout.cell >= kClear) return layout;
  AccessLayout strips = inStrips(layout, recording, area);
  placeLargest(strips, recording, area);
  return strips.cell >= kGain * layout.cell ? strips : layout;
}

namespace {

// Divides the space: each gets what it requests, but at most its share of what is left.
std::vector<double> sharesOf(const std::vector<double>& wanted, double room) {
  std::vector<size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return wanted[a] < wanted[b]; });
  std::vector<double> shares(wanted.size());
  for (size_t i = 0; i < order.size(); ++i) {
    shares[order[i]] = std::min(wanted[order[i]], room / double(order.size() - i));
    room -= shares[order[i]];
  }
  return shares;
}

void showFrom(AccessGrid& grid, double cell, QPointF& corner) {
  const double columns = grid.view.width() / cell, rows = grid.view.height() / cell;
  corner = {std::clamp(corner.x(), 0.0, std::max(0.0, grid.shape.columns - columns)),
            std::clamp(corner.y(), 0.0, std::max(0.0, grid.shape.rows - rows))};
  grid.cells = {grid.view.left() - corner.x() * cell, grid.view.top() - corner.y() * cell, grid.shape.columns * cell,
                grid.shape.rows * cell};
}

}  // namespace

AccessLayout layOutEnlarged(const AccessLayout& all, const Recording& recording, const QRectF& area, double cell,
                            std::map<int, QPointF>& corners) {
  AccessLayout layout{cell, all.grids};
  if (layout.grids.empty()) return layout;
  const QFontMetricsF size(interfaceFont(11, QFont::Medium));
  const size_t count = layout.grids.size(), beside = std::clamp<size_t>(size_t(area.width() / kLeastRoom), 1, count),
               rows = (count + beside - 1) / beside;
  const double height = (area.height() - double(rows - 1) * kRowGap) / double(rows);
  for (size_t row = 0; row < rows; ++row) {
    const size_t first = row * beside, last = std::min(count, first + beside);
    std::vector<double> wanted;
    for (size_t i = first; i < last; ++i)
      wanted.push_back(std::max(layout.grids[i].shape.columns * cell,
                                size.horizontalAdvance(titleOf(recording.memories[size_t(layout.grids[i].memory)]))));
    const std::vector<double> shares = sharesOf(wanted, area.width() - double(last - first - 1) * kPlotGap);
    double x = area.left();
    const double y = area.top() + double(row) * (height + kRowGap);
    for (size_t i = first; i < last; ++i) {
      AccessGrid& grid = layout.grids[i];
      const double head = kTitle + (grid.banks ? kBankNumbersHeight : 0), share = shares[i - first];
      grid.title = {x, y, share, kTitle};
      grid.view = {x, y + head, std::min(share, grid.shape.columns * cell),
                   std::clamp(height - head, 1.0, grid.shape.rows * cell)};
      showFrom(grid, cell, corners[grid.memory]);
      x += share + kPlotGap;
    }
  }
  return layout;
}

AccessLayout layOutAround(const AccessLayout& all, int memory, int64_t element, const QRectF& view, double cell) {
  AccessLayout layout{cell, {}};
  for (AccessGrid grid : all.grids) {
    if (grid.memory != memory) continue;
    const auto [column, row] = grid.shape.cellOf(element);
    grid.title = {};
    grid.view = view;
    grid.cells = {view.center().x() - (column + 0.5) * cell, view.center().y() - (row + 0.5) * cell,
                  grid.shape.columns * cell, grid.shape.rows * cell};
    layout.grids.push_back(std::move(grid));
  }
  return layout;
}

std::optional<std::pair<int, int64_t>> elementAt(const AccessLayout& layout, const QPointF& place) {
  for (const AccessGrid& grid : layout.grids) {
    if (!grid.view.contains(place)) continue;
    const std::pair wanted{int((place.x() - grid.cells.left()) / layout.cell),
                           int((place.y() - grid.cells.top()) / layout.cell)};
    for (int64_t e = 0; e < grid.shape.elements; ++e)
      if (grid.shape.cellOf(e) == wanted) return std::pair{grid.memory, e};
  }
  return std::nullopt;
}

}  // namespace lw
