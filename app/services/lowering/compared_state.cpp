#include "app/services/lowering/compared_state.h"

#include "app/models/document/document.h"
#include "app/models/lowering/other_state.h"
#include "app/models/runs/target_choice.h"
#include "app/models/support/job_runner.h"
#include "app/services/lowering/kept_proofs.h"
#include "app/services/lowering/lowering.h"
#include "app/services/lowering/machine_code.h"
#include "app/services/lowering/stage_texts.h"
#include "app/services/lowering/states_proof.h"
#include "app/services/schedule/state_labels.h"
#include "core/schedule/support/meaning.h"

namespace lw {

ComparedState::ComparedState(Document& document, const Lowering& lowering, const TargetChoice& target, JobRunner& jobs,
                             KeptProofs& proofs, const std::vector<int64_t>& caches)
    : document_(document), lowering_(lowering), target_(target), jobs_(jobs), proofs_(proofs), caches_(caches) {}

void ComparedState::compareWith(std::optional<int> node) {
  if (node && (!document_.hasProgram() || *node < 0 || *node >= document_.history().size())) node.reset();
  if (node == node_) return;
  node_ = node;
  Q_EMIT chosen(node);
  refresh();
  if (node) return;
  state_.reset();
  Q_EMIT changed();
}

void ComparedState::refresh() {
  if (!node_) return jobs_.drop(Channel::Comparison);
  const int step = int(document_.history().pathTo(*node_).size()) - 1;
  OtherState made;
  made.node = *node_;
  made.label = step == 0 ? tr("as written") : tr("step %1").arg(step);
  jobs_.run<std::shared_ptr<const OtherState>>(
      Channel::Comparison,
      [made, function = document_.functionAt(*node_), target = target_.name().toStdString(), caches = caches_,
       choices = lowering_.choices(), wanted = lowering_.requested(node_)](const Stop& stop) mutable {
        made.printed = print(function).text;
        made.stages = withMachineCode(stagesOf(function, target, caches, stop), wanted, choices, stop);
        return std::make_shared<const OtherState>(std::move(made));
      },
      [this](std::shared_ptr<const OtherState> ready) {
        if (!document_.hasProgram()) return;
        state_ = std::move(ready);
        Q_EMIT changed();
      });
}

void ComparedState::addMachineCode() {
  if (state_ && !lowering_.missing(state_->stages, node_).empty()) refresh();
}

// ---- proofs ----

QString ComparedState::labelOf(int node) const { return stateLabels(document_.history())[static_cast<size_t>(node)]; }

void ComparedState::prove(int first, int second) {
  const int size = document_.hasProgram() ? document_.history().size() : 0;
  if (first < 0 || second < 0 || first >= size || second >= size) return;
  proving_ = {first, second};
  proof_.reset();
  Q_EMIT proofChanged();
  const std::vector<TensorIntrin>& known = document_.history().node(second).schedule.program().intrinsics();
  const PrimFunc a = meaningOf(document_.functionAt(first), known), b = meaningOf(document_.functionAt(second), known);
  jobs_.run<FoundOfStates>(
      Channel::Prove, [a, b](const Stop& stop) { return decideStates(a, b, stop); },
      [this, first, second, a, b, x = labelOf(first), y = labelOf(second),
       function = document_.session()->function()](const FoundOfStates& found) {
        StatesProof made = inWords(found, x, y, b);
        made.first = first;
        made.second = second;
        if (!made.chains.empty()) made.chains[0].node = first, made.chains[1].node = second;
        proving_.reset();
        proof_ = std::make_unique<const StatesProof>(std::move(made));
        Q_EMIT proofChanged();
        // What rests on an assumption about calls is said once, and not kept.
        if (found.proof.answer != ProofResult::Answer::Equal || !found.proof.calls.empty()) return;
        proofs_.add(first, second, function, a, b, found.proof.reordered);
        Q_EMIT proofKept();
      });
}

std::optional<ProvedState> ComparedState::proved(int node) const {
  const std::optional<KeptProofs::Kept> kept = proofs_.of(node);
  if (!kept) return std::nullopt;
  return ProvedState{kept->other, equalWords(kept->sums, labelOf(kept->other), labelOf(node))};
}

void ComparedState::stopProof() { jobs_.cancel(Channel::Prove); }

void ComparedState::forgetProof() {
  jobs_.drop(Channel::Prove);
  if (!proving_ && !proof_) return;
  proving_.reset();
  proof_.reset();
  Q_EMIT proofChanged();
}

void ComparedState::forgetRemoved() {
  if (node_ && document_.history().node(*node_).removed) compareWith({});
}

}  // namespace lw
