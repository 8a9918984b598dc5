// What the pane shows. As it is, how many steps the shown state has.
#pragma once

#include "app/window/feature.h"

class QLabel;

namespace lw {

class @Name@Feature : public Feature {
  Q_OBJECT

 public:
  explicit @Name@Feature(WindowContext& window);
  void connectFeatures() override;

 private:
  void show();

  QLabel* words_;
};

}  // namespace lw
