#include "app/services/lowering/lowering.h"

#include <QSemaphore>
#include <algorithm>

#include "app/models/document/document.h"
#include "app/models/program/shown_program.h"
#include "app/models/runs/target_choice.h"
#include "app/models/support/job_runner.h"
#include "app/services/lowering/machine_code.h"
#include "app/services/lowering/stage_texts.h"
#include "app/services/program/deferred_release.h"
#include "app/services/runs/code_approval.h"

namespace lw {
namespace {

constexpr int kPainting = 50;  // ms, at most

}  // namespace

Lowering::Lowering(Document& document, ShownProgram& program, const TargetChoice& target, const CodeApproval& approval,
                   JobRunner& jobs, DeferredRelease& released)
    : document_(document), program_(program), target_(target), approval_(approval), jobs_(jobs), released_(released) {}

void Lowering::follow() {
  awaited_ = true;
  lower();
}

void Lowering::refresh() {
  if (document_.hasProgram()) lower();
}

// Lowers the stage that is visible first, then those of the other passes. Machine code follows if a view shows it, and
// is dropped when the state changes.
void Lowering::lower() {
  making_.clear();
  const PrimFunc& function = document_.functionAt(document_.history().current());
  const bool priced = program_.hasViews() && program_.views().function.body.sameAs(function.body);
  jobs_.runTelling<Stages>(
      Channel::Lower,
      [this, function, target = target_.name().toStdString(), caches = program_.caches(), first = requested({}),
       costs = priced ? program_.views().tree.costs : nullptr](const Stop& stop, const JobRunner::Tell& tell) {
        const auto tellFirst = [&](Stages some) {
          const auto painted = std::make_shared<QSemaphore>();
          // Whether the message runs or is dropped, the wait ends when the last copy of the guard is destroyed.
          tell([this, some = std::move(some),
                guard = std::shared_ptr<void>(nullptr, [painted](void*) { painted->release(); })] {
            take(some, true);
            unpainted_ = guard;
          });
          painted->tryAcquire(1, kPainting);  // making the other texts now would slow down painting
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

std::set<std::string> Lowering::requested(std::optional<int> node) const {
  return requestedStages_ ? requestedStages_(node) : std::set<std::string>();
}

std::set<std::string> Lowering::missing(const Stages& stages, std::optional<int> node) const {
  std::set<std::string> missing;
  for (const std::string& name : requested(node))
    if (const StageText* stage = stageNamed(stages, name); stage && !stage->ready) missing.insert(name);
  return missing;
}

CodeChoices Lowering::choices() const { return {approval_.consent(), target_.math()}; }

void Lowering::makeMachineCode() {
  if (!document_.hasProgram()) return;
  Q_EMIT machineCodeRequested();
  if (part_) return;  // requested again when all texts are ready
  const std::set<std::string> lacking = missing(stages_, {});
  if (lacking.empty() || lacking == making_) return;
  making_ = lacking;
  const auto show = [this](Stages stages) {
    stages_ = std::move(stages);
    Q_EMIT stagesChanged(stages_, {});
  };
  jobs_.runTelling<Stages>(
      Channel::MachineCode,
      [this, show, stages = stages_, lacking, choices = choices()](const Stop& stop, const JobRunner::Tell& tell) {
        return withMachineCode(stages, lacking, choices, stop, [&](Stages early) {
          tell([this, show, early = std::move(early)] {
            making_ = missing(early, {});
            show(early);
          });
        });
      },
      [this, show](Stages stages) {
        making_.clear();
        show(std::move(stages));
        price();
      });
}

// Adds the costs of the lines after the text is shown.
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
