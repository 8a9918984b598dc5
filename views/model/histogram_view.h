// How often values occur: a bar for each part between the least and the largest.
#pragma once

#include <QWidget>

#include "app/models/graph/tensor_statistics.h"
#include "views/theme/theme.h"

namespace lw {

class HistogramView : public QWidget {
  Q_OBJECT

 public:
  explicit HistogramView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setHistogram(TensorHistogram histogram);
  QRectF barRect(int part) const;
  QSize minimumSizeHint() const override { return {90, 70}; }

 Q_SIGNALS:
  void pointedAt(int part);  // -1: none

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  QRectF area() const;  // of the bars

  Theme theme_;
  TensorHistogram histogram_;
  int pointed_ = -1;
};

}  // namespace lw
