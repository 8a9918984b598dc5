// The machine and the device that measure the candidates of a search.
#pragma once

#include <optional>
#include <string>

#include "app/models/tuning/tune_choices.h"
#include "backends/targets/targets.h"
#include "core/support/explanation.h"

namespace lw {

// As MeasureOptions has them: empty are this machine, and the first device or the default model.
struct TuneMachine {
  std::string host, device;
  bool operator==(const TuneMachine&) const = default;
};

TuneMachine machineOf(const TuneChoices& choices, const TargetDescriptor& target);
// Why it cannot measure: `host` is no host, or other machines do not run the target.
std::optional<Explanation> problemOf(const TuneChoices& choices, const TargetDescriptor& target);

}  // namespace lw
