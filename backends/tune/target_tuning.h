// Chooses the runner that measures candidates of a target.
#pragma once

#include "backends/targets/targets.h"
#include "backends/tune/local_runner.h"

namespace lw::tune {

struct StartedRunner {
  std::unique_ptr<TrialRunner> runner;
  double referenceMs = 0;                  // of the reference on this machine's processor; 0: it is not timed
  std::string reference = {};              // what results are compared with, as Expected::kind
  std::optional<blas::Kernels> blas = {};  // that it calculates with, as Expected::blas
  std::optional<SumErrors> sums = {};      // of the program, as Expected::sums
};
// On the emulator, on a device of another machine, on a device here or on this machine's processor, as the options'
// target and host say. Errors are those of a run.
Result<StartedRunner> startRunner(const SourceFile& file, const PrimFunc& original, const LocalRunnerOptions& options);

// What times are recorded under, as processorName(): also of a device of another machine.
Result<std::string> measuringDevice(const MeasureOptions& options);

}  // namespace lw::tune
