// The lowered pane: the list of stages with a dot for each (filled: it changed the program) and the text of the chosen
// one, alone, against the stage before it, or against the same stage of another state of the program. A text that is
// not made yet is asked for while the pane can be seen.
#pragma once

#include <QLabel>
#include <QListView>
#include <QSplitter>
#include <set>

#include "views/code/code_frame.h"
#include "views/loop_tree/loop_tree_style.h"
#include "views/lowered/stage_model.h"
#include "views/selection/block_signs.h"
#include "views/selection/linked_selection.h"

namespace lw {

class LoweredView : public QSplitter {
  Q_OBJECT

 public:
  explicit LoweredView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  // Keeps the chosen stage where it still exists; else the lowered program is shown. `why`: shown where there are no
  // stages; empty: what will stand here.
  void setStages(Stages stages, const QString& why);
  // Everything below the selected loop belongs to it, also where the loop itself is gone.
  // `now`: it is one of the program whose stages are shown; else it is shown with the next ones.
  void setSelection(const Selection& withDescendants, const std::string& buffer, bool now = true);
  void setBlocks(const BlockSigns& signs);  // of the program; lines of blocks that it does not have carry none
  void setHideUnchanged(bool hide);
  void setMetric(TreeMetric metric);  // what stands beside the lines, where there is a choice
  // Shows what the chosen stage did, or what it has that the other state has not.
  void setDiff(bool on);
  void setOther(Stages stages);  // of the state to compare with; empty: none
  void chooseStage(const std::string& name);
  StageModel* model() const { return model_; }
  CodeView* text() const { return text_; }
  CodeFrame* frame() const { return frame_; }
  const StageText* shownStage() const { return shown_.get(); }  // whose text stands here; nullptr: none
  std::string chosenStage() const;                              // empty: none
  std::set<std::string> wantedStages() const;                   // what is seen, whether it is made or not
  bool ready() const { return shown_ && shown_ == chosen(); }   // the text is that of the chosen stage
  QListView* list() const { return list_; }
  QLabel* note() const { return note_; }  // seen where there are no stages

 Q_SIGNALS:
  void picked(const lw::LinkedSelection& selection);
  void stageChosen(const QString& state);  // what to say about the stage
  void stageRequested();  // the chosen stage is seen, and it or what it is compared with is not made yet

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void showStage();
  std::shared_ptr<const StageText> chosen() const;
  const StageText* partner() const;  // what the chosen stage is compared with; nullptr: nothing
  QString stateText() const;
  void showHighlight(bool reveal);
  std::vector<std::string> notesOf(const StageText& stage) const;
  void showSigns();
  void pickAt(int offset);
  std::vector<Span> highlighted() const;

  StageModel* model_;
  QListView* list_;
  CodeView* text_;
  CodeFrame* frame_;
  QLabel* note_;
  Selection selection_;
  std::string buffer_;
  BlockSigns signs_;
  std::string chosen_;
  std::shared_ptr<const StageText> shown_;
  Stages other_;
  bool diff_ = false, moved_ = false;  // moved_: somebody gave the list its width
  TreeMetric metric_ = TreeMetric::Operations;
};

}  // namespace lw
