#include "backends/measure/machine.h"

#include "backends/runner/runner.h"
#include "backends/target/target.h"

namespace lw {

Result<Peaks> measurePeaks(int threads, const std::function<bool()>& cancelled, const std::string& file) {
  Result<RunnerProcess> child = RunnerProcess::start({.cancelled = cancelled});
  if (!child) return std::move(child).error();
  const std::vector<int64_t> caches = cacheSizes();
  Result<PeakKernelResults> found = child->measurePeaks(threads, caches);
  if (!found) return std::move(found).error();
  Peaks peaks{threads, found->gflops32, found->gflops64, found->memoryGbps, {}};
  for (size_t i = 0; i < caches.size() && i < found->cacheGbps.size(); ++i)
    peaks.caches.push_back({caches[i], found->cacheGbps[i]});
  return keepPeaks(peaks, file);
}

Result<Peaks> machinePeaks(int threads, const std::function<bool()>& cancelled, const std::string& file) {
  if (std::optional<Peaks> known = knownPeaks(threads, file)) return *known;
  return measurePeaks(threads, cancelled, file);
}

}  // namespace lw
