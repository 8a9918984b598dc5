// The targets that the program knows.
#pragma once

#include "backends/targets/descriptor.h"

namespace lw {

// In the order in which lists show them.
std::span<const TargetDescriptor* const> allTargets();
const TargetDescriptor& defaultTarget();                    // of this machine's processor
const TargetDescriptor* findTarget(std::string_view name);  // nullptr: there is no such target
// "cpu, cuda or opencl".
std::string targetNames(std::string_view last = " or ");

// With what is found on this machine, in the same order.
struct RunEstimate;

struct Target {
  const TargetDescriptor* descriptor;
  TargetState state;
};
std::vector<Target> findTargets();

// The texts of code behind the stages of a target's pipeline: its own and those of targets with the same pipeline, the
// ones nearest to the program first.
std::vector<const CodeText*> codeTextsOf(const TargetDescriptor& target);

// Builds a scheduled program, runs it, checks it and times it, as MeasureOptions::target and host say. `original` is
// the program as written, `scheduled` what the steps made of it (may be the same). Blocking and slow.
Result<Measurement> measure(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                            const MeasureOptions& options);

// The time of a slow program from parts of its loops, where the options say that this machine's processor runs it.
Result<RunEstimate> estimate(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                             const MeasureOptions& options);

// A kernel package (backends/package) with the texts of all targets that have a driver, inputs and expected results:
// what lw-runner takes.
Result<std::string> makePackage(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                                const MeasureOptions& options);

}  // namespace lw
