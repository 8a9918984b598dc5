// The context menu of a row of the trace.
#include <QApplication>
#include <QClipboard>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <algorithm>

#include "app/services/document/document.h"
#include "app/services/lowering/state_comparison.h"
#include "app/services/lowering/states_proof.h"
#include "app/services/program/selection_model.h"
#include "app/services/runs/runs.h"
#include "app/services/schedule/history_editor.h"
#include "app/window/trace/trace_feature.h"
#include "app/window/window_context.h"
#include "core/schedule/support/provenance.h"
#include "views/trace/proof_line.h"

namespace lw {

void TraceFeature::compare(int node) {
  const bool stop = node < 0 || workbench_.comparison()->compared() == node;
  workbench_.comparison()->compareWith(stop ? std::nullopt : std::optional(node));
  if (!stop) window_.say(tr("Every pane now compares other states with this one; press Esc to stop"));
}

void TraceFeature::refreshActions() {
  const bool program = workbench_.document()->hasProgram();
  compare_->setEnabled(program);
  compareBefore_->setEnabled(program && workbench_.document()->history().current() > 0);
  const int shown = program ? workbench_.document()->history().current() : 0;
  prove_->setText(workbench_.comparison()->compared().value_or(shown) != shown
                      ? tr("Prove &equal to the compared state")
                      : tr("Prove &equal to the program as written"));
  prove_->setEnabled(program && shown > 0 && !workbench_.comparison()->proving());
  stopComparing_->setEnabled(program && workbench_.comparison()->compared().has_value());
}

// ---- proofs that two states are equal ----

void TraceFeature::connectProof() {
  StateComparison* states = workbench_.comparison();
  connect(states, &StateComparison::proofChanged, this, &TraceFeature::showProof);
  connect(states, &StateComparison::proofChanged, &window_, &WindowContext::refreshActions);
  connect(proofLine_, &ProofLine::stopRequested, states, &StateComparison::stopProof);
  connect(proofLine_, &ProofLine::closeRequested, states, &StateComparison::forgetProof);
  connect(proofLine_, &ProofLine::differenceRequested, this, &TraceFeature::showDifference);
}

// With the state that others are compared with; without one, with the program as written.
void TraceFeature::proveShown() {
  const int shown = workbench_.document()->history().current();
  const std::optional<int> compared = workbench_.comparison()->compared();
  workbench_.comparison()->prove(compared && *compared != shown ? *compared : 0, shown);
}

void TraceFeature::showProof() {
  const StateComparison& states = *workbench_.comparison();
  if (const auto& both = states.proving())
    return proofLine_->showRunning(tr("Proving that “%1” and “%2” are equal, for at most %3 s…")
                                       .arg(states.labelOf(both->first), states.labelOf(both->second))
                                       .arg(kProofSeconds));
  const StatesProof* found = states.proof();
  if (!found) return proofLine_->showNothing();
  using Answer = StatesProof::Answer;
  const ProofLine::Kind kind = found->answer == Answer::Equal       ? ProofLine::Kind::Good
                               : found->answer == Answer::Different ? ProofLine::Kind::Bad
                                                                    : ProofLine::Kind::Open;
  proofLine_->showAnswer(kind, found->text, found->detail, found->answer == Answer::Different);
}

// Every pane compares the second state with the first one, and what writes the other result is selected.
void TraceFeature::showDifference() {
  const StatesProof* found = workbench_.comparison()->proof();
  if (!found || !workbench_.document()->hasProgram()) return;
  const int first = found->first;
  const Selection writers = found->writers;
  if (workbench_.document()->history().current() != found->second) workbench_.history()->goTo(found->second);
  workbench_.comparison()->compareWith(first);
  workbench_.selection()->select({writers, {}});
}

void TraceFeature::openMenu(int node, const QPoint& at) {
  QMenu menu(window_.window());
  menu.addAction(tr("View this state"), [this, node] { workbench_.history()->goTo(node); });
  if (workbench_.comparison()->compared() == node)
    menu.addAction(tr("Stop comparing"), [this] { workbench_.comparison()->compareWith({}); });
  else
    menu.addAction(tr("Compare other states with this one (C)"),
                   [this, node] { Q_EMIT trace_->compareRequested(node); });
  if (const int shown = workbench_.document()->history().current(); node != shown)
    menu.addAction(tr("Prove equal to the shown state"),
                   [this, node, shown] { workbench_.comparison()->prove(node, shown); });
  else if (node > 0)
    menu.addAction(tr("Prove equal to the program as written"),
                   [this, node] { workbench_.comparison()->prove(0, node); });
  const History::Node& state = workbench_.document()->history().node(node);
  menu.addAction(state.bookmark ? tr("Remove the bookmark (B)") : tr("Set a bookmark (B)"),
                 [this, node, on = !state.bookmark] { workbench_.history()->mark(node, on); });
  fillStepMenu(menu, node);
  menu.exec(at);
}

void TraceFeature::fillStepMenu(QMenu& menu, int node) {
  const History::Node& state = workbench_.document()->history().node(node);
  if (node > 0) {
    menu.addAction(state.off ? tr("Switch on (Space)") : tr("Switch off (Space)"),
                   [this, node, off = !state.off] { workbench_.history()->switchStep(node, off); });
    menu.addAction(tr("Highlight what it made (H)"), [this, node] { highlightMade(node); });
  }
  menu.addAction(tr("Name this variant…"), [this, node] { rename(node); });
  menu.addAction(tr("Note…"), [this, node] { noteOn(node); });
  menu.addAction(tr("Find the step that broke the result"),
                 [this, node] { workbench_.runs()->findBreakingStep(node); });
  QAction* copy =
      menu.addAction(tr("Copy the steps from here on as a composite"), [this, node] { copyAsComposite(node); });
  const std::vector<int> shown = workbench_.document()->history().pathTo(workbench_.document()->history().current());
  copy->setEnabled(node > 0 && std::find(shown.begin(), shown.end(), node) != shown.end());
  QAction* remove = menu.addAction(tr("Remove this step and those after it"), [this, node] { removeFrom(node); });
  remove->setEnabled(node > 0);
}

void TraceFeature::rename(int node) {
  bool ok = false;
  const QString old = QString::fromStdString(workbench_.document()->history().node(node).name);
  const QString name =
      QInputDialog::getText(window_.window(), tr("Name the variant"), tr("Name"), QLineEdit::Normal, old, &ok);
  if (ok) workbench_.history()->rename(node, name.trimmed());
}

void TraceFeature::noteOn(int node) {
  if (!workbench_.document()->hasProgram()) return;
  bool ok = false;
  const QString old = QString::fromStdString(workbench_.document()->history().node(node).note);
  const QString note =
      QInputDialog::getMultiLineText(window_.window(), tr("A note on this state"),
                                     tr("Note (text below a line --- is for the presenter of a lecture)"), old, &ok);
  if (ok) workbench_.history()->annotate(node, note.trimmed());
}

void TraceFeature::copyAsComposite(int node) {
  const History& history = workbench_.document()->history();
  const int from = history.node(history.node(node).parent).schedule.stepCount();
  QApplication::clipboard()->setText(
      QString::fromStdString(toComposite(workbench_.document()->schedule(), from, "my_steps")));
  window_.say(
      tr("Copied a schedule function with these steps. Paste it at the end of the source to offer it as a step."));
}

void TraceFeature::openVariantMenu(int tip, int firstNode, const QPoint& at) {
  QMenu menu(window_.window());
  menu.addAction(tr("Show this variant"), [this, tip] { workbench_.history()->goTo(tip); });
  menu.addAction(tr("Compare other states with its last one"), [this, tip] { compare(tip); });
  menu.addAction(tr("Name this variant…"), [this, tip] { rename(tip); });
  menu.addAction(tr("Remove this variant…"), [this, firstNode] { removeVariant(firstNode); });
  menu.exec(at);
}

void TraceFeature::removeVariant(int firstNode) {
  const auto answer = QMessageBox::question(
      window_.window(), tr("Loopwright"), tr("Remove the steps that are only in this variant? This cannot be undone."),
      QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
  if (answer == QMessageBox::Yes) workbench_.history()->removeVariant(firstNode);
}

void TraceFeature::removeFrom(int node) {
  const auto answer =
      QMessageBox::question(window_.window(), tr("Loopwright"),
                            tr("Remove this step and all steps after it, in every variant? This cannot be undone."),
                            QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
  if (answer == QMessageBox::Yes) workbench_.history()->removeVariant(node);
}

// Highlights the parts of the shown program that the step made.
void TraceFeature::highlightMade(int node) {
  if (!workbench_.document()->hasProgram() || node <= 0) return;
  const History& history = workbench_.document()->history();
  const History::Node& state = history.node(node);
  const std::vector<int> path = history.pathTo(history.current());
  if (std::find(path.begin(), path.end(), node) == path.end())
    return window_.say(tr("This step is not part of the shown state"));
  Selection made =
      madeBySteps(history.schedule(), history.node(state.parent).schedule.stepCount(), state.schedule.stepCount());
  const auto loops = made.loops.size(), blocks = made.blocks.size();
  if (loops + blocks == 0)
    return window_.say(tr("Nothing that %1 made is left in the shown state").arg(QString::fromStdString(state.title)));
  workbench_.selection()->select({std::move(made), {}});
  window_.say(tr("%1 made or changed %2 loops and %3 blocks of the shown state")
                  .arg(QString::fromStdString(state.title))
                  .arg(loops)
                  .arg(blocks));
}

}  // namespace lw
