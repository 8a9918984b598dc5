// The whole graph beside its picture, if it is larger than the pane: kinds, the visible part, what a search finds. A
// click or a drag goes there.
#pragma once

#include <QPixmap>
#include <QWidget>

namespace lw {

class GraphView;

class GraphMinimap : public QWidget {
  Q_OBJECT

 public:
  static constexpr int kWidth = 84;
  explicit GraphMinimap(GraphView* view);
  void contentChanged();
  bool wanted() const;   // the picture is larger than the pane
  QRectF sight() const;  // the visible part, in this widget

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  QRectF placed(const QRectF& box) const;
  void drawContent();
  void goTo(const QPointF& position);

  GraphView* view_;
  QPixmap content_;
};

}  // namespace lw
