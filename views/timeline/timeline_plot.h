// The warps of one block over time, a row for each, and below them the asynchronous copies that are in flight.
#pragma once

#include <QWidget>
#include <optional>

#include "app/models/runs/timeline_model.h"
#include "views/theme/theme.h"
#include "views/timeline/timeline_frame.h"

namespace lw {

class TimelinePlot : public QWidget {
  Q_OBJECT

 public:
  explicit TimelinePlot(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setContent(const TimelineContent& content);
  void setKernel(int kernel);
  void setSelected(BlockId block);  // its spans are outlined
  const BlockTimeline* kernel() const;
  void zoom(double factor, double at);  // at: a time in cycles, which stays where it is
  void showAll();
  double firstShown() const { return first_; }  // cycles
  double lastShown() const { return last_; }
  QRectF rowOf(int row) const;  // of a warp, or after them of copies
  int rows() const;
  QPointF placeOf(int row, double cycles) const;
  QString markedSentence() const;
  void paint(QPainter& painter, const QRectF& area) const;

 Q_SIGNALS:
  void blockChosen(lw::BlockId block);
  void hintChanged(const QString& sentence);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  QSize minimumSizeHint() const override { return {220, 90}; }

 private:
  struct Mark {
    int row = 0, number = 0;  // of the span or copy in its row
    bool operator==(const Mark&) const = default;
  };
  TimelineFrame frameIn(const QRectF& area) const;
  void placeCopies();
  void paintWarp(QPainter& painter, const TimelineFrame& frame, int row) const;
  void paintNames(QPainter& painter, const TimelineFrame& frame, int row) const;
  void paintCopies(QPainter& painter, const TimelineFrame& frame) const;
  void paintAxis(QPainter& painter, const TimelineFrame& frame) const;
  void paintMark(QPainter& painter, const TimelineFrame& frame) const;
  QColor colorOf(TimelineSpan::Kind kind) const;
  std::optional<Mark> markAt(const QPointF& place) const;
  std::pair<double, double> timesOf(const Mark& mark) const;
  Origin originOf(const Mark& mark) const;
  int countIn(int row) const;
  void mark(std::optional<Mark> mark);
  void moveMark(int rows, int spans);
  void show(double first, double last);
  int warps() const;

  Theme theme_;
  TimelineContent content_;
  int kernel_ = 0;
  BlockId selected_;
  double first_ = 0, last_ = 1;                    // shown times
  std::vector<std::vector<TimelineCopy>> copies_;  // by row: copies that do not overlap
  std::optional<Mark> marked_;
  std::optional<QPointF> dragged_;  // from here
  double draggedFirst_ = 0;
  bool moved_ = false;
};

}  // namespace lw
