// The key under which times of a program on this machine are recorded.
#pragma once

#include <map>

#include "backends/targets/targets.h"
#include "core/schedule/snapshot.h"
#include "core/tune/records.h"

namespace lw::tune {

// Recognises a function of an unscheduled program. In a class, the other functions count too: the function may call
// them.
std::string programHash(const Snapshot& program, int function);

// As the options of a run have them.
struct RunConditions {
  std::string device;                    // of a GPU target: its number; of the emulator: a model; empty: the first
  int threads = 0;                       // of kernels for this machine's processor; 0: all cores
  FloatMath math;                        // where the target has such a choice
  std::map<std::string, int64_t> sizes;  // as sizesOf() gives them
};

// Values of the sizes and scalar parameters that the function needs: given ones before those of the file's comments.
std::map<std::string, int64_t> sizesOf(const SourceFile& file, const PrimFunc& function,
                                       const std::map<std::string, int64_t>& given);

// What the times of a device are recorded under: the processor's name, the device's as its driver reports it, or
// "emulated sm_80". Asks the driver in a process of its own.
Result<std::string> processorName(const TargetDescriptor& target, const std::string& device);

// `program` is unscheduled. Fails where the device is not there.
Result<RecordKey> recordKey(const Snapshot& program, int function, const TargetDescriptor& target,
                            const RunConditions& conditions);
// For a processor or device by name, which need not be here.
RecordKey recordKey(const Snapshot& program, int function, const TargetDescriptor& target,
                    const RunConditions& conditions, std::string processor);

}  // namespace lw::tune
