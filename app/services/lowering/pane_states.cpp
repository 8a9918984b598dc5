#include "app/services/lowering/pane_states.h"

namespace lw {

PaneStates::PaneStates(Document& document, const Lowering& lowering, const TargetChoice& target, JobRunner& jobs,
                       const std::vector<int64_t>& caches)
    : document_(document), lowering_(lowering), target_(target), jobs_(jobs), caches_(caches) {}

void PaneStates::want(const std::set<int>& nodes) {
  wanted_ = nodes;
  std::erase_if(states_, [&](const auto& entry) { return !nodes.contains(entry.first); });
  refresh();
}

std::shared_ptr<const OtherState> PaneStates::of(int node) const {
  const auto found = states_.find(node);
  return found == states_.end() ? nullptr : found->second;
}

void PaneStates::refresh() {
  if (!document_.hasProgram()) return states_.clear();
  struct Missing {
    int node;
    PrimFunc function;
    std::set<std::string> machine;
  };
  std::vector<Missing> missing;
  for (const int node : wanted_) {
    if (node >= document_.history().size()) continue;
    const PrimFunc& function = document_.functionAt(node);
    const std::shared_ptr<const OtherState> known = of(node);
    if (!known || !known->program->function.body.sameAs(function.body) || known->target != target_.name() ||
        !(known->math == target_.math()) || !lowering_.missing(known->stages, node).empty())
      missing.push_back({node, function, lowering_.requested(node)});
  }
  if (missing.empty()) return jobs_.cancel(Channel::PaneStates);
  using States = std::vector<std::shared_ptr<const OtherState>>;
  jobs_.run<States>(
      Channel::PaneStates,
      [missing = std::move(missing), target = target_.name(), choices = lowering_.choices(),
       caches = caches_](const Stop& stop) {
        States made;
        for (const auto& [node, function, machine] : missing) {
          if (stop()) break;
          PrintedText printed = print(function);
          const Stages stages = stagesOf(function, target.toStdString(), caches, stop);
          made.push_back(std::make_shared<const OtherState>(OtherState{
              .node = node,
              .label = {},
              .printed = std::move(printed.text),
              .stages = withCycles(withMachineCode(stages, machine, choices, stop), stop),
              .program = std::make_shared<const StageProgram>(StageProgram{function, std::move(printed.map)}),
              .target = target,
              .math = choices.math}));
        }
        return made;
      },
      [this](States made) {
        if (!document_.hasProgram()) return;
        for (auto& state : made)
          if (wanted_.contains(state->node)) states_[state->node] = std::move(state);
        Q_EMIT changed();
      });
}

}  // namespace lw
