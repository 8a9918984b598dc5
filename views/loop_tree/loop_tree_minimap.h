// The minimap of a program that is longer than its pane: the distribution of the work, and the visible part. A click or
// a drag scrolls the tree.
#pragma once

#include <QPixmap>
#include <QWidget>

namespace lw {

class LoopTreeView;

class LoopTreeMinimap : public QWidget {
  Q_OBJECT

 public:
  static constexpr int kWidth = 72;
  explicit LoopTreeMinimap(LoopTreeView* view);
  void contentChanged();
  bool wanted() const;   // the program is longer than the pane
  QRectF sight() const;  // the visible part, in this widget

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  qreal scale() const;
  void drawContent();
  void goTo(const QPointF& position);

  LoopTreeView* view_;
  QPixmap content_;
};

}  // namespace lw
