// Paints a row of the trace: number, call, change, time and check.
#pragma once

#include <QStyledItemDelegate>

#include "views/theme/theme.h"

namespace lw {

class TraceDelegate : public QStyledItemDelegate {
 public:
  static constexpr int kFoldWidth = 16, kCellSide = 8, kBarGap = 8;  // pixels

  explicit TraceDelegate(QObject* parent) : QStyledItemDelegate(parent), theme_(loadTheme("dark")) {}
  void setTheme(const Theme& theme) { theme_ = theme; }
  void setTimeWidth(int width) { timeWidth_ = width; }
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  void paintCall(QPainter* painter, const QRect& cell, const QModelIndex& index, const QColor& ink) const;
  int paintTag(QPainter* painter, const QRect& room, const QString& by) const;
  void paintRemark(QPainter* painter, const QRect& room, const QString& remark) const;
  void paintRibbon(QPainter* painter, const QRect& cell) const;
  void paintTime(QPainter* painter, const QRect& cell, const QModelIndex& index, const QColor& ink) const;

  Theme theme_;
  int timeWidth_ = 0;  // of the longest time
};

}  // namespace lw
