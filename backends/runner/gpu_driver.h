// A GPU through its driver: memory, programs, launches in order. The driver's library is opened only when a device is
// requested, so lw-runner does not link it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/support/result.h"

namespace lw {

// What a descriptor of an array is made of (core/ir/tensor_copies.h); dimensions are listed from the innermost one on.
struct GpuTensor {
  int memory = 0;
  int64_t elementBytes = 1, swizzle = 0;
  std::vector<uint64_t> sizes, strides;  // elements; bytes
  std::vector<uint32_t> box;
};

struct GpuStep {
  std::string kernel;
  size_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};  // blocks, threads of a block
  struct Argument {
    int memory = -1;                       // index; -1: a number
    std::string value;                     // its bytes
    std::optional<GpuTensor> tensor = {};  // then a descriptor of it
  };
  std::vector<Argument> arguments;
};

struct GpuDeviceInfo {
  std::string api, name, version;
  int multiprocessors = 0;
  int64_t memory = 0, sharedMemory = 0;  // bytes; of a block
  int64_t maxAllocation = 0;             // bytes of one buffer; 0: no limit but the memory
  int64_t maxThreads = 0;                // of a block
  bool float64 = false, float16 = false;
};

class GpuDriver {
 public:
  virtual ~GpuDriver() = default;
  virtual GpuDeviceInfo info() = 0;
  virtual Status build(const std::string& code) = 0;              // OpenCL C, or PTX
  virtual Status allocate(const std::vector<size_t>& bytes) = 0;  // memory 0, 1, ...; zeros
  virtual Status write(int memory, const void* data, size_t bytes) = 0;
  virtual Status read(int memory, void* data, size_t bytes) = 0;
  // Runs the steps `loops` times. Returns nanoseconds, each time from the first kernel's start to the last one's end.
  virtual Result<double> run(const std::vector<GpuStep>& steps, int64_t loops) = 0;
};

// The drivers that are tried, in this order where nobody chose one.
struct GpuApi {
  const char* name;  // "cuda"
  Result<std::unique_ptr<GpuDriver>> (*open)(int device);
};
std::span<const GpuApi> gpuApis();
// `device` counts all devices of the driver.
Result<std::unique_ptr<GpuDriver>> openGpu(const std::string& api, int device);
Result<std::unique_ptr<GpuDriver>> openOpenCl(int device);
Result<std::unique_ptr<GpuDriver>> openCuda(int device);

}  // namespace lw
