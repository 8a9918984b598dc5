// Help: pages with live examples, the shortcut sheet, the tour of the window, and crash reports.
#pragma once

#include "app/window/feature.h"
#include "app/window/help/shortcut_sheet.h"
#include "views/help/help_view.h"

namespace lw {

class HelpFeature : public Feature {
  Q_OBJECT

 public:
  explicit HelpFeature(WindowContext& window);
  HelpView* view() const { return help_; }
  ShortcutSheet* sheet() const { return sheet_; }
  Tour* tour() const { return tour_; }
  void showPage();  // of the step or the pane that has the focus, otherwise the last one
  void showKeys();
  void startTour();  // on a sample of its own; the work on the open document is kept
  void tellOfCrash(const QString& report);

  void connectFeatures() override;
  void setTheme(const Theme& theme) override { help_->setTheme(theme); }

 private:
  void addMenus();
  void showTour();
  void showAbout();

  HelpView* help_ = nullptr;
  ShortcutSheet* sheet_ = nullptr;  // created on first use
  Tour* tour_ = nullptr;
};

}  // namespace lw
