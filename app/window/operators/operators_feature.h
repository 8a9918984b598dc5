// Creates a program from a topi operator.
#pragma once

#include "app/window/feature.h"

namespace lw {

class OperatorForm;

class OperatorsFeature : public Feature {
  Q_OBJECT

 public:
  explicit OperatorsFeature(WindowContext& window);
  OperatorForm* form() const { return form_; }
  void newFromOperator();
  void setTheme(const Theme& theme) override;

 private:
  OperatorForm* form_ = nullptr;  // created on first use
};

}  // namespace lw
