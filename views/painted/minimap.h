// The whole picture of a scrolled view in a narrow strip beside it, with the visible part. A click or a drag goes
// there. Width and height have scales of their own, because such pictures are long.
#pragma once

#include <QPixmap>
#include <QWidget>

class QPainter;

namespace lw {

struct Theme;

class Minimap : public QWidget {
  Q_OBJECT

 public:
  explicit Minimap(QWidget* view);
  void contentChanged();
  virtual bool wanted() const = 0;   // the picture is so much larger than the pane that the strip helps
  virtual QRectF sight() const = 0;  // the visible part, in this widget

 protected:
  virtual QSizeF whole() const = 0;  // the size of the picture
  virtual const Theme& colors() const = 0;
  virtual void drawContent(QPainter& painter) const = 0;  // what changes only with the picture
  virtual void drawMarks(QPainter&) const {}              // what changes with the selection
  virtual void goTo(const QPointF& centre) = 0;           // in the picture
  QRectF placed(const QRectF& box) const;                 // a part of the picture, in this widget
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  QPointF scale() const;
  QPixmap content_;
};

}  // namespace lw
