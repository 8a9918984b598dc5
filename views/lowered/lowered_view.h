// The lowered pane: the list of stages with a dot for each (filled: the stage changed the program), and the text of the
// chosen one, alone, compared with the previous stage, or compared with the same stage of another state. A text that is
// not ready yet is requested while the pane is visible.
#pragma once

#include <QLabel>
#include <QListView>
#include <QSplitter>
#include <QToolButton>
#include <set>

#include "app/models/lowering/stage_model.h"
#include "app/models/program/block_signs.h"
#include "app/models/program/linked_selection.h"
#include "views/code/code_frame.h"
#include "views/loop_tree/loop_tree_style.h"

namespace lw {

class LoweredView : public QSplitter {
  Q_OBJECT

 public:
  explicit LoweredView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  // Keeps the chosen stage if it still exists; otherwise shows the lowered program. `why`: shown if there are no
  // stages; empty: a text that describes the pane.
  void setStages(Stages stages, const QString& why);
  // Everything inside the selected loop belongs to it, also if the loop itself no longer exists.
  // `now`: the selection belongs to the program of the shown stages; otherwise it is shown with the next stages.
  void setSelection(const Selection& withDescendants, const std::string& buffer, bool now = true);
  void setBlocks(const BlockSigns& signs);  // of the program; lines of other blocks have no sign
  void setHideUnchanged(bool hide);
  // To a rail of dots, which have tooltips. In a narrow pane the list is folded until the user unfolds it.
  void setListFolded(bool folded);
  bool isListFolded() const { return folded_; }
  void showAgain();                   // marks and signs, after the form of the text has changed
  void setMetric(TreeMetric metric);  // of the notes beside the lines, if there are several
  // Shows the changes of the chosen stage, or its differences from the other state.
  void setDiff(bool on);
  void setOther(Stages stages);  // of the state to compare with; empty: none
  void chooseStage(const std::string& name);
  StageModel* model() const { return model_; }
  CodeView* text() const { return text_; }
  CodeFrame* frame() const { return frame_; }
  const StageText* shownStage() const { return shown_.get(); }  // whose text is shown; nullptr: none
  std::string chosenStage() const;                              // empty: none
  std::set<std::string> wantedStages() const;                   // the visible stages, ready or not
  bool ready() const { return shown_ && shown_ == chosen(); }   // the text is that of the chosen stage
  QListView* list() const { return list_; }
  QLabel* note() const { return note_; }  // visible if there are no stages

 Q_SIGNALS:
  void picked(const lw::LinkedSelection& selection);
  void stageChosen(const QString& state);  // a description of the stage
  void listFolded(bool folded);
  void stageRequested();  // the chosen stage or the one it is compared with is visible but not ready

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void showStage();
  std::shared_ptr<const StageText> chosen() const;
  const StageText* partner() const;  // the stage that the chosen one is compared with; nullptr: none
  QString stateText() const;
  void showHighlight(bool reveal);
  std::vector<std::string> notesOf(const StageText& stage) const;
  void showSigns();
  void showFold();
  void foldList(bool folded);
  void pickAt(int offset);
  std::vector<Span> highlighted() const;

  StageModel* model_;
  QListView* list_;
  QWidget* side_;
  QToolButton* fold_;
  CodeView* text_;
  CodeFrame* frame_;
  QLabel* note_;
  Selection selection_;
  std::string buffer_;
  BlockSigns signs_;
  std::string chosen_;
  std::shared_ptr<const StageText> shown_;
  Stages other_;
  int unfolded_ = 0;  // width of the list, in pixels
  bool folded_ = false;
  bool asked_ = false, narrow_ = false;  // why the list is folded: the user folded it; the pane is narrow
  bool diff_ = false, moved_ = false;    // moved_: the user set the width of the list
  TreeMetric metric_ = TreeMetric::Operations;
};

}  // namespace lw
