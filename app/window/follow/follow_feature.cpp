#include "app/window/follow/follow_feature.h"

#include <QAction>
#include <QMenu>

#include "app/models/support/services.h"
#include "app/services/follow/following.h"
#include "app/window/code/code_feature.h"
#include "app/window/loop_tree/loop_tree_feature.h"
#include "app/window/window_context.h"

namespace lw {

FollowFeature::FollowFeature(WindowContext& window) : Feature(window), bar_(new FollowBar) {
  addToTop(bar_, TopPlace::ToolRow, 2);
  addAction(MenuSection::ViewSession, tr("Follow a s&ession…"), "", [this] { openDialog(); });
  Following* following = services_.get<Following>();
  QMenu* followed = addMenu(MenuSection::ViewSession, tr("Followed sess&ion"));
  take_ = followed->addAction(tr("&Take over"), this, [following] {
    if (following->state().control == FollowState::Control::Person)
      following->giveBack();
    else
      following->takeOver();
  });
  latest_ = followed->addAction(tr("Show the &latest state"), this, [following] { following->showLatest(); });
  detach_ = followed->addAction(tr("&Stop following"), this, [following] { following->detach(); });
  setHelp("serve", bar_);
}

void FollowFeature::connectFeatures() {
  Following* following = services_.get<Following>();
  connect(following, &Following::changed, this, &FollowFeature::showState);
  connect(following, &Following::changed, &window_, &WindowContext::refreshActions);
  connect(following, &Following::refused, this, [this, following](const QString& why) {
    if (following->state().phase != FollowState::Phase::None) return bar_->setRefusal(why);
    window_.say(why);
    openDialog();
    dialog_->setRefusal(why);
  });
  connect(following, &Following::found, this, [this](const std::vector<FollowChoice>& choices) {
    if (dialog_) dialog_->setChoices(choices);
  });
  connect(bar_, &FollowBar::takeRequested, following, &Following::takeOver);
  connect(bar_, &FollowBar::giveRequested, following, &Following::giveBack);
  connect(bar_, &FollowBar::undoRequested, following, &Following::undo);
  connect(bar_, &FollowBar::latestRequested, following, &Following::showLatest);
  connect(bar_, &FollowBar::detachRequested, following, &Following::detach);
  connect(bar_, &FollowBar::unpinRequested, following, &Following::unpin);
}

void FollowFeature::openDialog() {
  if (dialog_) dialog_->close();
  dialog_ = new SessionsDialog(window_.window());
  dialog_->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog_, &SessionsDialog::refreshRequested, services_.get<Following>(), &Following::seek);
  connect(dialog_, &SessionsDialog::chosen, services_.get<Following>(), &Following::follow, Qt::QueuedConnection);
  dialog_->open();
  services_.get<Following>()->seek();
}

// The text of a followed document is the session's: it is fixed.
void FollowFeature::showState() {
  const FollowState& state = services_.get<Following>()->state();
  bar_->setState(state);
  CodeFeature& code = window_.feature<CodeFeature>();
  const bool follows = state.phase == FollowState::Phase::Following;
  code.written()->setReadOnly(follows);
  if (follows && !followed_) code.showScheduled(true);
  followed_ = follows;
  std::set<LoopId> pinned;
  for (const FollowPin& pin : state.pins) pinned.insert(pin.loop);
  window_.feature<LoopTreeFeature>().tree()->picture().setPinned(std::move(pinned));
}

void FollowFeature::addPinTo(QMenu& menu) {
  Following* following = services_.get<Following>();
  const std::optional<FollowPin> selected = following->selectedLoop();
  if (!selected) return;
  const LoopId loop = selected->loop;
  menu.addSeparator();
  if (following->isPinned(loop)) {
    menu.addAction(tr("Unpin in the session: %1").arg(selected->name), this,
                   [following, loop] { following->unpin(loop); });
    return;
  }
  menu.addAction(tr("Pin in the session: %1").arg(selected->name), this, [following, loop] { following->pin(loop); })
      ->setToolTip(tr("Steps of %1 that touch this loop are refused").arg(following->state().client));
}

void FollowFeature::setTheme(const Theme& theme) { bar_->setTheme(theme); }

void FollowFeature::refreshActions() {
  const FollowState& state = services_.get<Following>()->state();
  const bool follows = state.phase == FollowState::Phase::Following;
  take_->setEnabled(follows && state.control != FollowState::Control::Requested);
  take_->setText(state.control == FollowState::Control::Person ? tr("&Give back") : tr("&Take over"));
  latest_->setEnabled(follows && state.looksBack);
  detach_->setEnabled(state.phase != FollowState::Phase::None);
}

}  // namespace lw
