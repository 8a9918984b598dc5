// A line of words that ends in dots where there is no room for all of it; the tooltip has the rest.
#pragma once

#include <QLabel>
#include <QPainter>
#include <QStyle>

namespace lw {

class ElidedLabel : public QLabel {
 public:
  using QLabel::QLabel;
  QSize minimumSizeHint() const override { return {0, QLabel::minimumSizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const QString words = fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
    style()->drawItemText(&painter, contentsRect(), int(alignment()), palette(), isEnabled(), words, foregroundRole());
  }
};

}  // namespace lw
