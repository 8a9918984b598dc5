// The minimap of a program that is longer than its pane: its loops, and the distribution of the work.
#pragma once

#include "views/painted/minimap.h"

namespace lw {

class LoopTreeView;

class LoopTreeMinimap : public Minimap {
  Q_OBJECT

 public:
  static constexpr int kWidth = 72;
  explicit LoopTreeMinimap(LoopTreeView* view);
  bool wanted() const override;
  QRectF sight() const override;

 protected:
  QSizeF whole() const override;
  const Theme& colors() const override;
  void drawContent(QPainter& painter) const override;
  void goTo(const QPointF& centre) override;

 private:
  LoopTreeView* view_;
};

}  // namespace lw
