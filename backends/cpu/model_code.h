// The code of a model: functions that call kernels one after another, in one object with them. They are called as a
// kernel is: int entry(void** buffers, int64_t* scalars), so that lw-runner runs a model as it runs a kernel.
//
// Offsets in the workspace and the scalars of each kernel are among `scalars`: whoever calls computes them from the
// sizes of this call, and the code holds for all sizes.
#pragma once

#include <string>
#include <vector>

#include "backends/cpu/cpu.h"

namespace lw {

struct ModelPointer {
  int buffer = 0;   // index into `buffers`
  int offset = -1;  // index into `scalars` of the bytes that are added; -1: none
};
struct ModelCall {
  std::string symbol;                 // of the kernel
  std::vector<ModelPointer> buffers;  // its own
  int scalars = 0;                    // where its scalars begin among those of the entry
  int failures = 0;                   // added to a code that the kernel returns other than 0
  int arm = -1;                       // index into ModelEntry::arms; -1: it always runs
};
// One side of an `if`: its calls run when the condition, a byte, is 0 or is not.
struct ModelSide {
  ModelPointer condition;
  int number = -1;  // index into `scalars` of the condition in the place of a byte; -1: none
  bool when = true;
  int outer = -1;  // the side around it
};
struct ModelEntry {
  std::string symbol;
  std::vector<ModelCall> calls;
  int times = -1;  // index of a buffer of calls.size() + 1 int64: the processor's time stamps before and after each
                   // call; -1: none
  std::vector<ModelSide> arms = {};
};

// An object that defines the entries. It refers to the symbols of the kernels and to nothing else.
Result<std::string> compileEntries(const std::string& name, const std::vector<ModelEntry>& entries,
                                   const CpuOptions& options);

// One archive of all: objects, or archives such as CpuModule::object. Each may refer to those before it.
std::string joinObjects(const std::vector<std::string>& objects);

}  // namespace lw
