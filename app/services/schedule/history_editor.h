// Moves between the states of the history, and changes it: names, notes, marks, and actions of the shown variant. An
// action that is changed, left out, moved or switched gives a variant beside the old one: the later actions are carried
// out again, and those that do not fit stay there with the reason.
#pragma once

#include <QObject>
#include <functional>

#include "app/services/document/messages.h"
#include "app/services/program/shown_program.h"
#include "core/session/replan.h"

namespace lw {

class HistoryEditor : public QObject {
  Q_OBJECT

 public:
  HistoryEditor(Document& document, ShownProgram& program, SelectionModel& selection, Messages& messages,
                JobRunner& jobs);

  void undo();
  void redo();
  void goTo(int node);
  std::vector<int> shownPath() const;  // from the source to the tip that redo leads to
  void rename(int node, const QString& name);
  void annotate(int node, const QString& note);
  void mark(int node, bool bookmark);
  void removeVariant(int node);  // with all below it

  void editStep(int node, const QString& call);
  void leaveOut(int node);
  void moveStep(int node, int by);      // so many places later, or earlier (-1)
  void switchStep(int node, bool off);  // it stays as a row that is not carried out

 Q_SIGNALS:
  void changed();         // rows, or what is said of them
  void variantRemoved();  // before another state is shown
  void refused(const QString& call, const lw::Explanation& reason);

 private:
  using PlanChange = std::function<bool(std::vector<PlannedStep>& plan)>;
  void note(std::function<void(History&)> change);
  void moveTo(int node, int acted);
  bool holds(int node) const;  // an action, not the source
  void changePlan(const QString& what, int node, PlanChange change);
  void take(const QString& what, bool kept, int oldTip, const Replan& made);

  Document& document_;
  ShownProgram& program_;
  SelectionModel& selection_;
  Messages& messages_;
  JobRunner& jobs_;
};

}  // namespace lw
