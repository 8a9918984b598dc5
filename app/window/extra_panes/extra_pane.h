// An additional pane with the scheduled program or a lowered stage. It follows the shown state or shows a fixed row of
// the trace, and may be lowered for another target, so that two states or two targets can be seen side by side.
#pragma once

#include <optional>

#include "app/window/code/code_panes.h"
#include "views/lowered/lowered_view.h"
#include "views/widgets/pane.h"

namespace lw {

class Services;
struct OtherState;

class ExtraPane : public Pane {
  Q_OBJECT

 public:
  enum class Kind : uint8_t { Scheduled, Lowered };
  ExtraPane(Kind kind, const QString& name, const Services& services, CodePanes& texts);
  Kind kind() const { return kind_; }
  void setTheme(const Theme& theme);
  // Sets the row of the trace to show; nullopt: the state that the window shows.
  void setNode(std::optional<int> node);
  std::optional<int> node() const { return node_; }
  // Sets the target that the stages are lowered for; empty: the one that the window shows.
  void setTarget(const QString& target);
  const QString& target() const { return target_; }
  // The state that is computed for this pane alone, because it is another one or for another target.
  std::optional<int> ownNode() const;
  void setLocked(bool locked);  // a locked pane follows neither the state nor the selection
  bool locked() const { return lock_->isChecked(); }
  CodeView* text() const { return frame_->view(); }
  LoweredView* lowered() const { return lowered_; }  // nullptr if it shows the scheduled program
  QToolButton* chooser() const { return chooser_; }
  QToolButton* lock() const { return lock_; }

  void showProgram();  // for another program, or when other states are ready
  void showStages(const Stages& stages, const QString& why);
  void showSelection();
  CodeContent content() const;

 Q_SIGNALS:
  void closeRequested();
  void nodeChanged();  // or the target

 private:
  void fillMenu(QMenu* menu);
  void showLabel();
  QString labelOf(int node) const;
  std::shared_ptr<const OtherState> state() const;  // of the chosen row; nullptr: not ready, or none is chosen

  Kind kind_;
  const Services& services_;
  CodeFrame* frame_;
  LoweredView* lowered_ = nullptr;
  QToolButton *chooser_, *lock_;
  std::optional<int> node_;
  QString target_;
  bool followed_ = false;                        // before the pane was locked
  std::shared_ptr<const StageProgram> program_;  // that was printed as the text of a scheduled program
  std::shared_ptr<const OtherState> shown_;
};

}  // namespace lw
