#include "views/accesses/access_lens.h"

#include <QPainter>
#include <algorithm>

namespace lw {
namespace {

constexpr int kCell = 16, kColumns = 15, kRows = 7, kMargin = 10, kNumbers = 14, kLine = 17, kBeside = 18;

QRectF cellsOfLens() { return QRectF(kMargin, kNumbers, kColumns * kCell, kRows * kCell); }

}  // namespace

AccessLens::AccessLens(Playback* playback, QWidget* window)
    : QWidget(window), playback_(playback), theme_(loadTheme("dark")) {
  setObjectName("accessLens");
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  hide();
}

void AccessLens::look(const AccessLayout& all, int memory, int64_t element, const QStringList& facts,
                      const Theme& theme, const QPoint& at) {
  theme_ = theme;
  element_ = element;
  facts_ = facts;
  layout_ = layOutAround(all, memory, element, cellsOfLens(), kCell);
  resize(kColumns * kCell + 2 * kMargin, kNumbers + kRows * kCell + 8 + int(facts.size()) * kLine + 6);
  const QSize room = parentWidget()->size();
  const int x = at.x() + kBeside + width() <= room.width() ? at.x() + kBeside : at.x() - kBeside - width();
  const int y = at.y() - kBeside - height() >= 0 ? at.y() - kBeside - height() : at.y() + kBeside;
  move(std::clamp(x, 0, std::max(0, room.width() - width())), std::clamp(y, 0, std::max(0, room.height() - height())));
  raise();
  show();
  update();
}

QRectF AccessLens::rectOf(int64_t element) const {
  const AccessGrid& grid = layout_.grids.front();
  const auto [column, row] = grid.shape.cellOf(element);
  return {grid.cells.left() + column * kCell, grid.cells.top() + row * kCell, kCell, kCell};
}

void AccessLens::paintEvent(QPaintEvent*) {
  if (layout_.grids.empty() || playback_->empty()) return;
  QPainter painter(this);
  painter.fillRect(rect(), theme_.panel);
  paintAccess(painter, layout_, *playback_, theme_);
  painter.setPen(QPen(theme_.text, 2));
  painter.drawRect(rectOf(element_).adjusted(-1, -1, 1, 1));
  painter.setPen(QPen(theme_.dim, 1));
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
  double y = cellsOfLens().bottom() + 8;
  for (int i = 0; i < facts_.size(); ++i, y += kLine) {
    painter.setFont(i == 0 ? codeFont(12) : interfaceFont(12));
    painter.setPen(i == 0 ? theme_.text : theme_.dim);
    painter.drawText(QRectF(kMargin, y, width() - 2 * kMargin, kLine), int(Qt::AlignLeft | Qt::AlignVCenter),
                     painter.fontMetrics().elidedText(facts_[i], Qt::ElideRight, width() - 2 * kMargin));
  }
}

}  // namespace lw
