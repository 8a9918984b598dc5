// A function for a GPU: kernels, and what the host does around them (memory that kernels share, launches in order).
#pragma once

#include <array>

#include "core/ir/ndarray.h"
#include "core/ir/stmt.h"
#include "core/support/result.h"
#include "passes/support/gpu_device.h"

namespace lw {

// A kernel as a function: parameters are the handles of the global buffers that it touches, in the order of the text,
// then scalars. Its body is the nest of loops over blockIdx and threadIdx around what every thread runs; shared and
// local memory is allocated inside.
struct GpuKernel {
  PrimFunc function;
  std::vector<Var> buffers;  // data pointers, as the host knows them; one per handle parameter
  std::vector<Var> scalars;  // of the host, one per scalar parameter
  struct Axis {
    std::string name;  // "threadIdx.x"
    Var var;
    Expr extent;  // over scalars of the host
  };
  std::vector<Axis> axes;
  Stmt body;                                // inside the loops over the axes
  int64_t sharedBytes = 0, localBytes = 0;  // of a block, of a thread
  int64_t warpBytes = 0;                    // of a block, where the scope warp has to be shared memory
};

// After the last pass, with kernels in place of the loops over threads: `Evaluate(Call launch(i))` stands for
// kernels[i].
struct GpuProgram {
  PrimFunc lowered;  // the function before the split
  std::vector<GpuKernel> kernels;
  Stmt host;
};

// A function after the last pass, split.
Result<GpuProgram> splitHostDevice(const PrimFunc& lowered);
// Does the memory of each kernel fit in the device? `scheduled` names the buffers.
Status checkKernels(const GpuProgram& program, const PrimFunc& scheduled, const GpuDevice& device);

// What the host does, with all sizes known.
struct GpuScalar {
  DataType type;
  int64_t whole = 0;  // of integers
  double real = 0;    // of floats
};
struct GpuLaunch {
  int kernel = 0;
  std::array<int64_t, 3> grid{1, 1, 1}, block{1, 1, 1};  // x, y, z
  std::vector<int> buffers;                              // into GpuPlan::memories
  std::vector<GpuScalar> scalars;                        // one per scalar of the kernel
  int64_t threads() const { return block[0] * block[1] * block[2]; }
  int64_t blocks() const { return grid[0] * grid[1] * grid[2]; }
};
struct GpuPlan {
  struct Memory {
    Var data;
    int parameter = -1;  // index into the function's buffers; -1: memory of the host's own
    DataType type;
    int64_t elements = 0;
    std::string name;
    std::vector<int64_t> shape;
  };
  std::vector<Memory> memories;
  std::vector<GpuLaunch> launches;
};
// Values of scalar parameters and of symbolic sizes, by Var::key().
using LaunchValues = std::map<const void*, std::variant<int64_t, double>>;
// The shape that the scheduled function gives a buffer which lowering allocates with so many elements; else one
// dimension.
std::vector<int64_t> allocatedShape(const PrimFunc& scheduled, const Var& data, int64_t elements);
std::string shapeText(const std::vector<int64_t>& shape);  // "(4, 8)"
// A size with these values, computed in 64 bits; nullopt: it depends on something else.
std::optional<int64_t> sizeWith(const Expr& size, const LaunchValues& values);
LaunchValues launchValues(const PrimFunc& f, const std::vector<Argument>& arguments);
// Checks launches against the device.
Result<GpuPlan> planLaunches(const GpuProgram& program, const LaunchValues& values, const GpuDevice& device);

}  // namespace lw
