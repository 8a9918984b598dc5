// The lowered pane: the list of stages with a dot for each (filled: it changed the program) and the text of the chosen
// one, alone, against the stage before it, or against the same stage of another state of the program.
#pragma once

#include <QListView>
#include <QSplitter>

#include "views/code_frame.h"
#include "views/linked_selection.h"
#include "views/stage_model.h"

namespace lw {

class LoweredView : public QSplitter {
  Q_OBJECT

 public:
  explicit LoweredView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  // Keeps the chosen stage where it still exists. `why`: shown instead of the text when there are no stages.
  void setStages(std::vector<StageText> stages, const QString& why);
  // Everything below the selected loop belongs to it, also where the loop itself is gone.
  void setSelection(const Selection& withDescendants, const std::string& buffer);
  void setHideUnchanged(bool hide);
  // Shows what the chosen stage did, or what it has that the other state has not.
  void setDiff(bool on);
  void setOther(std::vector<StageText> stages);  // of the state to compare with; empty: none
  void chooseStage(const std::string& name);
  StageModel* model() const { return model_; }
  CodeView* text() const { return text_; }
  CodeFrame* frame() const { return frame_; }
  const StageText* shownStage() const { return model_->stage(list_->currentIndex().row()); }  // nullptr: there is none
  QListView* list() const { return list_; }

 Q_SIGNALS:
  void picked(const lw::LinkedSelection& selection);
  void stageChosen(const QString& state);  // what to say about the stage

 private:
  void showStage();
  const StageText* partner() const;  // what the chosen stage is compared with; nullptr: nothing
  QString stateText() const;
  void showHighlight(bool reveal);
  void pickAt(int offset);
  std::vector<Span> highlighted() const;

  StageModel* model_;
  QListView* list_;
  CodeView* text_;
  CodeFrame* frame_;
  Selection selection_;
  std::string buffer_;
  std::string chosen_;
  std::vector<StageText> other_;
  bool diff_ = false;
};

}  // namespace lw
