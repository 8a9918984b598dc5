// Tooltips of plain text wrap like those of rich text. Qt shows a plain text in one line, however long it is.
#pragma once

#include <QObject>

namespace lw {

class TooltipWidth : public QObject {
 public:
  static constexpr int kMost = 480;  // pixels

  explicit TooltipWidth(QObject* parent);  // for the whole application
  bool eventFilter(QObject* object, QEvent* event) override;
};

}  // namespace lw
