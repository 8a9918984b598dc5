// lw devices: targets found here, and why the others are not; what the machine does at best.
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "app/command.h"
#include "backends/measure/machine.h"
#include "backends/target/target.h"

namespace lw {
namespace {

nlohmann::json toJson(const Peaks& peaks) {
  nlohmann::json j{{"gflops", peaks.gflops32}, {"gflops64", peaks.gflops64}, {"gbps", peaks.gbps}};
  for (const Peaks::Cache& cache : peaks.caches) j["caches"].push_back({{"bytes", cache.bytes}, {"gbps", cache.gbps}});
  return j;
}

void print(const Peaks& peaks) {
  std::printf("         %-14s %.1f GFLOP/s float32, %.1f float64; memory %.1f GB/s", (std::to_string(peaks.threads) + (peaks.threads == 1 ? " thread" : " threads")).c_str(),
              peaks.gflops32, peaks.gflops64, peaks.gbps);
  for (size_t i = 0; i < peaks.caches.size(); ++i) std::printf(", L%zu %.0f", i + 1, peaks.caches[i].gbps);
  std::printf("\n");
}

int run(const CommandLine& arguments) {
  const std::vector<Target> targets = findTargets();
  std::vector<Peaks> peaks;  // of one thread, and of all
  for (const int threads : std::set<int>{1, cpuInfo().cores}) {
    if (arguments.has("--peaks")) {
      Result<Peaks> measured = measurePeaks(threads);
      if (!measured) return fail(arguments, measured.error());
      peaks.push_back(*measured);
    } else if (const std::optional<Peaks> known = knownPeaks(threads)) {
      peaks.push_back(*known);
    }
  }
  if (arguments.json()) {
    nlohmann::json list = nlohmann::json::array();
    for (const Target& t : targets) {
      nlohmann::json j{{"name", t.name}, {"available", t.available}};
      if (t.available) j["device"] = t.device;
      else j["reason"] = t.reason;
      for (const auto& [key, value] : t.details) j["details"][key] = value;
      if (t.name == "cpu")
        for (const Peaks& p : peaks) j["peaks"][std::to_string(p.threads)] = toJson(p);
      list.push_back(std::move(j));
    }
    std::cout << nlohmann::json{{"targets", list}}.dump(2) << "\n";
    return kDone;
  }
  for (const Target& t : targets) {
    std::printf("%-12s %s\n", t.name.c_str(), t.available ? t.device.c_str() : ("not available: " + t.reason).c_str());
    for (const auto& [key, value] : t.details) std::printf("         %-14s %s\n", key.c_str(), value.c_str());
    if (t.name != "cpu") continue;
    std::printf("         measured peaks\n");
    for (const Peaks& p : peaks) print(p);
    if (peaks.empty()) std::printf("         %-14s `lw devices --peaks` measures them (about a second), and so does the first run\n", "none yet");
  }
  return kDone;
}

}  // namespace

Command devicesCommand() {
  return {"devices", "the targets found here, and why the others are not",
          {{"--peaks", "measure now what the cpu does at best (about a second); the best of all measurements is kept", "", OptionSpec::kFlag}}, run};
}

}  // namespace lw
