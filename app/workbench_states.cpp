// States of the shown function that panes of their own show, beside the one that the window shows.
#include "app/workbench.h"

namespace lw {

void Workbench::wantStates(const std::set<int>& nodes) {
  wantedStates_ = nodes;
  std::erase_if(states_, [&](const auto& entry) { return !nodes.contains(entry.first); });
  refreshStates();
}

std::shared_ptr<const OtherState> Workbench::state(int node) const {
  const auto found = states_.find(node);
  return found == states_.end() ? nullptr : found->second;
}

// Only what is not there yet, or is of another text or target.
void Workbench::refreshStates() {
  if (!hasProgram()) return states_.clear();
  std::vector<std::pair<int, PrimFunc>> missing;
  for (const int node : wantedStates_) {
    if (node >= history().size()) continue;
    const PrimFunc& function = history().node(node).schedule.program().function(shownFunction());
    const std::shared_ptr<const OtherState> known = state(node);
    if (!known || !known->program->function.body.sameAs(function.body) || known->target != target_) missing.emplace_back(node, function);
  }
  if (missing.empty()) return worker_.cancel(Worker::kPanes);
  using States = std::vector<std::shared_ptr<const OtherState>>;
  worker_.run<States>(
      Worker::kPanes,
      [missing = std::move(missing), target = target_, allows = consent()](const Stop& stop) {
        States made;
        for (const auto& [node, function] : missing) {
          if (stop()) break;
          PrintedText printed = print(function);
          made.push_back(std::make_shared<const OtherState>(OtherState{node, {}, std::move(printed.text), stagesOf(function, target.toStdString(), allows, stop), std::make_shared<const StageProgram>(StageProgram{function, std::move(printed.map)}), target}));
        }
        return made;
      },
      [this, document = document_](States made) {
        if (document != document_ || !hasProgram()) return;
        for (auto& state : made)
          if (wantedStates_.contains(state->node)) states_[state->node] = std::move(state);
        Q_EMIT statesChanged();
      });
}

}  // namespace lw
