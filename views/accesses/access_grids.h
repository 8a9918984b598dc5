// The grids of the access view. They show all elements at once, or larger cells, where each memory is shown in its own
// part of the area and scrolls to the accessed elements. A lens enlarges small cells under the mouse.
#pragma once

#include <QPointer>
#include <QWidget>

#include "views/accesses/access_lens.h"

namespace lw {

class AccessGrids : public QWidget {
  Q_OBJECT

 public:
  explicit AccessGrids(Playback* playback, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setEmptyText(const QString& text);
  const Theme& theme() const { return theme_; }
  const AccessLayout& layout();
  // Enlarges the cells by `steps`, or shrinks them, at most until all cells are visible; the cell at `fixed` does not
  // move.
  void enlarge(int steps, const QPointF& fixed = {-1, -1});
  void showAll();
  bool showsAll() const { return requestedCell_ == 0; }
  AccessLens* lens() const { return lens_; }  // nullptr before the first use

 Q_SIGNALS:
  void stepRequested(int by);
  void playRequested();
  void breakpointRequested(int direction);
  void enlarged();

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  QSize minimumSizeHint() const override { return {220, 90}; }

 private:
  QRectF area() const { return QRectF(rect()).adjusted(2, 0, -2, -4); }
  const AccessGrid* gridAt(const QPointF& place);
  void scroll(int memory, const QPointF& pixels);
  void follow();
  void changed();
  void showLens(const QPointF& place);
  void hideLens();
  QStringList factsOf(int memory, int64_t element);

  Theme theme_;
  Playback* playback_;
  AccessLayout all_, layout_;
  bool laid_ = false;
  double requestedCell_ = 0;        // side of a cell; 0: the largest at which all cells are visible
  std::map<int, QPointF> corners_;  // column and row of the first visible cell, by memory
  // The cell that the wheel zooms at. While a whole memory is visible, the cell cannot stay under the mouse; it returns
  // there when the cells are larger.
  struct Held {
    QPointF at{-1, -1}, place;  // pixels; column and row
    int memory = -1;
  } held_;
  QPointF dragged_;  // last position of the mouse
  int draggedMemory_ = -1;
  QPointer<AccessLens> lens_;  // child of the window, so that it may be larger than the grids
  QString empty_;
};

}  // namespace lw
