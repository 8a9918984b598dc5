// The whole graph beside its picture: the kinds of operators, what a search finds, and the selected one.
#pragma once

#include "views/painted/minimap.h"

namespace lw {

class GraphView;

class GraphMinimap : public Minimap {
  Q_OBJECT

 public:
  static constexpr int kWidth = 84;
  explicit GraphMinimap(GraphView* view);
  bool wanted() const override;
  QRectF sight() const override;

 protected:
  QSizeF whole() const override;
  const Theme& colors() const override;
  void drawContent(QPainter& painter) const override;
  void drawMarks(QPainter& painter) const override;
  void goTo(const QPointF& centre) override;

 private:
  void drawBox(QPainter& painter, size_t box, const QColor& color, qreal least) const;
  GraphView* view_;
};

}  // namespace lw
