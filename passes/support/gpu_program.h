// A function for a GPU: kernels, and the host code around them (memory that kernels share, launches in order).
#pragma once

#include <array>

#include "core/ir/ndarray.h"
#include "core/ir/stmt.h"
#include "core/ir/tensor_copies.h"
#include "core/support/result.h"
#include "passes/support/gpu_device.h"

namespace lw {

// A kernel as a function. Its parameters are the handles of the global buffers that it accesses, in textual order, then
// scalars. Its body is the nest of loops over blockIdx and threadIdx around the code of a thread; shared and local
// memory is allocated inside.
struct GpuKernel {
  PrimFunc function;
  std::vector<Var> buffers;  // data pointers in the host code; one per handle parameter
  std::vector<Var> scalars;  // scalars of the host, one per scalar parameter
  struct Axis {
    std::string name;  // "threadIdx.x"
    Var var;
    Expr extent;  // in terms of scalars of the host
  };
  std::vector<Axis> axes;
  Stmt body;                                // inside the loops over the axes
  int64_t sharedBytes = 0, localBytes = 0;  // of a block; of a thread
  int64_t warpBytes = 0;           // of a block; used where the target has to place the scope warp in shared memory
  std::vector<TensorMap> tensors;  // descriptors that the host makes, one per further parameter
};

// A function after the last pass, where kernels replace the loops over threads: `Evaluate(Call launch(i))` launches
// kernels[i].
struct GpuProgram {
  PrimFunc lowered;  // the function before the split
  std::vector<GpuKernel> kernels;
  Stmt host;
};

// Splits a function after the last pass into host code and kernels.
Result<GpuProgram> splitHostDevice(const PrimFunc& lowered);
// Checks that the memory of each kernel fits in the device. Messages name buffers as `scheduled` does.
Status checkKernels(const GpuProgram& program, const PrimFunc& scheduled, const GpuDevice& device);

// The steps of the host, with all sizes known.
struct GpuScalar {
  DataType type;
  int64_t whole = 0;  // the value of an integer
  double real = 0;    // the value of a float
};
struct GpuLaunch {
  int kernel = 0;
  std::array<int64_t, 3> grid{1, 1, 1}, block{1, 1, 1};  // x, y, z
  std::vector<int> buffers;                              // indices into GpuPlan::memories
  std::vector<GpuScalar> scalars;                        // one per scalar of the kernel
  std::vector<std::pair<int, TensorMap>> tensors;        // with the index of the array in GpuPlan::memories
  int64_t threads() const { return block[0] * block[1] * block[2]; }
  int64_t blocks() const { return grid[0] * grid[1] * grid[2]; }
};
struct GpuPlan {
  struct Memory {
    Var data;
    int parameter = -1;  // index into the function's buffers; -1: allocated by the host code
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
// The shape that the scheduled function gives the buffer `data`, which lowering allocates with `elements` elements; one
// dimension if the shape is not known.
std::vector<int64_t> allocatedShape(const PrimFunc& scheduled, const Var& data, int64_t elements);
std::string shapeText(const std::vector<int64_t>& shape);  // "(4, 8)"
// The value of `size`, computed in 64 bits; nullopt if it depends on a variable without a value.
std::optional<int64_t> sizeWith(const Expr& size, const LaunchValues& values);
// The values of scalar arguments, and of symbolic sizes, from the shapes of arrays.
LaunchValues launchValues(const PrimFunc& f, const std::vector<Argument>& arguments);
// Executes the host code with these values. Returns an error for a size without a value, and for a launch that
// exceeds the limits of the device.
Result<GpuPlan> planLaunches(const GpuProgram& program, const LaunchValues& values, const GpuDevice& device);

}  // namespace lw
