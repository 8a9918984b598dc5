// Tuning: the pane with the controls, the pictures and the candidates of a search.
#pragma once

#include "app/models/support/deferred_call.h"
#include "app/services/tuning/tune_importance.h"
#include "app/services/tuning/tune_space_text.h"
#include "app/window/feature.h"
#include "views/tune/tune_view.h"

namespace lw {

class TargetChooser;

class TuneFeature : public Feature {
  Q_OBJECT

 public:
  explicit TuneFeature(WindowContext& window);
  TuneView* view() const { return view_; }
  Pane* pane() const { return pane_; }
  void showPane();             // with the layout for tuning, if it is hidden
  void addPinTo(QMenu& menu);  // an entry that pins the selected loop, if decisions may have made it

  void connectFeatures() override;
  void restore() override;
  void start() override;
  void save() override;
  void setTheme(const Theme& theme) override { view_->setTheme(theme); }
  void refreshActions() override;

 private:
  void addMenus();
  void connectView();
  void connectTuning();
  void startSearch();
  void pause(bool paused);
  void stop();
  bool running() const;  // a search of one of the two kinds
  void connectSizes();
  void showSizes();
  void showState();
  void showCandidates();
  void showSpace();
  void showImportance();
  void editSpace();
  QString progressWords() const;

  TargetChooser* targets_;
  TuneSpaceText spaceText_;
  TuneImportance importance_;
  TuneView* view_;
  Pane* pane_;
  QAction *start_, *pause_, *stop_;
  QString editedSpace_;  // is chosen when the text with it was read
  DeferredCall showState_{[this] { showState(); }};
};

}  // namespace lw
