// Which schedule wins where: a row for each schedule over a logarithmic axis of sizes, with its speed at each size as a
// bar beside the fastest one, and the sizes for which it runs as a band.
#pragma once

#include <QWidget>

#include "app/models/tuning/size_diagram.h"
#include "views/theme/theme.h"

namespace lw {

class SizeChart : public QWidget {
  Q_OBJECT

 public:
  explicit SizeChart(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setDiagram(SizeDiagram diagram);
  const SizeDiagram& diagram() const { return diagram_; }
  // The bar of a schedule at a value; empty: it failed there.
  QRectF barOf(size_t schedule, size_t value) const;
  QRectF bandOf(const SizeDiagram::Range& range) const;
  QRect rowOf(size_t schedule) const;
  int currentRow() const { return row_; }                   // of the keys; -1: none
  int currentValue() const { return value_; }               // of the keys; -1: none
  QString sentenceOf(size_t schedule, size_t value) const;  // "n = 64: 0.210 ms (0.205 to 0.216), 1.32× the fastest"
  QString rangesOf(size_t schedule) const;                  // "fastest for n ≤ 12"; "not chosen"
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void chosen(int schedule);                  // to be opened
  void hintChanged(const QString& sentence);  // about what is below the pointer, or at the keys
  void rowShown(const QRect& row);            // the keys went to it

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Cell {
    int row = -1, value = -1;
    bool operator==(const Cell&) const = default;
  };
  qreal xOf(double size) const;
  qreal barWidth() const;
  Cell cellAt(const QPoint& at) const;
  QString hintOf(const Cell& cell) const;
  bool runsAt(size_t schedule, size_t value) const { return diagram_.chosen[value] == schedule; }
  void moveTo(int row, int value);
  void paintRow(QPainter& painter, size_t schedule) const;
  void paintBar(QPainter& painter, size_t schedule, size_t value) const;
  void paintAxis(QPainter& painter) const;

  Theme theme_;
  SizeDiagram diagram_;
  int row_ = -1, value_ = -1;
  Cell hovered_;
};

}  // namespace lw
