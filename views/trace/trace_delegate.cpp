#include "views/trace/trace_delegate.h"

#include <QPainter>
#include <algorithm>

#include "views/trace/trace_model.h"

namespace lw {
namespace {

void writeCell(QPainter* painter, const QRect& cell, const QString& text, const QFont& font, const QColor& ink,
               Qt::Alignment alignment) {
  painter->setFont(font);
  painter->setPen(ink);
  painter->drawText(cell, alignment | Qt::AlignVCenter,
                    painter->fontMetrics().elidedText(text, Qt::ElideRight, cell.width()));
}

}  // namespace

void TraceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  const bool ahead = index.data(TraceModel::kAhead).toBool(), compared = index.data(TraceModel::kCompared).toBool();
  if (index.data(TraceModel::kCurrent).toBool()) painter->fillRect(option.rect, theme_.selection);
  if (compared) painter->fillRect(option.rect, blend(theme_.panel, theme_.reduce, 0.17));
  painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme_.hairline);
  const QRect cell = option.rect.adjusted(kCellSide, 0, -kCellSide, -1);
  const QColor ink = ahead ? blend(theme_.dim, theme_.panel, 0.3) : theme_.text;
  const QString text = index.data().toString();
  switch (index.column()) {
    case TraceModel::kNumber:
      writeCell(painter, cell, compared ? QStringLiteral("⇄") : text, interfaceFont(12), theme_.dim, Qt::AlignLeft);
      if (index.data(TraceModel::kBookmark).toBool()) paintRibbon(painter, option.rect);
      break;
    case TraceModel::kCall:
      paintCall(painter, cell, index, ink);
      break;
    case TraceModel::kChange:
      writeCell(painter, cell, text, interfaceFont(12), theme_.dim, Qt::AlignLeft);
      break;
    case TraceModel::kTime:
      paintTime(painter, cell, index, ink);
      break;
    case TraceModel::kCheck: {
      const auto check = TraceRow::Check(index.data(TraceModel::kCheckState).toInt());
      writeCell(painter, cell, text, interfaceFont(13, QFont::DemiBold),
                check == TraceRow::Check::Good ? theme_.vectorized : theme_.reduce, Qt::AlignCenter);
      break;
    }
  }
  painter->restore();
}

void TraceDelegate::paintCall(QPainter* painter, const QRect& cell, const QModelIndex& index, const QColor& ink) const {
  const QString text = index.data().toString();
  const bool inner = index.data(TraceModel::kInner).toBool(), off = index.data(TraceModel::kOff).toBool();
  const auto fold = TraceModel::Fold(index.data(TraceModel::kFold).toInt());
  if (fold != TraceModel::Fold::None)
    writeCell(painter, cell, fold == TraceModel::Fold::Unfolded ? QStringLiteral("▾") : QStringLiteral("▸"),
              interfaceFont(11), theme_.dim, Qt::AlignLeft);
  const int indent = inner                                       ? 2 * kFoldWidth
                     : index.data(TraceModel::kAnyFold).toBool() ? kFoldWidth
                                                                 : 0;  // aligns all calls
  QFont font = codeFont(12.5);
  font.setStrikeOut(off);
  writeCell(painter, cell.adjusted(indent, 0, 0, 0), text, font, inner || off ? theme_.dim : ink, Qt::AlignLeft);
  int after = cell.left() + indent + painter->fontMetrics().horizontalAdvance(text) + 14;
  for (const int tag : {TraceModel::kProved, TraceModel::kBy})
    after = paintTag(painter, QRect(QPoint(after, cell.top()), cell.bottomRight()), index.data(tag).toString());
  paintRemark(painter, cell.adjusted(after + 4 - cell.left(), 0, 0, 0), index.data(TraceModel::kRemark).toString());
}

// Paints who carried the step out or what was proved, as far as it fits; returns the x position after it.
int TraceDelegate::paintTag(QPainter* painter, const QRect& room, const QString& by) const {
  if (by.isEmpty() || room.width() < 40) return room.left();
  const QFont font = interfaceFont(11);
  painter->setFont(font);
  const int words = std::min(painter->fontMetrics().horizontalAdvance(by) + 2, room.width() - 14);
  const QRect tag(room.left(), room.center().y() - 8, words + 14, 17);
  painter->setPen(Qt::NoPen);
  painter->setBrush(blend(theme_.panel, theme_.vectorized, 0.16));
  painter->drawRoundedRect(tag, 8, 8);
  writeCell(painter, tag.adjusted(7, 0, -7, 0), by, font, blend(theme_.vectorized, theme_.text, 0.45), Qt::AlignLeft);
  return tag.right() + 8;
}

// Paints the note beside the call, as far as it fits.
void TraceDelegate::paintRemark(QPainter* painter, const QRect& room, const QString& remark) const {
  if (remark.isEmpty() || room.width() < 40) return;
  QFont font = interfaceFont(12);
  font.setItalic(true);
  writeCell(painter, room, remark, font, theme_.dim, Qt::AlignLeft);
}

void TraceDelegate::paintRibbon(QPainter* painter, const QRect& cell) const {
  const qreal x = cell.right() - 9, y = cell.top() + 6;
  painter->setPen(Qt::NoPen);
  painter->setBrush(theme_.data);
  painter->drawPolygon(QPolygonF{{x, y}, {x + 8, y}, {x + 8, y + 13}, {x + 4, y + 9}, {x, y + 13}});
}

void TraceDelegate::paintTime(QPainter* painter, const QRect& cell, const QModelIndex& index, const QColor& ink) const {
  const double share = index.data(TraceModel::kShare).toDouble();
  const bool wrong = TraceRow::Check(index.data(TraceModel::kCheckState).toInt()) == TraceRow::Check::Wrong;
  const int before = std::max(0, cell.width() - timeWidth_), room = before - kBarGap;
  if (share > 0 && room > 0) {
    painter->setPen(Qt::NoPen);
    painter->setBrush(wrong ? theme_.reduce : theme_.bar);
    painter->drawRoundedRect(QRectF(cell.left(), cell.center().y() - 3, std::max(7.0, room * share), 7), 3.5, 3.5);
  }
  writeCell(painter, cell.adjusted(before, 0, 0, 0), index.data().toString(), codeFont(12), wrong ? theme_.reduce : ink,
            Qt::AlignLeft);
}

}  // namespace lw
