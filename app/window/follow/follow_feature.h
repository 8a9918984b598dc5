// Following a session of `lw serve`: the dialog that chooses one, the line above the panes, and pins on loops.
#pragma once

#include <QPointer>

#include "app/window/feature.h"
#include "views/follow/follow_bar.h"
#include "views/follow/sessions_dialog.h"

class QMenu;

namespace lw {

class FollowFeature : public Feature {
  Q_OBJECT

 public:
  explicit FollowFeature(WindowContext& window);
  void connectFeatures() override;
  void setTheme(const Theme& theme) override;
  void refreshActions() override;
  FollowBar* bar() const { return bar_; }
  SessionsDialog* dialog() const { return dialog_; }  // nullptr: it is not shown
  void openDialog();
  void addPinTo(QMenu& menu);  // for the selected loop, while a session is followed

 private:
  void showState();

  FollowBar* bar_;
  QPointer<SessionsDialog> dialog_;
  bool followed_ = false;  // when the state was shown last
  QAction *take_, *latest_, *detach_;
};

}  // namespace lw
