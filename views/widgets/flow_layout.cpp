#include "views/widgets/flow_layout.h"

#include <QWidget>

namespace lw {

FlowLayout::FlowLayout(QWidget* parent, int gap, int lineGap) : QLayout(parent), gap_(gap), lineGap_(lineGap) {
  setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() { qDeleteAll(items_); }

QSize FlowLayout::minimumSize() const {
  QSize size;
  for (const QLayoutItem* item : items_) size = size.expandedTo(item->minimumSize());
  const QMargins m = contentsMargins();
  return size + QSize(m.left() + m.right(), m.top() + m.bottom());
}

void FlowLayout::setGeometry(const QRect& rect) {
  QLayout::setGeometry(rect);
  place(rect, true);
}

int FlowLayout::place(const QRect& rect, bool move) const {
  const QRect room = rect.marginsRemoved(contentsMargins());
  int x = room.left(), y = room.top(), line = 0;
  for (QLayoutItem* item : items_) {
    if (item->isEmpty()) continue;
    QSize size = item->sizeHint();
    size.setWidth(std::min(size.width(), room.width()));  // rather without its padding than cut off
    if (x > room.left() && x + size.width() > room.right() + 1) {
      x = room.left();
      y += line + lineGap_;
      line = 0;
    }
    if (move) item->setGeometry({QPoint(x, y), size});
    x += size.width() + gap_;
    line = std::max(line, size.height());
  }
  return y + line - rect.top() + contentsMargins().bottom();
}

}  // namespace lw
