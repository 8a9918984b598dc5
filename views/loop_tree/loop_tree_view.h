// The loop tree view: shows a LoopTree and the selection, with zoom; reports selection changes, drags and requests for
// the context menu.
#pragma once

#include <QGraphicsView>

#include "views/loop_tree/loop_tree_scene.h"

class QLabel;

namespace lw {

class LoopTreeDrag;
class LoopTreeMinimap;

class LoopTreeView : public QGraphicsView {
  Q_OBJECT

 public:
  explicit LoopTreeView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setTree(LoopTree tree);
  // Shows a text instead of a tree: a title, a sentence, and links below them ("<a href='…'>…</a>"), which Tab reaches.
  void setEmptyText(const QString& title, const QString& what, const QString& links = {});
  void setSelection(const LinkedSelection& selection, bool reveal);
  // Marks the loops and blocks that a refusal names, and shows its two iterations below; empty: none.
  void setConflict(const std::vector<LoopId>& loops, const std::vector<BlockId>& blocks,
                   const std::optional<Witness>& witness = {});
  void setFlowsShown(bool shown);
  void setAnimated(bool animated) { animated_ = animated; }
  void setZoom(qreal zoom);  // 1: as large as the texts of the window
  void zoomBy(int steps);
  // Writes .svg, or a bitmap at twice the size. Returns false if the file cannot be written.
  bool exportPicture(const QString& path);

  const LoopTree& tree() const { return scene_.tree(); }
  const LoopTreeScene& picture() const { return scene_; }
  LoopTreeScene& picture() { return scene_; }
  LoopTreeDrag* drag() const { return drag_; }
  LoopTreeMinimap* minimap() const { return minimap_; }
  qreal zoom() const { return zoom_; }
  bool animated() const { return animated_; }
  // The header of a loop or the box of a block, in coordinates of the viewport.
  QRect rectOf(LoopId loop) const { return rectOfNode(tree().find(loop)); }
  QRect rectOf(BlockId block) const { return rectOfNode(tree().find(block)); }
  QRect rectOfNode(int index) const;

 Q_SIGNALS:
  void picked(const lw::LinkedSelection& selection);
  void menuRequested(const QPoint& globalPosition);
  void activated(const QPoint& globalPosition);  // double click or Enter
  void stepKeyPressed(QChar key);                // a letter typed while a node is selected
  void zoomed(qreal zoom);
  void flowsToggled(bool shown);
  void linkActivated(const QString& link);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;

 private:
  void relayout();
  void placeLinks();
  int nodeAt(const QPoint& position) const { return scene_.nodeAt(mapToScene(position)); }
  std::string bufferAt(const QPoint& position) const;
  void pick(int index, bool add);
  void pickThrough(int index);  // selects all loops from the current node to this one
  void choose(const LinkedSelection& selection);
  void step(int from, int by, bool add);
  bool moveByKey(QKeyEvent* event);
  void reveal(int index);
  void describe();

  LoopTreeScene scene_;
  LoopTreeDrag* drag_;
  LoopTreeMinimap* minimap_;
  QString emptyTitle_, emptyText_;
  QLabel* emptyLinks_;
  LinkedSelection selection_;
  qreal zoom_ = 1;
  bool animated_ = false;
};

}  // namespace lw
