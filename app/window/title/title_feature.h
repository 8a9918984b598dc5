// What the window is called: the file, the function, the variant and the step that are shown.
#pragma once

#include "app/window/feature.h"

class QLabel;

namespace lw {

class TitleFeature : public Feature {
  Q_OBJECT

 public:
  explicit TitleFeature(WindowContext& window);
  void connectFeatures() override;
  void start() override { showTitle(); }

 private:
  void showTitle();

  QLabel* title_;
};

}  // namespace lw
