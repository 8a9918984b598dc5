// Places the temporaries of a model in one workspace: buffers that are never needed at the same time share memory. The
// peak is the largest sum of buffers that live at one step, where the placement reaches that bound; on a chain of calls
// it always does. (Relax calls this StaticPlanBlockMemory, which reuses whole blocks; here parts of the workspace are
// reused as well.)
#pragma once

#include <utility>

#include "passes/graph/model_program.h"
#include "passes/support/gpu_program.h"

namespace lw {

constexpr int64_t kWorkspaceAlignment = 64;  // bytes, as kernels expect of their buffers

struct MemoryPlan {
  struct Place {
    int buffer;           // of the program
    int first, last;      // steps that write it first and use it last
    int64_t bytes;        // a multiple of the alignment
    int64_t offset = -1;  // in the workspace
    // The steps at which it holds a value that is still needed, both ends included. More than one range: between them
    // are steps of the other side of an `if`.
    std::vector<std::pair<int, int>> ranges = {};
  };
  std::vector<Place> places;  // of the temporaries that a step writes, in the order of their first steps
  int64_t peak = 0;           // bytes of the workspace
  int64_t bound = 0;          // no placement needs less: the bytes that live at one step, at most
  int64_t total = 0;          // without sharing
  std::vector<int64_t> live;  // bytes that live at each step
  const Place* find(int buffer) const;
};

// Of each buffer: the steps at which it holds a value that is still needed; of an output, up to the last one. Empty: no
// step uses it.
std::vector<std::vector<std::pair<int, int>>> liveRanges(const ModelProgram& program);

// `sizes`: values of the program's symbolic sizes. `apart`: buffers that get memory of their own, outside of the
// workspace. An error: a size that is not known, or below 0.
Result<MemoryPlan> planMemory(const ModelProgram& program, const LaunchValues& sizes = {},
                              const std::vector<bool>& apart = {});

// The plan for all sizes within the bounds of the program; nothing: a size that matters has no bound.
Result<std::optional<MemoryPlan>> planWithinBounds(const ModelProgram& program, const std::vector<bool>& apart = {});
// An error: one of the sizes is above its bound.
Status checkBounds(const ModelProgram& program, const LaunchValues& sizes);

// The shape of a buffer with these sizes, and its bytes. Errors: a size that is not known, or more than 2^47 bytes.
Result<std::vector<int64_t>> shapeWith(const ModelProgram& program, const ModelBuffer& buffer,
                                       const LaunchValues& sizes);

Result<int64_t> bytesWith(const ModelProgram& program, const ModelBuffer& buffer, const LaunchValues& sizes);

// One line for each place: "lv0: 512 bytes at 0, steps 0 to 1".
std::string toText(const MemoryPlan& plan, const ModelProgram& program);

}  // namespace lw
