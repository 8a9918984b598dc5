#include "app/services/schedule/history_changes.h"

#include <algorithm>

#include "app/models/document/change_queue.h"
#include "app/models/document/document.h"
#include "app/models/document/messages.h"
#include "app/models/program/selection_model.h"
#include "app/models/support/job_runner.h"
#include "app/services/program/program_updates.h"

namespace lw {

HistoryChanges::HistoryChanges(Document& document, ProgramUpdates& program, SelectionModel& selection,
                               Messages& messages, JobRunner& jobs)
    : document_(document), program_(program), selection_(selection), messages_(messages), jobs_(jobs) {}

// `acted`: the node whose action was undone, redone or clicked.
void HistoryChanges::moveTo(int node, int acted) {
  History& history = document_.workspace().history;
  if (node < 0 || node >= history.size() || history.node(node).removed || node == history.current()) return;
  const Schedule before = history.schedule();
  history.goTo(node);
  if (const int parent = history.node(acted).parent; parent >= 0)
    program_.follow(history.node(parent).schedule, history.node(acted).schedule);
  const bool there = selection_.move(before, history.schedule());
  program_.show();
  if (!there) messages_.say(tr("The selection does not exist in this state"));
}

void HistoryChanges::goTo(int node) {
  if (!document_.changes()->allows(PersonChange::Look)) return;
  document_.changes()->run([this, node] {
    if (document_.hasProgram() && node >= 0 && node < document_.history().size()) moveTo(node, node);
  });
}

void HistoryChanges::undo() {
  if (!document_.changes()->allows(PersonChange::Undo)) return;
  document_.changes()->run([this] {
    if (!document_.hasProgram() || !document_.history().canUndo()) return;
    const History& history = document_.history();
    const int undone = history.current();
    messages_.say(tr("Undone: %1").arg(QString::fromStdString(history.node(undone).title)));
    moveTo(history.node(undone).parent, undone);
  });
}

void HistoryChanges::redo() {
  if (!document_.changes()->allows(PersonChange::Redo)) return;
  document_.changes()->run([this] {
    if (!document_.hasProgram() || !document_.history().canRedo()) return;
    const History& history = document_.history();
    const int next = history.node(history.current()).lastChild;
    messages_.say(tr("Redone: %1").arg(QString::fromStdString(history.node(next).title)));
    moveTo(next, next);
  });
}

std::vector<int> HistoryChanges::shownPath() const {
  if (!document_.hasProgram()) return {};
  const History& history = document_.history();
  std::vector<int> path = history.pathTo(history.current());
  for (int next = history.node(path.back()).lastChild; next >= 0; next = history.node(next).lastChild)
    path.push_back(next);
  return path;
}

void HistoryChanges::note(std::function<void(History&)> change) {
  document_.changes()->run([this, change = std::move(change)] {
    if (!document_.hasProgram()) return;
    change(document_.workspace().history);
    Q_EMIT changed();
  });
}

void HistoryChanges::rename(int node, const QString& name) {
  if (!document_.changes()->allows(PersonChange::Schedule)) return;
  note([node, name = name.toStdString()](History& history) { history.rename(node, name); });
}

void HistoryChanges::annotate(int node, const QString& note) {
  this->note([node, text = note.toStdString()](History& history) { history.annotate(node, text); });
}

void HistoryChanges::mark(int node, bool bookmark) {
  note([node, bookmark](History& history) { history.mark(node, bookmark); });
}

void HistoryChanges::removeVariant(int node) {
  if (!document_.changes()->allows(PersonChange::Schedule)) return;
  document_.changes()->run([this, node] {
    if (!document_.hasProgram()) return;
    History& history = document_.workspace().history;
    const Schedule before = history.schedule();
    history.remove(node);
    Q_EMIT variantRemoved();
    selection_.move(before, history.schedule());
    program_.show();
  });
}

bool HistoryChanges::holds(int node) const {
  return document_.hasProgram() && node > 0 && node < document_.history().size();
}

void HistoryChanges::editStep(int node, const QString& call) {
  changePlan(tr("Changed to %1").arg(call), node,
             [node, call = call.trimmed().toStdString()](std::vector<PlannedStep>& plan) {
               return changeStep(plan, node, call);
             });
}

void HistoryChanges::leaveOut(int node) {
  if (!holds(node)) return;
  changePlan(tr("Removed %1").arg(QString::fromStdString(document_.history().node(node).title)), node,
             [node](std::vector<PlannedStep>& plan) { return dropStep(plan, node); });
}

void HistoryChanges::moveStep(int node, int by) {
  if (!holds(node)) return;
  changePlan(tr("Moved %1").arg(QString::fromStdString(document_.history().node(node).title)), node,
             [node, by](std::vector<PlannedStep>& plan) { return lw::moveStep(plan, node, by); });
}

void HistoryChanges::switchStep(int node, bool off) {
  if (!holds(node)) return;
  const QString title = QString::fromStdString(document_.history().node(node).title);
  changePlan(off ? tr("Switched off %1").arg(title) : tr("Switched on %1").arg(title), node,
             [node, off](std::vector<PlannedStep>& plan) { return lw::switchStep(plan, node, off); });
}

void HistoryChanges::changePlan(const QString& what, int node, PlanChange change) {
  if (!document_.changes()->allows(PersonChange::Schedule)) return;
  document_.changes()->enqueue([this, what, node, change = std::move(change)] {
    const int tip = document_.hasProgram() ? shownPath().back() : 0;
    std::vector<PlannedStep> plan =
        document_.hasProgram() ? planOf(document_.history(), tip) : std::vector<PlannedStep>();
    if (plan.empty() || !change(plan)) return document_.changes()->finished();
    const bool kept = std::any_of(plan.begin(), plan.end(), [node](const PlannedStep& s) { return s.node == node; });
    jobs_.run<std::shared_ptr<Replan>>(
        Channel::Step,
        [workspace = document_.workspace(), tip, plan = std::move(plan)](const Stop&) {
          return std::make_shared<Replan>(replan(workspace, tip, plan));
        },
        [this, what, kept, tip](std::shared_ptr<Replan> made) {
          take(what, kept, tip, *made);
          document_.changes()->finished();
        });
  });
}

// If the changed action itself is refused, the variant does not change. `kept`: the action is the first of `made`, as
// it was not left out.
void HistoryChanges::take(const QString& what, bool kept, int oldTip, const Replan& made) {
  History& history = document_.workspace().history;
  if (kept && !made.nodes.empty() && !made.nodes.front().lost.empty()) {
    Explanation why;
    why.message = made.nodes.front().lost;
    const QString call = QString::fromStdString(made.nodes.front().title);
    messages_.addStepProblems({problemOf(call, why)});
    messages_.publish();
    return Q_EMIT refused(call, why);
  }
  const Schedule before = history.schedule();
  const int tip = grow(history, made, oldTip);
  std::vector<Problem> lost;
  for (const int node : history.pathTo(tip)) {
    const History::Node& step = history.node(node);
    if (step.lost.empty()) continue;
    lost.insert(lost.begin(), problemOf(Problem::Severity::Warning, QString::fromStdString(step.title),
                                        tr("no longer applies: %1").arg(QString::fromStdString(step.lost))));
  }
  messages_.addStepProblems(lost);
  messages_.publish();
  selection_.move(before, history.schedule());
  program_.show();
  messages_.say(made.droppedSteps() == 0
                    ? tr("%1; all later steps still apply").arg(what)
                    : tr("%1; %n later step(s) no longer apply", nullptr, made.droppedSteps()).arg(what));
}

}  // namespace lw
