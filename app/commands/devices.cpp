// lw devices: the targets found here, and why the others are not.
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "backends/target/peaks.h"
#include "backends/target/target.h"

namespace lw {
namespace {

int run(const CommandLine& arguments) {
  const std::vector<Target> targets = findTargets();
  const bool peaks = arguments.has("--peaks");
  if (arguments.json()) {
    nlohmann::json list = nlohmann::json::array();
    for (const Target& t : targets) {
      nlohmann::json j{{"name", t.name}, {"available", t.available}};
      if (t.available) j["device"] = t.device;
      else j["reason"] = t.reason;
      for (const auto& [key, value] : t.details) j["details"][key] = value;
      if (peaks && t.name == "cpu")
        for (const int threads : {1, cpuInfo().cores}) {
          const Peaks p = cachedPeaks(threads);
          j["peaks"][std::to_string(threads)] = {{"gflops", p.gflops}, {"gbps", p.gbps}};
        }
      list.push_back(std::move(j));
    }
    std::cout << nlohmann::json{{"targets", list}}.dump(2) << "\n";
    return kDone;
  }
  for (const Target& t : targets) {
    std::printf("%-8s %s\n", t.name.c_str(), t.available ? t.device.c_str() : ("not available: " + t.reason).c_str());
    for (const auto& [key, value] : t.details) std::printf("         %-10s %s\n", key.c_str(), value.c_str());
    if (peaks && t.name == "cpu")
      for (const int threads : {1, cpuInfo().cores}) {
        const Peaks p = cachedPeaks(threads);
        std::printf("         measured   %.1f GFLOP/s, %.1f GB/s on %d thread%s\n", p.gflops, p.gbps, threads, threads == 1 ? "" : "s");
      }
  }
  return kDone;
}

}  // namespace

Command devicesCommand() {
  return {"devices", "the targets found here, and why the others are not",
          {{"--peaks", "also the measured peaks of the cpu (0.3 s on first use)", "", OptionSpec::kFlag}}, run};
}

}  // namespace lw
