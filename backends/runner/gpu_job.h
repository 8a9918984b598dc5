// Kernels on a GPU with their memory and their launches in order, as lw-runner keeps them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "backends/runner/gpu_driver.h"

namespace lw {

// The caller's memory for the buffers, in the order of the call.
struct GpuHostBuffer {
  void* data;
  size_t bytes;
  bool upload;         // its contents have changed
  bool result = true;  // its contents are wanted where any are
};

// A buffer's size on the device.
struct GpuMemoryNeed {
  std::string name;
  std::vector<int64_t> shape;
  size_t bytes;
};
// Refuses jobs that exceed the device's memory or its limit for one buffer; names the largest buffer.
Status requireDeviceMemory(const std::vector<GpuMemoryNeed>& needs, const GpuDeviceInfo& device);

class GpuJob {
 public:
  // {"api", "device", "code", "memories": [{"parameter": i} or {"bytes": n}, with "name", "shape"], "steps":
  // [{"kernel", "grid", "block",
  //  "arguments": [{"memory": i} or {"int": value, "bytes": n} or {"float": value, "bytes": 4 or 8}]}]}
  static Result<GpuJob> load(const nlohmann::json& description);
  // Runs the launches `loops` times; returns nanoseconds of all. `download` copies the contents of the results back.
  // `first`, `last`: a part of the steps, the last one not included; -1: all.
  Result<double> run(const std::vector<GpuHostBuffer>& buffers, int64_t loops, bool download, int first = 0,
                     int last = -1);

 private:
  struct Memory {
    int parameter = -1;
    size_t bytes = 0;
    std::string name;
    std::vector<int64_t> shape;
  };
  Status prepare(const std::vector<GpuHostBuffer>& buffers);

  std::unique_ptr<GpuDriver> driver_;
  std::vector<Memory> memories_;
  std::vector<GpuStep> steps_;
  bool allocated_ = false;
};

// All devices of all drivers, for {"do": "devices"}.
nlohmann::json gpuDevicesJson();

}  // namespace lw
