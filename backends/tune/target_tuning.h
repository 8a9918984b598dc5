// How a target is tuned: by the rules that write its spaces, and by who measures its candidates.
#pragma once

#include "backends/targets/targets.h"
#include "backends/tune/local_runner.h"
#include "core/tune/rules/rule.h"

namespace lw::tune {

// Empty: spaces for this target are only written by people.
std::span<const Rule* const> rulesFor(const TargetDescriptor& target);

struct StartedRunner {
  std::unique_ptr<TrialRunner> runner;
  double referenceMs = 0;  // of the reference on this machine's processor; 0: it is not timed
};
// On the emulator, on a device of another machine, on a device here or on this machine's processor, as the options'
// target and host say. Errors are those of a run.
Result<StartedRunner> startRunner(const SourceFile& file, const PrimFunc& original, const LocalRunnerOptions& options);

// What times are recorded under, as processorName(): also of a device of another machine.
Result<std::string> measuringDevice(const MeasureOptions& options);

}  // namespace lw::tune
