#include "backends/tune/tuning_machine.h"

#include <algorithm>

#include "backends/runner/runner.h"
#include "backends/target/peaks.h"
#include "backends/target/target.h"

namespace lw::tune {

Machine thisMachine(int threads) {
  const CpuInfo info = cpuInfo();
  const auto has = [&](const char* feature) {
    return std::find(info.features.begin(), info.features.end(), feature) != info.features.end();
  };
  Machine machine;
  machine.vectorBits = info.vectorBits;
  machine.vectorRegisters = has("avx512f") ? 32 : 16;
  machine.threads = threads > 0 ? threads : onlineCores();
  machine.caches = cacheSizes();
  machine.dotProducts = has("avx512_vnni") || has("avx_vnni");
  machine.bfloat16Products = has("avx512_bf16");
  if (const std::optional<Peaks> peaks = knownPeaks(machine.threads)) {
    machine.roofs = {peaks->gflops32, peaks->gflops64, {}};
    for (size_t i = 1; i < peaks->caches.size(); ++i) machine.roofs.gbps.push_back(peaks->caches[i].gbps);
    machine.roofs.gbps.push_back(peaks->gbps);
  }
  return machine;
}

}  // namespace lw::tune
