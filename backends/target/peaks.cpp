#include "backends/target/peaks.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include "core/support/json.h"

#include "backends/target/target.h"

namespace lw {
namespace {

using nlohmann::json;

constexpr int kMethod = 4;  // figures measured by another method are not comparable

bool isFor(const json& entry, int threads) {
  const CpuInfo cpu = cpuInfo();
  return entry.is_object() && entry.value("cpu", "") == cpu.model && entry.value("cores", 0) == cpu.cores &&
         entry.value("threads", 0) == threads && entry.value("method", 0) == kMethod;
}

json toJson(const Peaks& peaks) {
  const CpuInfo cpu = cpuInfo();
  json caches = json::array();
  for (const Peaks::Cache& cache : peaks.caches) caches.push_back({{"bytes", cache.bytes}, {"gbps", cache.gbps}});
  return {{"cpu", cpu.model},
          {"cores", cpu.cores},
          {"threads", peaks.threads},
          {"method", kMethod},
          {"gflops32", peaks.gflops32},
          {"gflops64", peaks.gflops64},
          {"ghz", peaks.ghz},
          {"gbps", peaks.gbps},
          {"caches", caches},
          {"product_gflops", peaks.productGflops},
          {"product_kernels", peaks.productKernels},
          {"when", peaks.when},
          {"load", {{"others", peaks.load.others}, {"stolen", peaks.load.stolen}}}};
}

std::optional<Peaks> fromJson(const json& entry) {
  Peaks peaks;
  peaks.threads = entry.value("threads", 1);
  peaks.gflops32 = entry.value("gflops32", 0.0);
  peaks.gflops64 = entry.value("gflops64", 0.0);
  peaks.ghz = entry.value("ghz", 0.0);
  peaks.gbps = entry.value("gbps", 0.0);
  peaks.productGflops = entry.value("product_gflops", 0.0);
  peaks.productKernels = entry.value("product_kernels", "");
  peaks.when = entry.value("when", int64_t{0});
  const json load = entry.value("load", json::object());
  peaks.load = {load.value("others", 0.0), load.value("stolen", 0.0)};
  for (const json& cache : entry.value("caches", json::array()))
    peaks.caches.push_back({cache.value("bytes", int64_t{0}), cache.value("gbps", 0.0)});
  if (!(peaks.gflops32 > 0 && peaks.gflops64 > 0 && peaks.gbps > 0)) return std::nullopt;
  return peaks;
}

json entriesOf(const std::string& file);

std::optional<Peaks> storedPeaks(int threads, const std::string& file) {
  try {
    for (const json& entry : entriesOf(file))
      if (isFor(entry, threads)) return fromJson(entry);
  } catch (const json::exception&) {  // a value of another type
  }
  return std::nullopt;
}

// The list in the file; empty if there is none or it is damaged.
json entriesOf(const std::string& file) {
  std::ifstream in(file);
  json entries = json::parse(in, nullptr, false);
  return entries.is_array() ? entries : json::array();
}

}  // namespace

std::string peaksFile() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  const std::string base = cache && *cache ? cache : std::string(home ? home : "/tmp") + "/.cache";
  return base + "/loopwright/peaks.json";
}

std::optional<Peaks> knownPeaks(int threads, const std::string& file) {
  const std::string place = file.empty() ? peaksFile() : file;
  const std::optional<Peaks> stored = storedPeaks(threads, place);
  if (!stored) return std::nullopt;
  return raised(*stored, threads > 1 ? storedPeaks(1, place) : std::nullopt);
}

Peaks raised(Peaks peaks, const std::optional<Peaks>& one) {
  const auto raise = [&](double& figure, double least, const std::string& name) {
    if (figure >= least) return;
    figure = least;
    if (std::find(peaks.atLeast.begin(), peaks.atLeast.end(), name) == peaks.atLeast.end())
      peaks.atLeast.push_back(name);
  };
  const auto nameOf = [](size_t level) { return "L" + std::to_string(level + 1); };
  if (one) {
    raise(peaks.gflops32, one->gflops32, "gflops");
    raise(peaks.gflops64, one->gflops64, "gflops64");
    raise(peaks.gbps, one->gbps, "memory");
    for (size_t i = 0; i < peaks.caches.size() && i < one->caches.size(); ++i)
      raise(peaks.caches[i].gbps, one->caches[i].gbps, nameOf(i));
  }
  double behind = peaks.gbps;
  for (size_t i = peaks.caches.size(); i-- > 0;) {
    raise(peaks.caches[i].gbps, behind, nameOf(i));
    behind = peaks.caches[i].gbps;
  }
  return peaks;
}

std::string productText(const Peaks& peaks) {
  if (peaks.productGflops <= 0) return {};
  char text[160];
  std::snprintf(text, sizeof text,
                "OpenBLAS's product of 1024 x 1024 x 1024: %.1f GFLOP/s with its %s kernels, %.0f %% of the peak",
                peaks.productGflops, peaks.productKernels.c_str(), 100 * peaks.productGflops / peaks.gflops32);
  return text +
         std::string(productIsGood(peaks) ? "" : "; it should reach 60 %, so references with products take too long");
}

Peaks keepPeaks(const Peaks& measured, const std::string& file) {
  const std::string place = file.empty() ? peaksFile() : file;
  Peaks best = measured;
  if (const std::optional<Peaks> known = storedPeaks(measured.threads, place)) {
    if (known->load.busy() < best.load.busy()) best.load = known->load;
    if (known->productKernels == best.productKernels)
      best.productGflops = std::max(best.productGflops, known->productGflops);
    best.gflops32 = std::max(best.gflops32, known->gflops32);
    best.gflops64 = std::max(best.gflops64, known->gflops64);
    best.ghz = std::max(best.ghz, known->ghz);
    best.gbps = std::max(best.gbps, known->gbps);
    for (size_t i = 0; i < best.caches.size() && i < known->caches.size(); ++i)
      if (best.caches[i].bytes == known->caches[i].bytes)
        best.caches[i].gbps = std::max(best.caches[i].gbps, known->caches[i].gbps);
  }
  json kept = json::array();
  for (const json& entry : entriesOf(place)) {
    try {
      if (!isFor(entry, measured.threads)) kept.push_back(entry);
    } catch (const json::exception&) {  // damaged: not kept
    }
  }
  kept.push_back(toJson(best));
  // Replaced by renaming, so that two processes never mix their texts.
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(place).parent_path(), ignored);
  const std::string fresh = place + "." + std::to_string(getpid());
  {
    std::ofstream out(fresh);
    out << kept.dump(1) << '\n';
    if (!out) return best;
  }
  std::filesystem::rename(fresh, place, ignored);
  return best;
}

}  // namespace lw
