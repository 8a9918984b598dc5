// The chart of all runs: a bar for each, on a logarithmic scale of speed, with the reference as a dashed line.
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
  void setRuns(const std::vector<RunRow>& runs);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void rebuild();
  void fitNames();
  Theme theme_;
  std::vector<RunRow> runs_;
  QBarCategoryAxis* names_ = nullptr;  // of the chart that is shown
};

}  // namespace lw
