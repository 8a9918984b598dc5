// The roofline: performance against arithmetic intensity, both on logarithmic scales, under the machine's measured
// roofs.
#pragma once

#include <QFontMetricsF>
#include <QWidget>
#include <optional>

#include "app/models/runs/roofline_model.h"
#include "views/theme/theme.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace lw {

class RooflinePlot : public QWidget {
  Q_OBJECT

 public:
  explicit RooflinePlot(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setContent(RooflineContent content);
  void setPath(size_t path);  // the path whose bytes are counted
  const RooflineContent& content() const { return content_; }
  size_t path() const { return path_; }
  int marked() const { return marked_; }  // index of the dot under the mouse or the keyboard cursor; -1: none
  QPointF placeOf(int point) const;       // of its dot, in the widget
  void paint(QPainter& painter, const QRectF& area, bool marks) const;

 Q_SIGNALS:
  void chosen(int node);
  void hintChanged(const QString& sentence);  // about the marked dot; empty: none

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  QSize minimumSizeHint() const override { return {220, 110}; }

 private:
  struct Frame;
  Frame frameIn(const QRectF& area) const;
  void paintAxes(QPainter& painter, const Frame& frame) const;
  std::optional<QPointF> besideRoof(const Frame& frame, const RooflineRoof& roof, double intensity,
                                    const QFontMetricsF& size) const;
  void paintRoofs(QPainter& painter, const Frame& frame) const;
  void paintPoints(QPainter& painter, const Frame& frame, bool marks) const;
  int pointAt(const QPointF& place) const;
  void mark(int point);
  std::vector<int> inOrder() const;  // indices of the points, from left to right

  Theme theme_;
  RooflineContent content_;
  size_t path_ = 0;
  int marked_ = -1;
};

class RooflineView : public QWidget {
  Q_OBJECT

 public:
  explicit RooflineView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setContent(RooflineContent content);
  RooflinePlot* plot() const { return plot_; }
  QComboBox* paths() const { return paths_; }
  bool exportPicture(const QString& path) const;  // .svg or .png

 Q_SIGNALS:
  void chosen(int node);
  void hintChanged(const QString& sentence);
  void exportRequested();

 private:
  RooflinePlot* plot_;
  QComboBox* paths_;
  QLabel* note_;
  QLabel* applies_;  // which roof the shown state can reach, and why
  QToolButton* export_;
};

}  // namespace lw
