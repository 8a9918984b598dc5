// The choices of floating-point arithmetic: a menu, and a button beside the target.
#pragma once

#include "app/window/arithmetic/float_choices.h"
#include "app/window/feature.h"

namespace lw {

class ArithmeticFeature : public Feature {
  Q_OBJECT

 public:
  explicit ArithmeticFeature(WindowContext& window);
  FloatChoices* choices() const { return choices_; }
  void connectFeatures() override;

 private:
  FloatChoices* choices_;
};

}  // namespace lw
