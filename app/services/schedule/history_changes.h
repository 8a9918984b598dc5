// Moves between the states of the history and changes it, through the queue of changes. Changing, leaving out, moving
// or switching an action creates a variant besides the old one: the later actions are replayed, and those that fail are
// kept there with the reason.
#pragma once

#include <functional>

#include "app/models/schedule/history_editor.h"
#include "core/session/replan.h"

namespace lw {

class Document;
class JobRunner;
class Messages;
class ProgramUpdates;
class SelectionModel;

class HistoryChanges : public HistoryEditor {
  Q_OBJECT

 public:
  HistoryChanges(Document& document, ProgramUpdates& program, SelectionModel& selection, Messages& messages,
                 JobRunner& jobs);

  void undo() override;
  void redo() override;
  void goTo(int node) override;
  std::vector<int> shownPath() const override;
  void rename(int node, const QString& name) override;
  void annotate(int node, const QString& note) override;
  void mark(int node, bool bookmark) override;
  void removeVariant(int node) override;
  void editStep(int node, const QString& call) override;
  void leaveOut(int node) override;
  void moveStep(int node, int by) override;
  void switchStep(int node, bool off) override;

 private:
  using PlanChange = std::function<bool(std::vector<PlannedStep>& plan)>;
  void note(std::function<void(History&)> change);
  void moveTo(int node, int acted);
  bool holds(int node) const;  // the node is an action, not the source
  void changePlan(const QString& what, int node, PlanChange change);
  void take(const QString& what, bool kept, int oldTip, const Replan& made);

  Document& document_;
  ProgramUpdates& program_;
  SelectionModel& selection_;
  Messages& messages_;
  JobRunner& jobs_;
};

}  // namespace lw
