// Panes that the user opens in addition to the default ones, and the locks that keep the content of panes.
#pragma once

#include "app/window/extra_panes/extra_panes.h"
#include "app/window/feature.h"

namespace lw {

class ExtraPanesFeature : public Feature {
  Q_OBJECT

 public:
  explicit ExtraPanesFeature(WindowContext& window);
  ExtraPanes* panes() { return &panes_; }

  void connectFeatures() override;
  void restore() override;
  void setTheme(const Theme& theme) override { panes_.setTheme(theme); }
  void save() override;
  void saveLayout(QJsonObject& layout) const override;
  void restoreLayout(const QJsonObject& layout) override;

 private:
  void lockPane();

  ExtraPanes panes_;
};

}  // namespace lw
