// One node of the loop tree as an item of its scene.
#pragma once

#include <QGraphicsItem>

namespace lw {

class LoopTreeScene;

class LoopTreeItem : public QGraphicsItem {
 public:
  LoopTreeItem(const LoopTreeScene& scene, int node);
  QRectF boundingRect() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;
  void boxMoves() { prepareGeometryChange(); }  // call before the scene assigns another box

 private:
  const LoopTreeScene& scene_;
  int node_;
};

// Arrows from blocks that write a buffer to those that read it.
class LoopTreeFlows : public QGraphicsItem {
 public:
  explicit LoopTreeFlows(const LoopTreeScene& scene);
  QRectF boundingRect() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;
  void boxesMove() { prepareGeometryChange(); }

 private:
  const LoopTreeScene& scene_;
};

}  // namespace lw
