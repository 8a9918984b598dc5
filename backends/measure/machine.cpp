#include "backends/measure/machine.h"

#include <algorithm>
#include <ctime>

#include "backends/blas/library.h"
#include "backends/runner/runner.h"
#include "backends/target/target.h"

namespace lw {
namespace {

Peaks peaksOf(int threads, const std::vector<int64_t>& caches, const PeakKernelResults& found) {
  Peaks peaks{threads, found.gflops32, found.gflops64, found.memoryGbps, {}};
  for (size_t i = 0; i < caches.size() && i < found.cacheGbps.size(); ++i)
    peaks.caches.push_back({caches[i], found.cacheGbps[i]});
  peaks.ghz = found.ghz;
  peaks.productGflops = found.productGflops;
  peaks.productKernels = found.productKernels;
  return peaks;
}

void takeBest(Peaks& best, const Peaks& more) {
  best.gflops32 = std::max(best.gflops32, more.gflops32);
  best.gflops64 = std::max(best.gflops64, more.gflops64);
  best.ghz = std::max(best.ghz, more.ghz);
  best.gbps = std::max(best.gbps, more.gbps);
  best.productGflops = std::max(best.productGflops, more.productGflops);
  for (size_t i = 0; i < best.caches.size(); ++i)
    best.caches[i].gbps = std::max(best.caches[i].gbps, more.caches[i].gbps);
}

}  // namespace

Result<std::vector<Peaks>> bestOfRounds(const std::vector<int>& threads,
                                        const std::function<Result<Peaks>(int threads)>& round) {
  std::vector<Peaks> best;
  const auto plausible = [&] {
    return std::all_of(best.begin(), best.end(), [&](const Peaks& p) {
      return raised(p, p.threads > 1 ? std::optional(best.front()) : std::nullopt).atLeast.empty();
    });
  };
  for (int r = 0; r < kPeakRounds || (r < kMostPeakRounds && !plausible()); ++r)
    for (size_t i = 0; i < threads.size(); ++i) {
      Result<Peaks> found = round(threads[i]);
      if (!found) return found.error();
      r == 0 ? best.push_back(std::move(*found)) : takeBest(best[i], *found);
    }
  return best;
}

Result<Peaks> measurePeaks(int threads, const std::function<bool()>& cancelled, const std::string& file) {
  const bool product = blas::functions() != nullptr;
  Result<RunnerProcess> child = RunnerProcess::start({.variables = blas::variables(), .cancelled = cancelled});
  if (!child) return std::move(child).error();
  const std::vector<int64_t> caches = cacheSizes();
  const LoadMeter meter({child->pid()});
  std::vector<int> counts{1};
  if (threads > 1) counts.push_back(threads);
  Result<std::vector<Peaks>> best = bestOfRounds(counts, [&](int count) -> Result<Peaks> {
    Result<PeakKernelResults> found = child->measurePeaks(count, caches, product);
    if (!found) return found.error();
    return peaksOf(count, caches, *found);
  });
  if (!best) return best.error();
  const MachineLoad load = meter.load().value_or(MachineLoad{});
  std::vector<Peaks> kept;
  for (Peaks& peaks : *best) {
    peaks.load = load;
    peaks.when = std::time(nullptr);
    kept.push_back(keepPeaks(peaks, file));
  }
  return raised(kept.back(), threads > 1 ? std::optional(kept.front()) : std::nullopt);
}

Result<Peaks> machinePeaks(int threads, const std::function<bool()>& cancelled, const std::string& file) {
  if (std::optional<Peaks> known = knownPeaks(threads, file)) return *known;
  return measurePeaks(threads, cancelled, file);
}

}  // namespace lw
