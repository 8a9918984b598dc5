#include "app/services/lowering/pane_states.h"

#include "app/models/document/document.h"
#include "app/models/lowering/other_state.h"
#include "app/models/runs/target_choice.h"
#include "app/models/support/job_runner.h"
#include "app/services/lowering/lowering.h"
#include "app/services/lowering/machine_code.h"
#include "app/services/lowering/stage_texts.h"

namespace lw {

PaneStates::PaneStates(Document& document, const Lowering& lowering, const TargetChoice& target, JobRunner& jobs,
                       const std::vector<int64_t>& caches)
    : document_(document), lowering_(lowering), target_(target), jobs_(jobs), caches_(caches) {}

void PaneStates::want(const std::set<Key>& states) {
  wanted_ = states;
  std::erase_if(states_, [&](const auto& entry) { return !states.contains(entry.first); });
  refresh();
}

std::shared_ptr<const OtherState> PaneStates::of(const Key& key) const {
  const auto found = states_.find(key);
  return found == states_.end() ? nullptr : found->second;
}

QString PaneStates::targetOf(const Key& key) const { return key.second.isEmpty() ? target_.name() : key.second; }

void PaneStates::refresh() {
  if (!document_.hasProgram()) return states_.clear();
  struct Missing {
    Key key;
    QString target;
    PrimFunc function;
    std::set<std::string> machine;
  };
  std::vector<Missing> missing;
  for (const Key& key : wanted_) {
    const int node = key.first;
    if (node >= document_.history().size()) continue;
    const PrimFunc& function = document_.functionAt(node);
    const std::shared_ptr<const OtherState> known = of(key);
    if (!known || !known->program->function.body.sameAs(function.body) || known->target != targetOf(key) ||
        !(known->math == target_.math()) || !lowering_.missing(known->stages, node).empty())
      missing.push_back({key, targetOf(key), function, lowering_.requested(node)});
  }
  if (missing.empty()) return jobs_.cancel(Channel::PaneStates);
  using States = std::vector<std::pair<Key, std::shared_ptr<const OtherState>>>;
  jobs_.run<States>(
      Channel::PaneStates,
      [missing = std::move(missing), choices = lowering_.choices(), caches = caches_](const Stop& stop) {
        States made;
        for (const auto& [key, target, function, machine] : missing) {
          if (stop()) break;
          PrintedText printed = print(function);
          const Stages stages = stagesOf(function, target.toStdString(), caches, stop);
          made.emplace_back(
              key, std::make_shared<const OtherState>(OtherState{
                       .node = key.first,
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
        for (auto& [key, state] : made)
          if (wanted_.contains(key)) states_[key] = std::move(state);
        Q_EMIT changed();
      });
}

}  // namespace lw
