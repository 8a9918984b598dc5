// The page of the timeline: the kernel, what it says in one line, the colours, and the plot.
#pragma once

#include "views/timeline/timeline_plot.h"

class QComboBox;
class QToolButton;

namespace lw {

class WrappingLabel;

class TimelineView : public QWidget {
  Q_OBJECT

 public:
  explicit TimelineView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setContent(const TimelineContent& content);
  TimelinePlot* plot() const { return plot_; }
  QComboBox* kernels() const { return kernels_; }
  QString summary() const;
  bool exportPicture(const QString& path) const;  // .svg or .png

 Q_SIGNALS:
  void exportRequested();

 private:
  void showKernel();
  void showColors(const Theme& theme);

  TimelinePlot* plot_;
  QComboBox* kernels_;
  WrappingLabel *summary_, *colors_;
  QToolButton* export_;
};

}  // namespace lw
