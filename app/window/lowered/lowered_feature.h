// The lowered pane: the stages from the schedule to machine code.
#pragma once

#include <optional>
#include <set>

#include "app/window/feature.h"
#include "views/code/code_content.h"
#include "views/lowered/lowered_view.h"

class QToolButton;

namespace lw {

class PaneLock;

class LoweredFeature : public Feature {
  Q_OBJECT

 public:
  explicit LoweredFeature(WindowContext& window);
  LoweredView* view() const { return lowered_; }
  Pane* pane() const { return pane_; }
  // The stages of machine code that the pane shows, of the shown state or of the state of `node`.
  std::set<std::string> wantedStages(std::optional<int> node) const;

  void connectFeatures() override;
  void restore() override;
  void start() override;
  void setTheme(const Theme& theme) override;
  void save() override;
  void saveLayout(QJsonObject& layout) const override;
  void restoreLayout(const QJsonObject& layout) override;

 private:
  void buildPane();
  void showProgram();
  void showModel();
  void showComparison();
  void showSelection();
  CodeContent content() const;

  LoweredView* lowered_;
  Pane* pane_;
  QToolButton *diff_, *compared_;
  PaneLock* lock_;
};

}  // namespace lw
