// Paints one node of the loop tree in the coordinates of the layout. Items, exported pictures and the minimap use it.
#pragma once

#include <QCoreApplication>
#include <QPainter>

#include "app/models/runs/loop_tree_badge.h"
#include "core/support/explanation.h"
#include "views/loop_tree/loop_tree_layout.h"

namespace lw {

// The state of a node that is painted in addition to its content.
struct NodeLook {
  bool selected = false, hovered = false, conflict = false;
  enum class Drop : uint8_t { None, Checking, Legal, Refused, Dragged };
  Drop drop = Drop::None;            // while something is dragged
  bool underDrag = false;            // the drag is over this node
  QString becomes;                   // the result of the previewed step, or a difference; empty: unchanged
  bool difference = false;           // `becomes` is a difference from another state
  std::string buffer;                // selected: its name is bold
  bool pinned = false;               // a loop that a followed session does not change
  const TreeBadge* badge = nullptr;  // of a block; nullptr: there are no counters
  std::vector<QRectF> covered;       // boxes of the loops inside that hide what is below them
};

class LoopTreePainter {
  Q_DECLARE_TR_FUNCTIONS(lw::LoopTreePainter)

 public:
  LoopTreePainter(const LoopTree& tree, const TreeStyle& style, const TreeLayout& layout, TreeMetric metric)
      : tree_(tree), style_(style), layout_(layout), metric_(metric) {}
  void paint(QPainter& painter, int index, const TreeBox& box, const NodeLook& look) const;
  // Paints the band at the right that shows the distribution of the work.
  void paintHeat(QPainter& painter, int index) const;
  void paintWitness(QPainter& painter, const QRectF& place, const Witness& witness) const;
  TreeMetric metric() const { return metric_; }
  QColor heatOf(const LoopTreeNode& node) const;

 private:
  void drawAt(QPainter& painter, qreal x, qreal middle, const QString& text, const QFont& font,
              const QFontMetricsF& size, const QColor& ink) const;
  void paintLoop(QPainter& painter, const LoopTreeNode& node, const TreeBox& box, const NodeLook& look) const;
  qreal paintPin(QPainter& painter, qreal x, qreal middle) const;
  qreal paintSign(QPainter& painter, const LoopTreeNode& node, const QPointF& at) const;
  void paintBlock(QPainter& painter, const LoopTreeNode& node, const TreeBox& box, const NodeLook& look) const;
  void paintStatement(QPainter& painter, const LoopTreeNode& node, const TreeBox& box) const;
  qreal paintBecomes(QPainter& painter, const NodeLook& look, qreal x, qreal middle, qreal room) const;
  qreal paintChip(QPainter& painter, const LoopTreeNode& node, qreal x, qreal middle, qreal room) const;
  qreal paintBadge(QPainter& painter, const TreeBadge& badge, qreal x, qreal middle) const;
  void paintCost(QPainter& painter, const LoopTreeNode& node, qreal from, qreal middle) const;
  void paintBar(QPainter& painter, const LoopTreeNode& node, const QRectF& track) const;
  void paintLadder(QPainter& painter, const LoopTreeNode& node, const QRectF& track) const;
  void paintBuffers(QPainter& painter, const LoopTreeNode& node, const QRectF& header,
                    const std::string& selected) const;
  void paintMark(QPainter& painter, const QRectF& header, const NodeLook& look, bool dashed) const;
  void paintNarrowWitness(QPainter& painter, const QRectF& room, const Witness& witness) const;
  void paintPoint(QPainter& painter, const QRectF& place, const QString& number, const Witness::Point& point,
                  const Witness::Point& other) const;

  const LoopTree& tree_;
  const TreeStyle& style_;
  const TreeLayout& layout_;
  TreeMetric metric_;
};

}  // namespace lw
