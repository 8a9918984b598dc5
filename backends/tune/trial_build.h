// What every way to measure candidates begins with: the inputs, the expected results, and compiled candidates.
#pragma once

#include "backends/measure/measure.h"
#include "backends/tune/trial_bench.h"
#include "core/text/tir/parser.h"

namespace lw::tune {

// What candidates of one function are called with.
struct TrialGround {
  std::vector<Argument> arguments;
  std::vector<PackageArray> arrays;               // of the buffers, with the expected results
  std::string reference;                          // where those are from, as Expected::kind
  std::function<Result<double>()> timeReference;  // ms of one evaluation; empty: it is not timed
  std::optional<blas::Kernels> blas = {};         // that it calculates with, as Expected::blas
  std::optional<SumErrors> sums = {};             // as Expected::sums
};
// Slow if the unscheduled program is the reference. Errors are those of a run.
Result<TrialGround> groundOf(const SourceFile& file, const PrimFunc& original, const MeasureOptions& options);

// `stop` is asked while it is compiled.
Result<BuiltTrial> buildTrial(const TrialRequest& request, const std::vector<Argument>& arguments,
                              const MeasureOptions& options, const std::function<bool()>& stop);

bool hasDevices(std::string_view target);  // its kernels are measured on devices with drivers
// The device of MeasureOptions::target and device, as lw-runner describes it; empty: the target has none. Asks the
// driver in a process of its own.
Result<std::string> deviceOfTrials(const MeasureOptions& options);
// The same for kernels of that device; errors of the driver's compiler come later.
Result<BuiltTrial> buildDeviceTrial(const TrialRequest& request, const std::vector<Argument>& arguments,
                                    const MeasureOptions& options, const std::string& device);
// Has a trial that was built elsewhere run on the device here of this number; empty: the first. Others stay as they
// are.
void runOnDevice(BuiltTrial& trial, const std::string& number);

int threadsOf(const MeasureOptions& options);
BenchOptions benchOptions(const MeasureOptions& options);

}  // namespace lw::tune
