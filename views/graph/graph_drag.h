// A node of a graph that is dragged onto another one: it lies over the picture while the left button is held on a node,
// and shows whether the two may be joined.
#pragma once

#include <QWidget>
#include <optional>

namespace lw {

class GraphView;

class GraphDrag : public QWidget {
  Q_OBJECT

 public:
  explicit GraphDrag(GraphView* view);
  // The verdict on the node under the mouse; nothing: not known yet.
  void setAllowed(std::optional<bool> allowed);

 Q_SIGNALS:
  void movedOver(int from, int to);  // to another node, or to none (-1); -1, -1: it is put back
  void dropped(int from, int to);    // to: -1: on none

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  int nodeAt(const QPoint& position) const;
  void moveTo(const QPoint& position);
  void end();

  GraphView* view_;
  int from_ = -1, to_ = -1;  // nodes: under the press, and under the mouse
  QPoint start_, at_;
  std::optional<bool> allowed_;
};

}  // namespace lw
