// The appearance of the window: themes, colours for colour-blind users, and the language.
#pragma once

#include "app/window/feature.h"

namespace lw {

class AppearanceFeature : public Feature {
  Q_OBJECT

 public:
  explicit AppearanceFeature(WindowContext& window);
  void setTheme(const Theme& theme) override;

 private:
  void addThemes();
  void addColours();
  void addLanguages();

  std::vector<QAction*> themes_;
};

}  // namespace lw
