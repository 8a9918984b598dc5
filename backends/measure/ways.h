// The ways to measure; each target names the one by which it runs.
#pragma once

#include "backends/measure/measure.h"
#include "backends/targets/descriptor.h"

namespace lw {

// By this machine's processor, in the child process.
Result<Measurement> measureOnProcessor(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                                       const MeasureOptions& options, const TargetDescriptor& target);
// On a device, by its driver in the child process.
Result<Measurement> measureOnDevice(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                                    const MeasureOptions& options, const TargetDescriptor& target);
// The same on another machine (MeasureOptions::host).
Result<Measurement> measureOnHost(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                                  const MeasureOptions& options, const TargetDescriptor& target);
// On the emulator of a GPU: one run, looked at.
Result<Measurement> measureEmulated(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                                    const MeasureOptions& options, const TargetDescriptor& target);

}  // namespace lw
