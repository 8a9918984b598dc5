#include "backends/tune/tuning_machine.h"

#include <algorithm>
#include <cmath>

#include "backends/runner/runner.h"
#include "backends/target/peaks.h"

namespace lw::tune {

Machine machineOf(const Processor& processor, int threads) {
  const bool wide = processor.has("avx512f");
  Machine machine;
  machine.vectorBits = wide ? 512 : processor.has("avx") ? 256 : 128;
  machine.vectorRegisters = wide ? 32 : 16;
  machine.threads = threads;
  machine.caches = processor.caches;
  machine.dotProducts = processor.has("avx512vnni") || processor.has("avxvnni");
  machine.bfloat16Products = processor.has("avx512bf16");
  return machine;
}

Machine machineOf(const GpuDevice& device) {
  Machine machine;
  machine.gpu = {.warp = device.warp,
                 .maxThreads = device.maxThreads,
                 .sharedBytes = device.sharedPerBlock,
                 .registers = device.maxRegisters,
                 .multiprocessors = device.multiprocessors};
  return machine;
}

Machine thisMachine(int threads) {
  Machine machine = machineOf(thisProcessor(), threads > 0 ? threads : onlineCores());
  if (const std::optional<Peaks> peaks = knownPeaks(machine.threads)) {
    if (peaks->ghz > 0) {
      const double each = 2.0 * machine.lanes(32) * peaks->ghz * machine.threads;
      machine.vectorUnits = std::clamp(static_cast<int>(std::lround(peaks->gflops32 / each)), 1, 2);
    }
    machine.roofs = {peaks->gflops32, peaks->gflops64, {}};
    for (size_t i = 1; i < peaks->caches.size(); ++i) machine.roofs.gbps.push_back(peaks->caches[i].gbps);
    machine.roofs.gbps.push_back(peaks->gbps);
  }
  return machine;
}

Machine machineFor(const TargetDescriptor& target, std::string_view model, int threads) {
  if (!target.kernels) return thisMachine(threads);
  const GpuDevice* device = findGpuDevice(model);
  return machineOf(device ? *device : defaultGpuDevice());
}

}  // namespace lw::tune
