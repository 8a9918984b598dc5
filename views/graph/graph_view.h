// The picture of a graph: zoomed, moved, searched and walked through by mouse and keys. It asks for an arrangement
// (arrangementRequested), and keeps the former picture until it gets the new one.
#pragma once

#include <QAbstractScrollArea>
#include <memory>

#include "views/graph/graph_arrangement.h"
#include "views/graph/graph_painter.h"

namespace lw {

class GraphMinimap;

class GraphView : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit GraphView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  // An outline without nodes clears the picture.
  void setOutline(std::shared_ptr<const graph::Outline> outline);
  void setFigures(const GraphFigures& figures);
  void setWeightsShown(bool shown);
  void setArrangement(std::shared_ptr<const GraphDrawing> drawing, GraphArrangement places);
  void setEmptyText(const QString& title, const QString& what);
  bool exportPicture(const QString& path);

  bool hasPicture() const { return drawing_ && !drawing_->boxes.empty(); }
  const GraphDrawing* drawing() const { return drawing_.get(); }
  const GraphArrangement& places() const { return places_; }
  const Theme& theme() const { return theme_; }

  int current() const { return current_; }   // the selected node; -1: none
  void setCurrent(int node, bool revealIt);  // without picked()
  void pick(int node);                       // as a click does
  QRect rectOf(int node) const;              // of its first box, in the viewport
  qreal zoom() const { return zoom_; }
  void setZoom(qreal zoom, const QPointF& fixed);  // `fixed`: the point of the viewport that stays
  void zoomBy(int steps);                          // 0: to the actual size
  QRectF visible() const;                          // in the coordinates of the picture
  void centerOn(const QPointF& point);
  void setQuery(const QString& query);  // fades what it does not find
  const std::vector<int>& found() const { return found_; }
  void stepFound(int direction);  // selects the next (1), the previous (-1) or the nearest (0) node that is found

 Q_SIGNALS:
  void arrangementRequested(std::shared_ptr<const lw::GraphDrawing> drawing);
  void picked(int node);     // by mouse or keys; -1: nothing
  void activated(int node);  // by a double click or Enter
  void currentChanged(int node);
  void searchRequested();
  void shown();  // another picture

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  void request();
  void placeBars();
  void fit();
  void fit(qreal least);
  QPointF origin() const;  // of the picture, in the viewport
  int boxAt(const QPoint& position) const;
  int boxOf(int node) const;  // the one that is nearest to the middle of the view; -1: none
  void reveal(int box);
  void walk(Qt::Key key);
  void describe();
  void search();
  void paintEmpty(QPainter& painter) const;

  Theme theme_;
  GraphFonts fonts_;
  std::shared_ptr<const graph::Outline> wanted_;
  GraphFigures figures_;
  bool weights_ = true;
  std::shared_ptr<const GraphDrawing> drawing_;
  GraphArrangement places_;
  GraphMinimap* minimap_;
  QString emptyTitle_, emptyText_, query_;
  std::vector<int> found_;           // nodes
  std::vector<bool> isFound_;        // of each node
  std::vector<bool> near_;           // of each node: beside the selected one
  int current_ = -1, hovered_ = -1;  // node, box
  qreal zoom_ = 1;
  QPoint dragFrom_, dragScroll_;
  bool dragging_ = false;
};

}  // namespace lw
