// The start page, over the panes while no program is open; the menu File shows it again.
#pragma once

#include <QPointer>

#include "app/models/support/deferred_call.h"
#include "app/window/feature.h"
#include "app/window/start/start_samples.h"
#include "views/start/start_page.h"

namespace lw {

class StartFeature : public Feature {
  Q_OBJECT

 public:
  explicit StartFeature(WindowContext& window);
  StartPage* page() const { return page_; }  // nullptr until it is shown first
  void connectFeatures() override;
  void setTheme(const Theme& theme) override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void follow();
  void showPage();
  void hidePage();
  void build();
  void place();
  void drawTrees();
  void openSample(int sample);
  void beginLecture();

  StartPage* page_ = nullptr;
  bool asked_ = false;  // the page was requested over an open document
  bool drawn_ = false;
  QPointer<QWidget> keysBefore_;
  DeferredCall pictures_;
};

}  // namespace lw
