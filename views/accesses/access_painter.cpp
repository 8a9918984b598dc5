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

constexpr double kNumbered = 14;  // minimum side of a cell with a number, in pixels

QRectF cellRect(const AccessGrid& grid, double cell, int64_t element) {
  const auto [column, row] = grid.shape.cellOf(element);
  return {grid.cells.left() + column * cell, grid.cells.top() + row * cell, cell, cell};
}

class AccessPainter {
 public:
  AccessPainter(QPainter& painter, const AccessLayout& layout, const Playback& playback, const Theme& theme)
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

  // Frames may extend over the grid by some pixels.
  void clipTo(const AccessGrid& grid, double out) { p_.setClipRect(grid.view.adjusted(-out, -out, out, out)); }

  // Shows the visible part in relation to the whole, like the handles of scroll bars.
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

  // Paints one pixel for each cell, enlarged.
  void cells(const AccessGrid& grid, const Recording::Memory& memory) {
    QImage image(grid.shape.columns, grid.shape.rows, QImage::Format_RGB32);
    image.fill(t_.panel);
    const QRgb cold = t_.raised.rgb(), held = blend(t_.raised, t_.data, 0.34).rgb();
    for (int64_t e = 0; e < memory.elements(); ++e) {
      const auto [column, row] = grid.shape.cellOf(e);
      image.setPixel(column, row,
                     !grid.banks && memory.registers == 0 && resident_.contains(lineOf(memory, e)) ? held : cold);
    }
    p_.setRenderHint(QPainter::SmoothPixmapTransform, false);
    p_.drawImage(grid.cells, image);
  }

  // As many numbers as fit.
  void bankNumbers(const AccessGrid& grid, const Recording::Memory& memory) {
    p_.setFont(interfaceFont(9));
    p_.setPen(t_.dim);
    const double wide = layout_.cell * kBankBytes / memory.type.bytes();
    int every = wide >= 14 ? 1 : 4;
    while (every < kBanks && every * wide < 20) every *= 2;
    for (int bank = 0; bank < kBanks && bank * wide < grid.cells.width(); bank += every) {
      const double left = grid.cells.left() + bank * wide;
      if (left + wide / 2 < grid.view.left() || left + wide / 2 > grid.view.right()) continue;
      p_.drawText(QRectF(left - 10, grid.view.top() - kBankNumbersHeight, wide + 20, kBankNumbersHeight),
                  int(Qt::AlignCenter), QString::number(bank));
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
      QColor color = access.store ? t_.parallel : t_.data;
      color.setAlphaF(float(0.15 + 0.75 * double(kFading - (now - i) + 1) / kFading));
      clipTo(*grid, 0);
      p_.fillRect(cellRect(*grid, layout_.cell, access.element), color);
    }
  }

  // Marks earlier accesses of warps, the last ones most strongly; the current access is painted later.
  void recentOfWarps() {
    const size_t now = play_.requests();
    for (size_t i = now - std::min<size_t>(now, kFadingWarps); i + 1 < now; ++i) {
      const auto touched = play_.accessesOf(r_.requests[i]);
      const AccessGrid* grid = gridOf(touched.front().memory);
      if (!grid) continue;
      QColor color = touched.front().store ? t_.parallel : t_.data;
      color.setAlphaF(float(0.65 * double(kFadingWarps - (now - i) + 2) / kFadingWarps));
      clipTo(*grid, 0);
      std::set<int32_t> painted;
      for (const Recording::Access& access : touched)
        if (painted.insert(access.element).second) p_.fillRect(cellRect(*grid, layout_.cell, access.element), color);
    }
  }

  // Lines between elements if there is space, and stronger lines between cache lines.
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

  // A hit is a filled cell with a frame; a miss also has a cross.
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

  // Marks all elements of a warp's access, each with the first lane that accesses it. An access that costs more than
  // necessary is crossed, or framed strongly if the cells have numbers: in shared memory, the words with a bank
  // conflict.
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

void paintAccess(QPainter& painter, const AccessLayout& layout, const Playback& playback, const Theme& theme) {
  AccessPainter(painter, layout, playback, theme).paint();
}

}  // namespace lw
