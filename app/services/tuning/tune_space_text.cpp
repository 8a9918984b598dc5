#include "app/services/tuning/tune_space_text.h"

#include "app/models/document/document.h"
#include "app/models/support/job_runner.h"
#include "app/models/text/translate_messages.h"
#include "app/services/tuning/tuning.h"
#include "backends/tune/tuning_machine.h"

namespace lw {

TuneSpaceText::TuneSpaceText(const Document& document, Tuning& tuning, JobRunner& jobs)
    : document_(document), tuning_(tuning), jobs_(jobs) {
  connect(&tuning_, &Tuning::spaceChanged, this, &TuneSpaceText::forget);
  connect(&document_, &Document::replaced, this, &TuneSpaceText::forget);
}

void TuneSpaceText::forget() {
  asked_ = false;
  text_.clear();
  error_.clear();
  jobs_.drop(Channel::TuneSpace);
  Q_EMIT changed();
}

void TuneSpaceText::followState() {
  if (tuning_.choices().fromShown) forget();
}

void TuneSpaceText::request() {
  if (asked_ || !document_.hasProgram()) return;
  asked_ = true;
  struct Answer {
    std::string text;
    std::optional<Explanation> error;
  };
  const TuneChoices& choices = tuning_.choices();
  jobs_.run<Answer>(
      Channel::TuneSpace,
      [source = document_.session()->sharedSource(), start = startOf(document_, choices),
       function = document_.shownFunction(), name = choices.space.toStdString(), &target = tuning_.target(),
       device = machineOf(choices, tuning_.target()).device, threads = choices.threads](const Stop&) {
        const Result<ChosenSpace> chosen =
            chooseSpace(source, name, start, function, tune::machineFor(target, device, threads));
        if (!chosen) return Answer{{}, chosen.error()};
        return Answer{tune::Space(chosen->file, chosen->function, start).text(), {}};
      },
      [this](const Answer& answer) {
        text_ = QString::fromStdString(answer.text);
        error_ = answer.error ? wordsOf(*answer.error) : QString();
        Q_EMIT changed();
      });
}

}  // namespace lw
