// Choosing a step: the row of steps, the menu Schedule, and the command palette.
#pragma once

#include "app/window/feature.h"
#include "core/schedule/primitive.h"
#include "views/palette/primitive_bar.h"
#include "views/palette/step_palette.h"

namespace lw {

struct TypedPreview;

class PaletteFeature : public Feature {
  Q_OBJECT

 public:
  explicit PaletteFeature(WindowContext& window);
  PrimitiveBar* bar() const { return bar_; }
  StepPalette* palette() const { return palette_; }
  void openPalette();  // Ctrl+K

  void connectFeatures() override;
  void start() override { showProgram(); }
  void setTheme(const Theme& theme) override { palette_->setTheme(theme); }
  void refreshActions() override;

 private:
  void addHint();
  void addGroupMenu(Group group);
  void fillRowEnd();
  void showProgram();
  void showPreview(const std::shared_ptr<const TypedPreview>& made);

  PrimitiveBar* bar_;
  StepPalette* palette_ = nullptr;
  QMenu *functions_, *programs_, *composites_;
};

}  // namespace lw
