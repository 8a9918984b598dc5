// One more pane with the scheduled program or a lowered stage, of the shown state or of a row of the trace of its own,
// so that two of them stand side by side.
#pragma once

#include <optional>

#include "app/services/workbench.h"
#include "app/window/code/code_panes.h"
#include "views/lowered/lowered_view.h"
#include "views/widgets/pane.h"

namespace lw {

class ExtraPane : public Pane {
  Q_OBJECT

 public:
  enum class Kind : uint8_t { Scheduled, Lowered };
  ExtraPane(Kind kind, const QString& name, Workbench& workbench, CodePanes& texts);
  Kind kind() const { return kind_; }
  void setTheme(const Theme& theme);
  // The row of the trace that is shown; none: always the one that the window shows.
  void setNode(std::optional<int> node);
  std::optional<int> node() const { return node_; }
  void setLocked(bool locked);  // it stays as it is: neither another state nor the selection
  bool locked() const { return lock_->isChecked(); }
  CodeView* text() const { return frame_->view(); }
  LoweredView* lowered() const { return lowered_; }  // nullptr: it shows the scheduled program
  QToolButton* chooser() const { return chooser_; }
  QToolButton* lock() const { return lock_; }

  void showProgram();  // there is another one, or other states are ready
  void showStages(const Stages& stages, const QString& why);
  void showSelection();
  CodeContent content() const;

 Q_SIGNALS:
  void closeRequested();
  void nodeChanged();

 private:
  void fillMenu(QMenu* menu);
  void showLabel();
  QString labelOf(int node) const;
  std::shared_ptr<const OtherState> state() const;  // of the chosen row; nullptr: not ready, or none is chosen

  Kind kind_;
  Workbench& workbench_;
  CodeFrame* frame_;
  LoweredView* lowered_ = nullptr;
  QToolButton *chooser_, *lock_;
  std::optional<int> node_;
  bool followed_ = false;                        // before it was locked
  std::shared_ptr<const StageProgram> program_;  // of the text of a scheduled program
  std::shared_ptr<const OtherState> shown_;
};

}  // namespace lw
