#include "app/services/tuning/tune_pins.h"

#include <algorithm>

#include "app/models/document/document.h"
#include "app/models/document/messages.h"
#include "app/models/support/job_runner.h"
#include "app/services/tuning/tuning.h"
#include "backends/tune/tuning_machine.h"
#include "core/tune/loop_decisions.h"

namespace lw {

TunePins::TunePins(const Document& document, Messages& messages, JobRunner& jobs)
    : document_(document), messages_(messages), jobs_(jobs) {}

tune::Decisions TunePins::decisions() const {
  tune::Decisions decisions;
  for (const TunePin& pin : pins_) decisions.push_back(pin.decision);
  return decisions;
}

void TunePins::put(const tune::Decision& decision, const QString& text) {
  std::erase_if(pins_, [&](const TunePin& p) { return p.decision.name == decision.name; });
  pins_.push_back({decision, text});
}

void TunePins::set(const tune::Decision& decision, const QString& text) {
  put(decision, text);
  Q_EMIT changed();
}

void TunePins::remove(const QString& decision) {
  std::erase_if(pins_, [&](const TunePin& p) { return p.decision.name == decision.toStdString(); });
  Q_EMIT changed();
}

void TunePins::clear() {
  pins_.clear();
  Q_EMIT changed();
}

bool TunePins::mayPin(LoopId loop) const {
  if (!document_.hasProgram() || loop == LoopId{}) return false;
  const Schedule schedule = document_.schedule();
  const int made = schedule.madeBy(loop);
  for (int i = 0; i < made; ++i)
    if (schedule.step(i).primitive->decisionIndex()) return true;
  return false;
}

// The space is run again with the decisions of the shown state, to find out which of them made the loop.
void TunePins::pinLoop(LoopId loop, const TuneChoices& choices, const Schedule& start, const TargetDescriptor& target) {
  if (!mayPin(loop)) return;
  using Found = std::shared_ptr<const Result<tune::Decisions>>;
  const Schedule shown = document_.schedule();
  jobs_.run<Found>(
      Channel::Pins,
      [source = document_.session()->sharedSource(), name = choices.space.toStdString(), start, shown, loop,
       function = document_.shownFunction(), &target, device = machineOf(choices, target).device,
       threads = choices.threads](const Stop&) -> Found {
        const Result<ChosenSpace> chosen =
            chooseSpace(source, name, start, function, tune::machineFor(target, device, threads));
        if (!chosen) return std::make_shared<const Result<tune::Decisions>>(chosen.error());
        return std::make_shared<const Result<tune::Decisions>>(
            tune::decisionsOfLoop(tune::Space(chosen->file, chosen->function, start), shown, loop));
      },
      [this](const Found& found) {
        if (!*found) return messages_.say(tr("Not pinned: %1").arg(wordsOf(found->error())));
        QStringList kept;
        for (const tune::Decision& d : **found) {
          const QString text = QString::fromStdString(choiceText(d));
          put(d, text);
          kept << QStringLiteral("%1 = %2").arg(QString::fromStdString(d.name), text);
        }
        Q_EMIT changed();
        messages_.say(tr("The next search keeps %1").arg(kept.join(QStringLiteral(", "))));
      });
}

}  // namespace lw
