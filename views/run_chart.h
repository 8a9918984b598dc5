// The chart of all runs: a bar for each, on a logarithmic scale of speed, with the reference as a dashed line.
#pragma once

#include <QChartView>

#include "views/run_model.h"
#include "views/theme.h"

namespace lw {

class RunChart : public QChartView {
  Q_OBJECT

 public:
  explicit RunChart(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setRuns(const std::vector<RunRow>& runs);

 private:
  void rebuild();
  Theme theme_;
  std::vector<RunRow> runs_;
};

}  // namespace lw
