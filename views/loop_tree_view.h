// The loop tree: nested boxes, painted. Shows a LoopTree and the selection; reports picks, drags and wishes for a menu.
#pragma once

#include <QAbstractScrollArea>
#include <optional>

#include "views/linked_selection.h"
#include "views/loop_tree_model.h"
#include "views/theme.h"

namespace lw {

class LoopTreeView : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit LoopTreeView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setTree(LoopTree tree);
  void setEmptyText(const QString& title, const QString& what);  // shown instead of a tree
  void setSelection(const LinkedSelection& selection, bool reveal);
  // The two places that a refusal speaks of are drawn with a mark; empty: none.
  void setConflict(const std::vector<LoopId>& loops, const std::vector<BlockId>& blocks);
  const LoopTree& tree() const { return tree_; }
  // The header of a loop or the box of a block, in coordinates of the viewport.
  QRect rectOf(LoopId loop) const;
  QRect rectOf(BlockId block) const;

 Q_SIGNALS:
  void picked(const lw::LinkedSelection& selection);
  void menuWanted(const QPoint& globalPosition);
  void activated(const QPoint& globalPosition);           // double click or Enter
  void loopDropped(lw::LoopId moved, lw::LoopId before);  // drag of one loop onto another
  void blockDropped(lw::BlockId moved, lw::LoopId under);
  void stepKey(QChar key);  // a letter typed on the selection

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;

 private:
  struct Box {
    QRect frame;   // all of it
    QRect header;  // the line to click
  };
  void relayout();
  int layoutNode(int index, int x, int y, int width);
  QStringList statementLines(const LoopTreeNode& node, int width) const;
  int blockHeight(const LoopTreeNode& node, int width) const;
  void paintNode(QPainter& painter, int index) const;
  void paintLoop(QPainter& painter, int index) const;
  void paintBlock(QPainter& painter, int index) const;
  void paintStatement(QPainter& painter, int index) const;
  void paintBuffers(QPainter& painter, const LoopTreeNode& node, int x, int baseline) const;
  QColor colorOf(const LoopTreeNode& node) const;
  bool selected(const LoopTreeNode& node) const;
  bool conflicting(const LoopTreeNode& node) const;
  int nodeAt(const QPoint& position) const;
  int current() const;
  void pick(int index, bool add);
  void reveal(int index);
  QPoint origin() const;
  QRect rectOfNode(int index) const;

  Theme theme_;
  LoopTree tree_;
  QString emptyTitle_, emptyText_;
  std::vector<Box> boxes_;
  LinkedSelection selection_;
  std::vector<LoopId> conflictLoops_;
  std::vector<BlockId> conflictBlocks_;
  int contentHeight_ = 0;
  int hovered_ = -1;
  int pressed_ = -1;
  int dropTarget_ = -1;
  QPoint pressedAt_;
  bool dragging_ = false;
};

}  // namespace lw
