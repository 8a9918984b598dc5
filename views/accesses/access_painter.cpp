#include "views/accesses/access_painter.h"

#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <unordered_set>

namespace lw {
namespace {

constexpr double kTitle = 18, kBankNumbers = 13, kNumbered = 14, kPlotGap = 18, kLargest = 20, kSmallestCell = 2;
constexpr double kLeastRoom = 100, kRowGap = 8;  // of a memory beside others
constexpr int64_t kWrap = 64;                    // elements of a one-dimensional array in a row

QString titleOf(const Recording::Memory& memory) {
  QStringList extents;
  for (const int64_t e : memory.shape) extents << QString::number(e);
  const QString name = QString::fromStdString(memory.name);
  if (memory.registers > 0) return Playback::tr("%1  registers, %2 a lane").arg(name).arg(memory.registers);
  if (memory.scope.starts_with("shared"))
    return Playback::tr("%1  %2, in %3 banks").arg(name, extents.join(QStringLiteral(" × "))).arg(kBanks);
  return extents.isEmpty() ? name : QStringLiteral("%1  %2").arg(name, extents.join(QStringLiteral(" × ")));
}

QRectF cellRect(const AccessGrid& grid, double cell, int64_t element) {
  const auto [column, row] = grid.shape.cellOf(element);
  return {grid.cells.left() + column * cell, grid.cells.top() + row * cell, cell, cell};
}

// All cells, at this size, in lines that wrap; false: they do not fit.
bool place(AccessLayout& layout, const Recording& recording, const QRectF& area, double cell) {
  const QFontMetricsF size(interfaceFont(11, QFont::Medium));
  layout.cell = cell;
  double x = area.left(), y = area.top(), tallest = 0;
  for (AccessGrid& grid : layout.grids) {
    const double width =
        std::max(grid.shape.columns * cell, size.horizontalAdvance(titleOf(recording.memories[size_t(grid.memory)])));
    const double head = kTitle + (grid.banks ? kBankNumbers : 0), height = grid.shape.rows * cell + head;
    if (x > area.left() && x + width > area.right()) x = area.left(), y += tallest + kRowGap, tallest = 0;
    if (x + width > area.right() + 0.5) return false;
    grid.title = {x, y, width, kTitle};
    grid.cells = grid.view = {x, y + head, grid.shape.columns * cell, grid.shape.rows * cell};
    x += width + kPlotGap;
    tallest = std::max(tallest, height);
  }
  return y + tallest <= area.bottom() + 0.5;
}

class Painter {
 public:
  Painter(QPainter& painter, const AccessLayout& layout, const Playback& playback, const Theme& theme)
      : p_(painter), layout_(layout), play_(playback), r_(playback.recording()), t_(theme) {
    for (const int64_t line : playback.residentLines()) resident_.insert(line);
  }

  void paint() {
    for (const AccessGrid& grid : layout_.grids) {
      const Recording::Memory& memory = r_.memories[size_t(grid.memory)];
      p_.setFont(interfaceFont(11, QFont::Medium));
      p_.setPen(t_.text);
      if (!grid.title.isEmpty())
        p_.drawText(grid.title, int(Qt::AlignLeft | Qt::AlignVCenter),
                    p_.fontMetrics().elidedText(titleOf(memory), Qt::ElideRight, int(grid.title.width()) + 1));
      if (grid.banks) bankNumbers(grid, memory);
      clipTo(grid, 0);
      cells(grid, memory);
      p_.setClipping(false);
    }
    if (play_.ofWarps())
      recentOfWarps();
    else
      recent();
    for (const AccessGrid& grid : layout_.grids) {
      clipTo(grid, 1);
      lines(grid, r_.memories[size_t(grid.memory)]);
    }
    if (play_.ofWarps())
      currentOfWarp();
    else
      current();
    p_.setClipping(false);
    for (const AccessGrid& grid : layout_.grids)
      if (!grid.title.isEmpty()) placeInAll(grid);
  }

 private:
  int64_t lineOf(const Recording::Memory& memory, int64_t element) const {
    return (memory.address + element * memory.type.bytes()) / play_.cache().shape.lineBytes;
  }

  // Frames may stand out by some pixels.
  void clipTo(const AccessGrid& grid, double out) { p_.setClipRect(grid.view.adjusted(-out, -out, out, out)); }

  // Where the part that is seen lies in the whole, as the handles of scroll bars say it.
  void placeInAll(const AccessGrid& grid) {
    QColor color = t_.text;
    color.setAlphaF(0.45F);
    const QRectF &seen = grid.view, &all = grid.cells;
    if (all.width() > seen.width() + 1)
      p_.fillRect(QRectF(seen.left() + (seen.left() - all.left()) / all.width() * seen.width(), seen.bottom() - 3,
                         seen.width() / all.width() * seen.width(), 3),
                  color);
    if (all.height() > seen.height() + 1)
      p_.fillRect(QRectF(seen.right() - 3, seen.top() + (seen.top() - all.top()) / all.height() * seen.height(), 3,
                         seen.height() / all.height() * seen.height()),
                  color);
  }

  // A pixel for each cell, enlarged.
  void cells(const AccessGrid& grid, const Recording::Memory& memory) {
    QImage image(grid.shape.columns, grid.shape.rows, QImage::Format_RGB32);
    image.fill(t_.panel);
    const QRgb cold = t_.raised.rgb(), held = blend(t_.raised, t_.accent, 0.34).rgb();
    for (int64_t e = 0; e < memory.elements(); ++e) {
      const auto [column, row] = grid.shape.cellOf(e);
      image.setPixel(column, row,
                     !grid.banks && memory.registers == 0 && resident_.contains(lineOf(memory, e)) ? held : cold);
    }
    p_.setRenderHint(QPainter::SmoothPixmapTransform, false);
    p_.drawImage(grid.cells, image);
  }

  // As many as there is room for.
  void bankNumbers(const AccessGrid& grid, const Recording::Memory& memory) {
    p_.setFont(interfaceFont(9));
    p_.setPen(t_.dim);
    const double wide = layout_.cell * kBankBytes / memory.type.bytes();
    int every = wide >= 14 ? 1 : 4;
    while (every < kBanks && every * wide < 20) every *= 2;
    for (int bank = 0; bank < kBanks && bank * wide < grid.cells.width(); bank += every) {
      const double left = grid.cells.left() + bank * wide;
      if (left + wide / 2 < grid.view.left() || left + wide / 2 > grid.view.right()) continue;
      p_.drawText(QRectF(left - 10, grid.view.top() - kBankNumbers, wide + 20, kBankNumbers), int(Qt::AlignCenter),
                  QString::number(bank));
    }
  }

  const AccessGrid* gridOf(int memory) const {
    for (const AccessGrid& grid : layout_.grids)
      if (grid.memory == memory) return &grid;
    return nullptr;
  }

  void recent() {
    const size_t now = play_.position();
    for (size_t i = now - std::min<size_t>(now, kFading); i < now; ++i) {
      const Recording::Access& access = r_.accesses[i];
      const AccessGrid* grid = gridOf(access.memory);
      if (!grid) continue;
      QColor color = access.store ? t_.parallel : t_.accent;
      color.setAlphaF(float(0.15 + 0.75 * double(kFading - (now - i) + 1) / kFading));
      clipTo(*grid, 0);
      p_.fillRect(cellRect(*grid, layout_.cell, access.element), color);
    }
  }

  // What warps touched before, the last of them strongest; what is read or written now comes later.
  void recentOfWarps() {
    const size_t now = play_.requests();
    for (size_t i = now - std::min<size_t>(now, kFadingWarps); i + 1 < now; ++i) {
      const auto touched = play_.accessesOf(r_.requests[i]);
      const AccessGrid* grid = gridOf(touched.front().memory);
      if (!grid) continue;
      QColor color = touched.front().store ? t_.parallel : t_.accent;
      color.setAlphaF(float(0.65 * double(kFadingWarps - (now - i) + 2) / kFadingWarps));
      clipTo(*grid, 0);
      std::set<int32_t> painted;
      for (const Recording::Access& access : touched)
        if (painted.insert(access.element).second) p_.fillRect(cellRect(*grid, layout_.cell, access.element), color);
    }
  }

  // Between elements where there is room, and stronger between cache lines.
  void lines(const AccessGrid& grid, const Recording::Memory& memory) {
    const double cell = layout_.cell;
    if (cell >= 5) {
      p_.setPen(QPen(t_.panel, 1));
      for (int column = 1; column < grid.shape.columns; ++column)
        p_.drawLine(QPointF(grid.cells.left() + column * cell, grid.cells.top()),
                    QPointF(grid.cells.left() + column * cell, grid.cells.bottom()));
      for (int row = 1; row < grid.shape.rows; ++row)
        p_.drawLine(QPointF(grid.cells.left(), grid.cells.top() + row * cell),
                    QPointF(grid.cells.right(), grid.cells.top() + row * cell));
    }
    if (cell < 3 || grid.banks || memory.registers > 0) return;
    p_.setPen(QPen(t_.dim, cell >= 8 ? 1.5 : 1));
    for (int64_t e = 0; e < memory.elements(); ++e) {
      if (e > 0 && lineOf(memory, e) == lineOf(memory, e - 1)) continue;
      const QRectF rect = cellRect(grid, cell, e);
      p_.drawLine(rect.topLeft(), rect.bottomLeft());
    }
    p_.setPen(QPen(t_.hairline, 1));
    p_.drawRect(grid.cells);
  }

  // A hit is a filled cell with a frame, a miss has a cross in it besides.
  void current() {
    const Recording::Access* access = play_.last();
    const AccessGrid* grid = access ? gridOf(access->memory) : nullptr;
    if (!grid) return;
    clipTo(*grid, 3);
    const bool hit = play_.cache().touches[play_.position() - 1] == Touch::Hit;
    const QColor color = hit ? t_.vectorized : t_.reduce;
    const QRectF rect = cellRect(*grid, layout_.cell, access->element);
    p_.fillRect(rect, color);
    p_.setPen(QPen(t_.text, 2));
    const QRectF frame = rect.adjusted(-1.5, -1.5, 1.5, 1.5);
    p_.drawRect(frame);
    if (hit) return;
    p_.setPen(QPen(t_.text, 1.4));
    p_.drawLine(rect.topLeft(), rect.bottomRight());
    p_.drawLine(rect.topRight(), rect.bottomLeft());
  }

  // All elements of a warp at once, each with the first lane that touches it. What costs more than it has to is
  // crossed, or framed strongly where there is room for numbers: of shared memory the words that meet in a bank.
  void currentOfWarp() {
    const Recording::Request* made = play_.request();
    if (!made) return;
    const auto touched = play_.accessesOf(*made);
    const AccessGrid* grid = gridOf(touched.front().memory);
    if (!grid) return;
    clipTo(*grid, 1);
    const int bytes = r_.memories[size_t(grid->memory)].type.bytes();
    const bool wasteful = made->moved > made->needed;
    std::array<std::set<int64_t>, kBanks> words;
    for (const Recording::Access& access : touched)
      words[size_t(bankOf(access.element, bytes))].insert(int64_t{access.element} * bytes / kBankBytes);
    if (made->shared && wasteful) bankInTheWay(*grid, made->bank, bytes);
    std::set<int32_t> painted;
    p_.setFont(interfaceFont(9, QFont::Medium));
    for (const Recording::Access& access : touched) {
      if (!painted.insert(access.element).second) continue;
      const bool bad = wasteful && (!made->shared || words[size_t(bankOf(access.element, bytes))].size() > 1);
      const QRectF rect = cellRect(*grid, layout_.cell, access.element);
      p_.fillRect(rect, bad ? t_.reduce : t_.vectorized);
      p_.setPen(QPen(bad ? t_.text : t_.panel, 1));
      if (layout_.cell >= 7) p_.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
      if (layout_.cell >= kNumbered) {
        p_.setPen(t_.panel);
        p_.drawText(rect, int(Qt::AlignCenter), QString::number(access.lane));
      } else if (bad && layout_.cell >= 4) {
        p_.drawLine(rect.topLeft(), rect.bottomRight());
        p_.drawLine(rect.topRight(), rect.bottomLeft());
      }
    }
  }

  void bankInTheWay(const AccessGrid& grid, int bank, int bytes) {
    const double wide = layout_.cell * std::max(1.0, double(kBankBytes) / bytes);
    QColor color = t_.reduce;
    color.setAlphaF(0.22F);
    p_.fillRect(QRectF(grid.cells.left() + bank * kBankBytes / bytes * layout_.cell, grid.cells.top(), wide,
                       grid.cells.height()),
                color);
  }

  QPainter& p_;
  const AccessLayout& layout_;
  const Playback& play_;
  const Recording& r_;
  const Theme& t_;
  std::unordered_set<int64_t> resident_;
};

}  // namespace

GridShape::GridShape(const std::vector<int64_t>& given) {
  std::vector<int64_t> shape = given;
  for (const int64_t e : shape) elements *= e;
  if (shape.size() == 1 && shape[0] > kWrap) shape = {(shape[0] + kWrap - 1) / kWrap, kWrap};
  int64_t across = 1, down = 1;
  for (size_t i = 0; i < shape.size(); ++i) {
    const int64_t extent = shape[shape.size() - 1 - i];
    int64_t& size = i % 2 == 0 ? across : down;
    if (i >= 2 && size > 1) ++size;  // the gap
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
  return {int(column), int(row)};
}

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
  for (double cell = kLargest; cell >= kSmallestCell; cell -= cell > 6 ? 1 : 0.5)
    if (place(layout, recording, area, cell)) return layout;
  for (double cell = kSmallestCell; cell > 0.2; cell *= 0.8)
    if (place(layout, recording, area, cell)) return layout;
  return layout;
}

namespace {

// Of the room as much as each wants, and no more than its part of what others leave.
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
      const double head = kTitle + (grid.banks ? kBankNumbers : 0), share = shares[i - first];
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

void paintAccess(QPainter& painter, const AccessLayout& layout, const Playback& playback, const Theme& theme) {
  Painter(painter, layout, playback, theme).paint();
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
