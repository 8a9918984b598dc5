// Changing what was done: one action of the shown variant changed, left out or moved.
#include <algorithm>

#include "app/services/workbench.h"

namespace lw {

void Workbench::editStep(int node, const QString& call) {
  changePlan(tr("changed to %1").arg(call), node,
             [node, call = call.trimmed().toStdString()](std::vector<PlannedStep>& plan) {
               return changeStep(plan, node, call);
             });
}

void Workbench::leaveOut(int node) {
  if (!hasProgram() || node <= 0 || node >= history().size()) return;
  changePlan(tr("left out %1").arg(QString::fromStdString(history().node(node).title)), node,
             [node](std::vector<PlannedStep>& plan) { return dropStep(plan, node); });
}

void Workbench::moveStep(int node, int by) {
  if (!hasProgram() || node <= 0 || node >= history().size()) return;
  changePlan(tr("moved %1").arg(QString::fromStdString(history().node(node).title)), node,
             [node, by](std::vector<PlannedStep>& plan) { return lw::moveStep(plan, node, by); });
}

void Workbench::switchStep(int node, bool off) {
  if (!hasProgram() || node <= 0 || node >= history().size()) return;
  const QString title = QString::fromStdString(history().node(node).title);
  changePlan(off ? tr("switched off %1").arg(title) : tr("switched on %1").arg(title), node,
             [node, off](std::vector<PlannedStep>& plan) { return lw::switchStep(plan, node, off); });
}

void Workbench::changePlan(const QString& what, int node, PlanChange change) {
  enqueue([this, what, node, change = std::move(change)] {
    const int tip = hasProgram() ? shownPath().back() : 0;
    std::vector<PlannedStep> plan = hasProgram() ? planOf(history(), tip) : std::vector<PlannedStep>();
    if (plan.empty() || !change(plan)) return finished();
    const bool kept = std::any_of(plan.begin(), plan.end(), [node](const PlannedStep& s) { return s.node == node; });
    worker_.run<std::shared_ptr<Replan>>(
        Worker::kStep,
        [workspace = session_->workspace(), tip, plan = std::move(plan)](const Stop&) {
          return std::make_shared<Replan>(replan(workspace, tip, plan));
        },
        [this, document = document_, what, kept, tip](std::shared_ptr<Replan> made) {
          if (document != document_) return;
          takeReplan(what, kept, tip, *made);
          finished();
        });
  });
}

// A change that is refused itself is no change: the variant stays as it is. (Its action comes first, unless it was left
// out.)
void Workbench::takeReplan(const QString& what, bool kept, int oldTip, const Replan& made) {
  History& history = session_->workspace().history;
  if (kept && !made.nodes.empty() && !made.nodes.front().lost.empty()) {
    Explanation why;
    why.message = made.nodes.front().lost;
    const QString call = QString::fromStdString(made.nodes.front().title);
    stepProblems_.insert(stepProblems_.begin(), problemOf(call, why));
    Q_EMIT problemsChanged();
    return Q_EMIT stepRefused(call, why);
  }
  const Schedule before = history.schedule();
  const int tip = grow(history, made, oldTip);
  for (const int node : history.pathTo(tip)) {
    const History::Node& step = history.node(node);
    if (step.lost.empty()) continue;
    stepProblems_.insert(stepProblems_.begin(), {Problem::Severity::Warning,
                                                 QString::fromStdString(step.title),
                                                 tr("no longer fits: %1").arg(QString::fromStdString(step.lost)),
                                                 {},
                                                 {},
                                                 {},
                                                 {},
                                                 {},
                                                 {}});
  }
  Q_EMIT problemsChanged();
  moveSelection(before, history.schedule());
  show();
  Q_EMIT notice(made.droppedSteps() == 0
                    ? tr("%1; all later steps fit").arg(what)
                    : tr("%1; %n later step(s) no longer fit", nullptr, made.droppedSteps()).arg(what));
}

}  // namespace lw
