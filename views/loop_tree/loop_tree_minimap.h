// A program that is longer than its pane, all of it in a strip: where the work is, and which part is in sight. A click
// or a drag goes there.
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
  bool wanted() const;   // the program is long enough for one
  QRectF sight() const;  // the part in sight, in this widget

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
