// The context menu of a row of the trace.
#include <QApplication>
#include <QClipboard>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <algorithm>

#include "app/models/document/document.h"
#include "app/models/lowering/state_comparison.h"
#include "app/models/lowering/states_proof.h"
#include "app/models/program/selection_model.h"
#include "app/models/runs/runs.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/models/support/services.h"
#include "app/window/trace/trace_feature.h"
#include "app/window/window_context.h"
#include "core/schedule/support/provenance.h"
#include "views/trace/proof_line.h"

namespace lw {

void TraceFeature::compare(int node) {
  const bool stop = node < 0 || services_.get<StateComparison>()->compared() == node;
  services_.get<StateComparison>()->compareWith(stop ? std::nullopt : std::optional(node));
  if (!stop) window_.say(tr("Every pane now compares other states with this one; press Esc to stop"));
}

void TraceFeature::refreshActions() {
  const bool program = services_.get<Document>()->hasProgram();
  compare_->setEnabled(program);
  compareBefore_->setEnabled(program && services_.get<Document>()->history().current() > 0);
  const int shown = program ? services_.get<Document>()->history().current() : 0;
  prove_->setText(services_.get<StateComparison>()->compared().value_or(shown) != shown
                      ? tr("Prove &equal to the compared state")
                      : tr("Prove &equal to the program as written"));
  prove_->setEnabled(program && shown > 0 && !services_.get<StateComparison>()->proving());
  stopComparing_->setEnabled(program && services_.get<StateComparison>()->compared().has_value());
}

// ---- proofs that two states are equal ----

void TraceFeature::connectProof() {
  StateComparison* states = services_.get<StateComparison>();
  connect(states, &StateComparison::proofChanged, this, &TraceFeature::showProof);
  connect(states, &StateComparison::proofChanged, &window_, &WindowContext::refreshActions);
  connect(services_.get<Steps>(), &Steps::assumed, states, &StateComparison::prove);
  connect(proofLine_, &ProofLine::stopRequested, states, &StateComparison::stopProof);
  connect(proofLine_, &ProofLine::closeRequested, states, &StateComparison::forgetProof);
  connect(proofLine_, &ProofLine::differenceRequested, this, &TraceFeature::showDifference);
  connect(proofLine_, &ProofLine::linkChosen, this, &TraceFeature::showLink);
}

// With the state that others are compared with; without one, with the program as written.
void TraceFeature::proveShown() {
  const int shown = services_.get<Document>()->history().current();
  const std::optional<int> compared = services_.get<StateComparison>()->compared();
  services_.get<StateComparison>()->prove(compared && *compared != shown ? *compared : 0, shown);
}

void TraceFeature::showProof() {
  const StateComparison& states = *services_.get<StateComparison>();
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
  proofLine_->showChains(found->chains);
}

// Shows a state beside the other one, with the block and the loops that wrote the value of a link. `chain`: of which
// state; -1: the second one, with those of both.
void TraceFeature::showLink(int chain, int link) {
  const StatesProof* found = services_.get<StateComparison>()->proof();
  if (!found || found->chains.empty() || !services_.get<Document>()->hasProgram()) return;
  Selection made;
  QStringList words;
  for (int i = 0; i < int(found->chains.size()); ++i) {
    const ProofChain& one = found->chains[size_t(i)];
    if ((chain >= 0 && chain != i) || link >= int(one.links.size())) continue;
    const ProofLink& at = one.links[size_t(link)];
    for (const BlockId block : at.made.blocks)
      if (std::ranges::find(made.blocks, block) == made.blocks.end()) made.blocks.push_back(block);
    for (const LoopId loop : at.made.loops)
      if (std::ranges::find(made.loops, loop) == made.loops.end()) made.loops.push_back(loop);
    words << tr("“%1”: %2, %3").arg(one.label, at.element, at.words);
  }
  const int shown = chain == 0 ? found->first : found->second, other = chain == 0 ? found->second : found->first;
  const Snapshot& program = services_.get<Document>()->history().node(shown).schedule.program();
  std::erase_if(made.blocks, [&](BlockId block) { return !program.contains(block); });
  std::erase_if(made.loops, [&](LoopId loop) { return !program.contains(loop); });
  if (services_.get<Document>()->history().current() != shown) services_.get<HistoryEditor>()->goTo(shown);
  services_.get<StateComparison>()->compareWith(other);
  services_.get<SelectionModel>()->select({made, {}});
  proofLine_->markLink(link);
  window_.say(words.join(QStringLiteral(" · ")));
}

// Every pane compares the second state with the first one, and what writes the other result is selected.
void TraceFeature::showDifference() {
  const StatesProof* found = services_.get<StateComparison>()->proof();
  if (!found || !services_.get<Document>()->hasProgram()) return;
  const int first = found->first;
  const Selection writers = found->writers;
  if (services_.get<Document>()->history().current() != found->second)
    services_.get<HistoryEditor>()->goTo(found->second);
  services_.get<StateComparison>()->compareWith(first);
  services_.get<SelectionModel>()->select({writers, {}});
}

void TraceFeature::openMenu(int node, const QPoint& at) {
  QMenu menu(window_.window());
  menu.addAction(tr("View this state"), [this, node] { services_.get<HistoryEditor>()->goTo(node); });
  if (services_.get<StateComparison>()->compared() == node)
    menu.addAction(tr("Stop comparing"), [this] { services_.get<StateComparison>()->compareWith({}); });
  else
    menu.addAction(tr("Compare other states with this one (C)"),
                   [this, node] { Q_EMIT trace_->compareRequested(node); });
  if (const int shown = services_.get<Document>()->history().current(); node != shown)
    menu.addAction(tr("Prove equal to the shown state"),
                   [this, node, shown] { services_.get<StateComparison>()->prove(node, shown); });
  else if (node > 0)
    menu.addAction(tr("Prove equal to the program as written"),
                   [this, node] { services_.get<StateComparison>()->prove(0, node); });
  const History::Node& state = services_.get<Document>()->history().node(node);
  menu.addAction(state.bookmark ? tr("Remove the bookmark (B)") : tr("Set a bookmark (B)"),
                 [this, node, on = !state.bookmark] { services_.get<HistoryEditor>()->mark(node, on); });
  fillStepMenu(menu, node);
  menu.exec(at);
}

void TraceFeature::fillStepMenu(QMenu& menu, int node) {
  const History::Node& state = services_.get<Document>()->history().node(node);
  if (node > 0) {
    menu.addAction(state.off ? tr("Switch on (Space)") : tr("Switch off (Space)"),
                   [this, node, off = !state.off] { services_.get<HistoryEditor>()->switchStep(node, off); });
    menu.addAction(tr("Highlight what it made (H)"), [this, node] { highlightMade(node); });
  }
  menu.addAction(tr("Name this variant…"), [this, node] { rename(node); });
  menu.addAction(tr("Note…"), [this, node] { noteOn(node); });
  menu.addAction(tr("Find the step that broke the result"),
                 [this, node] { services_.get<Runs>()->findBreakingStep(node); });
  QAction* copy =
      menu.addAction(tr("Copy the steps from here on as a composite"), [this, node] { copyAsComposite(node); });
  const std::vector<int> shown =
      services_.get<Document>()->history().pathTo(services_.get<Document>()->history().current());
  copy->setEnabled(node > 0 && std::find(shown.begin(), shown.end(), node) != shown.end());
  QAction* remove = menu.addAction(tr("Remove this step and those after it"), [this, node] { removeFrom(node); });
  remove->setEnabled(node > 0);
}

void TraceFeature::rename(int node) {
  bool ok = false;
  const QString old = QString::fromStdString(services_.get<Document>()->history().node(node).name);
  const QString name =
      QInputDialog::getText(window_.window(), tr("Name the variant"), tr("Name"), QLineEdit::Normal, old, &ok);
  if (ok) services_.get<HistoryEditor>()->rename(node, name.trimmed());
}

void TraceFeature::noteOn(int node) {
  if (!services_.get<Document>()->hasProgram()) return;
  bool ok = false;
  const QString old = QString::fromStdString(services_.get<Document>()->history().node(node).note);
  const QString note =
      QInputDialog::getMultiLineText(window_.window(), tr("A note on this state"),
                                     tr("Note (text below a line --- is for the presenter of a lecture)"), old, &ok);
  if (ok) services_.get<HistoryEditor>()->annotate(node, note.trimmed());
}

void TraceFeature::copyAsComposite(int node) {
  const History& history = services_.get<Document>()->history();
  const int from = history.node(history.node(node).parent).schedule.stepCount();
  QApplication::clipboard()->setText(
      QString::fromStdString(toComposite(services_.get<Document>()->schedule(), from, "my_steps")));
  window_.say(
      tr("Copied a schedule function with these steps. Paste it at the end of the source to offer it as a step."));
}

void TraceFeature::openVariantMenu(int tip, int firstNode, const QPoint& at) {
  QMenu menu(window_.window());
  menu.addAction(tr("Show this variant"), [this, tip] { services_.get<HistoryEditor>()->goTo(tip); });
  menu.addAction(tr("Compare other states with its last one"), [this, tip] { compare(tip); });
  menu.addAction(tr("Name this variant…"), [this, tip] { rename(tip); });
  menu.addAction(tr("Remove this variant…"), [this, firstNode] { removeVariant(firstNode); });
  menu.exec(at);
}

void TraceFeature::removeVariant(int firstNode) {
  const auto answer = QMessageBox::question(
      window_.window(), tr("Loopwright"), tr("Remove the steps that are only in this variant? This cannot be undone."),
      QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
  if (answer == QMessageBox::Yes) services_.get<HistoryEditor>()->removeVariant(firstNode);
}

void TraceFeature::removeFrom(int node) {
  const auto answer =
      QMessageBox::question(window_.window(), tr("Loopwright"),
                            tr("Remove this step and all steps after it, in every variant? This cannot be undone."),
                            QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
  if (answer == QMessageBox::Yes) services_.get<HistoryEditor>()->removeVariant(node);
}

// Highlights the parts of the shown program that the step made.
void TraceFeature::highlightMade(int node) {
  if (!services_.get<Document>()->hasProgram() || node <= 0) return;
  const History& history = services_.get<Document>()->history();
  const History::Node& state = history.node(node);
  const std::vector<int> path = history.pathTo(history.current());
  if (std::find(path.begin(), path.end(), node) == path.end())
    return window_.say(tr("This step is not part of the shown state"));
  Selection made =
      madeBySteps(history.schedule(), history.node(state.parent).schedule.stepCount(), state.schedule.stepCount());
  const auto loops = made.loops.size(), blocks = made.blocks.size();
  if (loops + blocks == 0)
    return window_.say(tr("Nothing that %1 made is left in the shown state").arg(QString::fromStdString(state.title)));
  services_.get<SelectionModel>()->select({std::move(made), {}});
  window_.say(tr("%1 made or changed %2 loops and %3 blocks of the shown state")
                  .arg(QString::fromStdString(state.title))
                  .arg(loops)
                  .arg(blocks));
}

}  // namespace lw
