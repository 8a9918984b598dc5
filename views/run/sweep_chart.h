// The chart of a sweep: the time or the performance at each size, on a logarithmic scale of sizes.
#pragma once

#include <QWidget>
#include <vector>

#include "app/models/runs/sweep_row.h"
#include "views/theme/theme.h"

namespace lw {

class SweepChart : public QWidget {
  Q_OBJECT

 public:
  explicit SweepChart(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setRows(const QString& size, const std::vector<SweepRow>& rows);
  void showPerformance(bool performance);  // GFLOP/s instead of the time
  bool showsPerformance() const { return performance_; }
  const std::vector<SweepRow>& rows() const { return rows_; }
  QPointF place(size_t row) const;                // of the point of a row that did not fail
  QString sentenceOf(const SweepRow& row) const;  // "n = 256: 2.31 ms, 14.5 GFLOP/s"

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Plot;
  Plot plot() const;
  double valueOf(const SweepRow& row) const;
  void paintAxes(QPainter& painter, const Plot& plot) const;
  void paintPoints(QPainter& painter, const Plot& plot) const;

  Theme theme_;
  QString size_;
  std::vector<SweepRow> rows_;
  bool performance_ = false;
};

}  // namespace lw
