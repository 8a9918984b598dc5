// The chart of the states that ran: a bar for the last run of each, with the interval of its median, on a logarithmic scale of
// speed, and the reference as a dashed line.
#pragma once

#include <QChartView>

#include "views/run_model.h"
#include "views/theme.h"

class QBarCategoryAxis;

namespace lw {

class RunChart : public QChartView {
  Q_OBJECT

 public:
  explicit RunChart(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  // `shown`: the run whose bar stands out; nullptr: none.
  void setRuns(const std::vector<RunRow>& runs, const RunRow* shown);
  bool exportPicture(const QString& path);  // .svg or .png; false: nothing ran, or it cannot be written

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void rebuild();
  void addInterval(QChart* chart, size_t run);
  void fitNames();
  void fitTitle();
  Theme theme_;
  std::vector<RunRow> runs_;  // in the order in which the states were made
  std::optional<std::pair<int, QString>> shown_;  // state and arithmetic
  double referenceMs_ = -1;
  QBarCategoryAxis* names_ = nullptr;  // of the chart that is shown
};

}  // namespace lw
