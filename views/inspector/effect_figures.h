// Estimates before and after a step, one a line, with numbers and units in columns.
#pragma once

#include <QWidget>

#include "app/models/offers/next_step.h"

namespace lw {

class EffectFigures : public QWidget {
  Q_OBJECT

 public:
  explicit EffectFigures(QWidget* parent = nullptr);
  void setFigures(const std::vector<EffectFigure>& figures);  // hidden if empty
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }
  // Where the numbers end, from the left; the units follow them. The second is that of the numbers after the step.
  std::pair<int, int> numberEnds() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  int widest(bool unit) const;

  std::vector<EffectFigure> figures_;
};

}  // namespace lw
