// Moves between the states of the history, and changes the history: names, notes, marks, and actions of the shown
// variant. Changing, leaving out, moving or switching an action creates a variant besides the old one: the later
// actions are replayed, and those that fail are kept there with the reason.
#pragma once

#include <QObject>
#include <functional>

#include "core/session/replan.h"

namespace lw {

class Document;
class JobRunner;
class Messages;
class SelectionModel;
class ShownProgram;

class HistoryEditor : public QObject {
  Q_OBJECT

 public:
  HistoryEditor(Document& document, ShownProgram& program, SelectionModel& selection, Messages& messages,
                JobRunner& jobs);

  void undo();
  void redo();
  void goTo(int node);
  std::vector<int> shownPath() const;  // from the source to the last state that redo reaches
  void rename(int node, const QString& name);
  void annotate(int node, const QString& note);
  void mark(int node, bool bookmark);
  void removeVariant(int node);  // with all states below it

  void editStep(int node, const QString& call);
  void leaveOut(int node);
  void moveStep(int node, int by);      // by this many places; negative: earlier
  void switchStep(int node, bool off);  // an action that is off remains as a row that is not applied

 Q_SIGNALS:
  void changed();         // rows or their annotations changed
  void variantRemoved();  // emitted before another state is shown
  void refused(const QString& call, const lw::Explanation& reason);

 private:
  using PlanChange = std::function<bool(std::vector<PlannedStep>& plan)>;
  void note(std::function<void(History&)> change);
  void moveTo(int node, int acted);
  bool holds(int node) const;  // the node is an action, not the source
  void changePlan(const QString& what, int node, PlanChange change);
  void take(const QString& what, bool kept, int oldTip, const Replan& made);

  Document& document_;
  ShownProgram& program_;
  SelectionModel& selection_;
  Messages& messages_;
  JobRunner& jobs_;
};

}  // namespace lw
