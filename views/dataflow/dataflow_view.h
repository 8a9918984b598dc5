// The dataflow graph: inputs and stages, laid out from left to right. It shows the selection and reports clicks on
// nodes.
#pragma once

#include <QAbstractScrollArea>

#include "app/models/program/linked_selection.h"
#include "core/analysis/program/dataflow.h"
#include "views/dataflow/graph_layout.h"
#include "views/theme/theme.h"

namespace lw {

class DataflowView : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit DataflowView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setFlow(Dataflow flow);
  void setSelection(const LinkedSelection& selection, bool reveal);
  const Dataflow& flow() const { return flow_; }
  QRect rectOf(int node) const;  // in coordinates of the viewport
  QSize sizeHint() const override;

 Q_SIGNALS:
  void picked(const lw::LinkedSelection& selection);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void relayout();
  void fit();
  double scale() const;  // shrinks a graph that is slightly too wide
  QPointF origin() const;
  QRectF frameOf(int node) const;  // unscaled, in the layout's coordinates
  int nodeAt(const QPoint& position) const;
  bool selected(int node) const;
  int current() const;
  void pick(int node);
  void reveal(int node);
  void paintEdges(QPainter& painter) const;
  void paintNode(QPainter& painter, int node) const;
  QString tipOf(int node) const;

  Theme theme_;
  Dataflow flow_;
  GraphLayouter layouter_;
  GraphLayout layout_;
  std::vector<QSizeF> sizes_;
  LinkedSelection selection_;
  int hovered_ = -1;
};

}  // namespace lw
