// The chart of the states that ran on one target: a bar for the last run of each, with the confidence interval of its
// median and the reference of the same run, on a logarithmic scale of performance. It does not use Qt Charts, because
// labels wrap, and every bar has its own colour, reference and texts.
#pragma once

#include <QWidget>

#include "app/models/runs/run_model.h"
#include "views/theme/theme.h"

namespace lw {

class RunChart : public QWidget {
  Q_OBJECT

 public:
  explicit RunChart(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  // `runs`: RunModel::comparable(). `shown`: the run with the highlighted bar; nullptr: none.
  void setRuns(const std::vector<const RunRow*>& runs, const RunRow* shown);
  const std::vector<RunRow>& runs() const { return runs_; }
  // Writes .svg or .png. Returns false if there are no runs or the file cannot be written.
  bool exportPicture(const QString& path) const;
  // The heading for a chart of this size: the target of the bars, and how many of the states fit.
  QString heading(const QSizeF& room) const;
  QStringList labels(const QSizeF& room) const;  // below the bars, with line breaks; all different
  QColor colorOf(const RunRow& run) const;
  static QString sentenceOf(
      const RunRow& run);  // "step 4: 22.1 ms ± 0.4 ms, cpu · 2 threads, the reference took 20.6 ms"

 Q_SIGNALS:
  void chosen(int node);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Plot;
  std::vector<const RunRow*> barsIn(qreal width) const;
  Plot plotIn(const QRectF& area) const;
  const RunRow* barAt(const QPointF& place) const;
  bool isShown(const RunRow& run) const { return shown_ == std::pair{run.node, run.math}; }
  void paint(QPainter& painter, const QRectF& area) const;
  void paintAxes(QPainter& painter, const Plot& plot) const;
  void paintBar(QPainter& painter, const Plot& plot, size_t bar) const;
  Theme theme_;
  std::vector<RunRow> runs_;                      // in the order of the states
  std::optional<std::pair<int, QString>> shown_;  // state and arithmetic
};

}  // namespace lw
