#include "app/services/lowering/lowering.h"

#include <QSemaphore>
#include <algorithm>

namespace lw {
namespace {

constexpr int kPainting = 50;  // ms, at most

}  // namespace

Lowering::Lowering(Document& document, ShownProgram& program, const TargetChoice& target, const CodeApproval& approval,
                   JobRunner& jobs, DeferredRelease& released)
    : document_(document), program_(program), target_(target), approval_(approval), jobs_(jobs), released_(released) {
  connect(&program_, &ShownProgram::viewsMade, this, [this] {
    awaited_ = true;
    lower();
  });
}

void Lowering::refresh() {
  if (document_.hasProgram()) lower();
}

// The stage that is looked at first, then those of the other passes; machine code follows where somebody looks at it,
// and is dropped with the state that it is of.
void Lowering::lower() {
  making_.clear();
  const PrimFunc& function = document_.functionAt(document_.history().current());
  const bool priced = program_.hasViews() && program_.views().function.body.sameAs(function.body);
  jobs_.runTelling<Stages>(
      Channel::Lower,
      [this, function, target = target_.name().toStdString(), caches = program_.caches(), first = wanted({}),
       costs = priced ? program_.views().tree.costs : nullptr](const Stop& stop, const JobRunner::Tell& tell) {
        const auto tellFirst = [&](Stages some) {
          const auto painted = std::make_shared<QSemaphore>();
          // Whether the message is carried out or dropped, the wait ends when the last copy of the guard is gone.
          tell([this, some = std::move(some),
                guard = std::shared_ptr<void>(nullptr, [painted](void*) { painted->release(); })] {
            take(some, true);
            unpainted_ = guard;
          });
          painted->tryAcquire(1, kPainting);  // the others would only slow the painting down
        };
        return stagesOf(function, target, caches, stop, first, tellFirst, costs);
      },
      [this](Stages stages) {
        take(std::move(stages), false);
        Q_EMIT completed();
      });
}

void Lowering::take(Stages stages, bool part) {
  awaited_ = false;
  stages_.swap(stages);
  part_ = part;
  Q_EMIT stagesChanged(stages_,
                       stages_.empty() ? tr("Lowering for %1 is not available yet").arg(target_.name()) : QString());
  released_.add(std::make_shared<const Stages>(std::move(stages)));
  afterPainting_.request();
}

std::set<std::string> Lowering::wanted(std::optional<int> node) const {
  return wish_ ? wish_(node) : std::set<std::string>();
}

std::set<std::string> Lowering::missing(const Stages& stages, std::optional<int> node) const {
  std::set<std::string> missing;
  for (const std::string& name : wanted(node))
    if (const StageText* stage = stageNamed(stages, name); stage && !stage->ready) missing.insert(name);
  return missing;
}

CodeChoices Lowering::choices() const { return {approval_.consent(), target_.math()}; }

void Lowering::makeMachineCode() {
  if (!document_.hasProgram()) return;
  Q_EMIT machineCodeRequested();
  if (part_) return;  // it is asked for again when all are there
  const std::set<std::string> lacking = missing(stages_, {});
  if (lacking.empty() || lacking == making_) return;
  making_ = lacking;
  jobs_.run<Stages>(
      Channel::MachineCode,
      [stages = stages_, lacking, choices = choices()](const Stop& stop) {
        return withMachineCode(stages, lacking, choices, stop);
      },
      [this](Stages stages) {
        making_.clear();
        stages_ = std::move(stages);
        Q_EMIT stagesChanged(stages_, {});
        price();
      });
}

// What the lines cost follows when the text is there already.
void Lowering::price() {
  if (std::none_of(stages_.begin(), stages_.end(), [](const auto& stage) { return stage->machine != nullptr; })) return;
  jobs_.run<Stages>(
      Channel::MachineCode, [stages = stages_](const Stop& stop) { return withCycles(stages, stop); },
      [this](Stages stages) {
        stages_ = std::move(stages);
        Q_EMIT stagesChanged(stages_, {});
      });
}

}  // namespace lw
