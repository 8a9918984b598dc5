// Parts shared by the ways to measure. Private to backends/measure.
#pragma once

#include "backends/measure/expected.h"
#include "backends/measure/measure.h"

namespace lw {

struct TargetDescriptor;
class RemoteRunner;

extern const Error<> kRunCancelled;

// The arguments of the call: random ones, replaced by given arrays of the same name.
Result<std::vector<Argument>> inputArguments(const SourceFile& file, const PrimFunc& function,
                                             const MeasureOptions& options);
// Fills checked, ok, the errors and the first difference.
void compareOutputs(const Expected& expected, Measurement& m);
// Inputs and expected outputs, for MeasureOptions::keepValues.
void keepValues(const PrimFunc& function, const std::vector<Argument>& arguments, const Expected& expected,
                Measurement& m);
// Operations and bytes, and the rates at the median.
void countWorkOf(const PrimFunc& original, const PrimFunc& scheduled, const std::vector<Argument>& arguments,
                 Measurement& m);

// Times `kernel`, which gives ms of one of its `calls`, alternating with the reference. `firstMs` is the time of the
// run that gave the results, `process` where the kernel runs. Sampling ends early when it would go on for more than
// options.maxSeconds; a kernel that is slower than that by itself is not run again.
Status timeInTurns(const std::function<Result<double>()>& kernel, double calls, double firstMs, int process,
                   const MeasureOptions& options, const Expected& expected, Measurement& m);
// The share of the peak, which is measured if it is not known, was measured on a busy machine, or is exceeded.
void compareWithPeak(const MeasureOptions& options, Measurement& m);

// Runs the loaded code once, fetches and checks the outputs, times it alternating with the reference, and counts its
// work.
Status runCheckTime(RunnerProcess& child, Launch launch, const SourceFile& file, const PrimFunc& original,
                    const PrimFunc& scheduled, const std::vector<Argument>& arguments, const MeasureOptions& options,
                    bool threadsMayWait, Measurement& m);

// Has a package run, checked and timed by another machine.
Status runThere(const RemoteRunner& remote, const KernelPackage& package, const MeasureOptions& options,
                const TargetDescriptor& target, Measurement& m);

}  // namespace lw
