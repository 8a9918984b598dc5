// The title of the window: the file, the function, the variant and the shown step.
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
  QString sourceWords() const;
  void showTitle();

  QLabel* title_;
};

}  // namespace lw
