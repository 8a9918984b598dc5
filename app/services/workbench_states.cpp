// The stages of the shown state, and of others beside it: the one that it is compared with, and those that panes of
// their own show.
#include <QSemaphore>
#include <QThreadPool>
#include <algorithm>

#include "app/services/workbench.h"

namespace lw {
namespace {

constexpr int kPainting = 50;  // ms, at most

}  // namespace

// The stage that is looked at first, then those of the other passes; machine code follows where somebody looks at it,
// and is dropped with the state that it is of.
void Workbench::lower() {
  const int number = ++lowering_;
  making_.clear();
  worker_.cancel(Worker::kMachine);
  const PrimFunc& function = history().schedule().program().function(shownFunction());
  const bool priced = views_ && views_->function.body.sameAs(function.body);
  worker_.run<Stages>(
      Worker::kLower,
      [this, number, function, target = target_.toStdString(), caches = caches_,
       first = wish_ ? wish_({}) : std::set<std::string>(),
       costs = priced ? views_->tree.costs : nullptr](const Stop& stop) {
        const auto tell = [&](Stages some) {
          const auto painted = std::make_shared<QSemaphore>();
          worker_.post([this, number, some = std::move(some), painted] {
            if (number != lowering_) return painted->release();
            takeStages(some, true);
            awaitsPainting_ = painted;
          });
          painted->tryAcquire(1, kPainting);  // the others would only slow it down
        };
        return stagesOf(function, target, caches, stop, first, tell, costs);
      },
      [this, number](Stages stages) {
        if (number != lowering_) return;
        takeStages(std::move(stages), false);
        if (offersPause_.isActive()) offersPause_.start(0);  // when these are painted
      });
}

void Workbench::takeStages(Stages stages, bool part) {
  stagesAwaited_ = false;
  stages_.swap(stages);
  stagesPart_ = part;
  Q_EMIT stagesChanged(stages_, stages_.empty() ? tr("there is no lowering for %1 yet").arg(target_) : QString());
  drop(std::make_shared<const Stages>(std::move(stages)));
}

// Programs and texts of the state before: to free them takes a while.
void Workbench::drop(std::shared_ptr<const void> gone) {
  gone_.push_back(std::move(gone));
  afterPainting_.request();
}

void Workbench::painted() {
  if (awaitsPainting_) awaitsPainting_->release();
  awaitsPainting_.reset();
  QThreadPool::globalInstance()->start([gone = std::exchange(gone_, {})] {});
}

std::set<std::string> Workbench::missingStages(const Stages& stages, std::optional<int> node) const {
  std::set<std::string> missing;
  for (const std::string& name : wish_ ? wish_(node) : std::set<std::string>())
    if (const StageText* stage = stageNamed(stages, name); stage && !stage->ready) missing.insert(name);
  return missing;
}

void Workbench::makeMachineCode() {
  if (!hasProgram()) return;
  refreshStates();
  if (comparison_ && !missingStages(comparison_->stages, comparedNode_).empty()) prepareComparison();
  if (stagesPart_) return;  // it is asked for again when all are there
  const std::set<std::string> missing = missingStages(stages_, {});
  if (missing.empty() || missing == making_) return;
  making_ = missing;
  worker_.run<Stages>(
      Worker::kMachine,
      [stages = stages_, missing, choices = codeChoices()](const Stop& stop) {
        return withMachineCode(stages, missing, choices, stop);
      },
      [this, number = lowering_](Stages stages) {
        if (number != lowering_) return;
        making_.clear();
        stages_ = std::move(stages);
        Q_EMIT stagesChanged(stages_, {});
        priceCode();
      });
}

// What the lines cost follows when the text is there already.
void Workbench::priceCode() {
  if (std::none_of(stages_.begin(), stages_.end(), [](const auto& stage) { return stage->machine != nullptr; })) return;
  worker_.run<Stages>(
      Worker::kMachine, [stages = stages_](const Stop& stop) { return withCycles(stages, stop); },
      [this, number = lowering_](Stages stages) {
        if (number != lowering_) return;
        stages_ = std::move(stages);
        Q_EMIT stagesChanged(stages_, {});
      });
}

void Workbench::wantStates(const std::set<int>& nodes) {
  wantedStates_ = nodes;
  std::erase_if(states_, [&](const auto& entry) { return !nodes.contains(entry.first); });
  refreshStates();
}

std::shared_ptr<const OtherState> Workbench::state(int node) const {
  const auto found = states_.find(node);
  return found == states_.end() ? nullptr : found->second;
}

// Only what is not there yet, or is of another text, target or arithmetic.
void Workbench::refreshStates() {
  if (!hasProgram()) return states_.clear();
  struct Missing {
    int node;
    PrimFunc function;
    std::set<std::string> machine;
  };
  std::vector<Missing> missing;
  for (const int node : wantedStates_) {
    if (node >= history().size()) continue;
    const PrimFunc& function = history().node(node).schedule.program().function(shownFunction());
    const std::shared_ptr<const OtherState> known = state(node);
    if (!known || !known->program->function.body.sameAs(function.body) || known->target != target_ ||
        !(known->math == math_) || !missingStages(known->stages, node).empty())
      missing.push_back({node, function, wish_ ? wish_(node) : std::set<std::string>()});
  }
  if (missing.empty()) return worker_.cancel(Worker::kPanes);
  using States = std::vector<std::shared_ptr<const OtherState>>;
  worker_.run<States>(
      Worker::kPanes,
      [missing = std::move(missing), target = target_, choices = codeChoices(), caches = caches_](const Stop& stop) {
        States made;
        for (const auto& [node, function, machine] : missing) {
          if (stop()) break;
          PrintedText printed = print(function);
          made.push_back(std::make_shared<const OtherState>(OtherState{
              node,
              {},
              std::move(printed.text),
              withCycles(
                  withMachineCode(stagesOf(function, target.toStdString(), caches, stop), machine, choices, stop),
                  stop),
              std::make_shared<const StageProgram>(StageProgram{function, std::move(printed.map)}),
              target,
              choices.math}));
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

void Workbench::compareWith(std::optional<int> node) {
  if (node && (!hasProgram() || *node < 0 || *node >= history().size())) node.reset();
  if (node == comparedNode_) return;
  comparedNode_ = node;
  runs_.setCompared(node);
  prepareComparison();
  if (node) return;
  comparison_.reset();
  Q_EMIT comparisonChanged();
}

void Workbench::prepareComparison() {
  if (!comparedNode_) return worker_.cancel(Worker::kCompare);
  const int step = int(history().pathTo(*comparedNode_).size()) - 1;
  OtherState made{*comparedNode_, step == 0 ? tr("as written") : tr("step %1").arg(step), {}, {}, {}, {}, {}};
  worker_.run<std::shared_ptr<const OtherState>>(
      Worker::kCompare,
      [made, function = history().node(*comparedNode_).schedule.program().function(shownFunction()),
       target = target_.toStdString(), caches = caches_, choices = codeChoices(),
       wanted = wish_ ? wish_(comparedNode_) : std::set<std::string>()](const Stop& stop) mutable {
        made.printed = print(function).text;
        made.stages = withMachineCode(stagesOf(function, target, caches, stop), wanted, choices, stop);
        return std::make_shared<const OtherState>(std::move(made));
      },
      [this, document = document_](std::shared_ptr<const OtherState> ready) {
        if (document != document_ || !hasProgram() || comparedNode_ != ready->node) return;
        comparison_ = std::move(ready);
        Q_EMIT comparisonChanged();
      });
}

}  // namespace lw
