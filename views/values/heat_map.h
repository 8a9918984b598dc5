// A table of numbers as a heat map: one cell for each number, from light to strong; differences use two colours around
// zero.
#pragma once

#include <QImage>
#include <QWidget>

#include "app/models/runs/values_model.h"
#include "views/theme/theme.h"

namespace lw {

class HeatMap : public QWidget {
  Q_OBJECT

 public:
  explicit HeatMap(ValuesModel* model, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setAroundZero(bool around);       // two colours for the values themselves, too
  void setCurrent(int row, int column);  // framed; negative: none
  QRectF cellRect(int row, int column) const;

 Q_SIGNALS:
  void picked(int row, int column);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  QSize minimumSizeHint() const override { return {90, 70}; }

 private:
  void build();
  QRectF area() const;  // of the cells
  QRectF legend() const;
  bool twoWays() const { return aroundZero_ || model_->mode() == ValuesModel::Mode::Difference; }
  QColor colorOf(double value) const;
  void pickAt(const QPointF& place);
  Theme theme_;
  ValuesModel* model_;
  QImage cells_;  // one pixel for each number; in large slices one for several, showing the most extreme one
  bool aroundZero_ = false;
  int step_ = 1;  // numbers along each side of a pixel
  std::pair<double, double> range_{0, 0};
  int row_ = -1, column_ = -1;
};

}  // namespace lw
