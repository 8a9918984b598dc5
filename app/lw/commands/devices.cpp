// lw devices: the targets found on this machine, why others are not available, and the peaks of the machine.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <set>
#include "core/support/json.h"

#include "app/lw/command.h"
#include "backends/blas/library.h"
#include "backends/measure/machine.h"
#include "backends/runner/runner.h"
#include "backends/target/target.h"
#include "backends/targets/targets.h"
#include "passes/support/gpu_device.h"

namespace lw {
namespace {

nlohmann::json toJson(const Peaks& peaks) {
  nlohmann::json j{{"gflops", peaks.gflops32}, {"gflops64", peaks.gflops64}, {"gbps", peaks.gbps}};
  for (const Peaks::Cache& cache : peaks.caches) j["caches"].push_back({{"bytes", cache.bytes}, {"gbps", cache.gbps}});
  if (peaks.productGflops > 0)
    j["product"] = {{"gflops", peaks.productGflops},
                    {"kernels", peaks.productKernels},
                    {"share", peaks.productGflops / peaks.gflops32},
                    {"good", productIsGood(peaks)}};
  j["other_cores"] = peaks.load.busy();
  if (!peaks.atLeast.empty()) j["at_least"] = peaks.atLeast;  // figures that are greater in truth
  return j;
}

void print(const Peaks& peaks) {
  const auto least = [&](const std::string& figure) {
    const bool more = std::find(peaks.atLeast.begin(), peaks.atLeast.end(), figure) != peaks.atLeast.end();
    return more ? "at least " : "";
  };
  std::printf("         %-14s %s%.1f GFLOP/s float32, %s%.1f float64; memory %s%.1f GB/s",
              (std::to_string(peaks.threads) + (peaks.threads == 1 ? " thread" : " threads")).c_str(), least("gflops"),
              peaks.gflops32, least("gflops64"), peaks.gflops64, least("memory"), peaks.gbps);
  for (size_t i = 0; i < peaks.caches.size(); ++i) {
    const std::string level = "L" + std::to_string(i + 1);
    std::printf(", %s %s%.0f", level.c_str(), least(level), peaks.caches[i].gbps);
  }
  std::printf("\n");
  if (peaks.productGflops > 0) std::printf("         %-14s %s\n", "", productText(peaks).c_str());
  if (!isQuiet(peaks.load))
    std::printf("         %-14s measured while %.1f other cores were busy: they may be greater\n", "",
                peaks.load.busy());
}

// What a separate process finds.
struct Found {
  nlohmann::json gpus = nlohmann::json::array();  // the devices that the drivers report
  bool started = false;                           // the process
  bool filter = false, files = false;             // what confines kernels (backends/runner/confinement.h)
};

// Nothing, if that process fails.
Found findDevices() {
  Result<RunnerProcess> child = RunnerProcess::start({.timeoutSeconds = 20});
  if (!child) return {};
  Found found{.started = true, .filter = child->filtersCalls(), .files = child->restrictsFiles()};
  if (const Result<std::string> list = child->gpuDevices()) found.gpus = nlohmann::json::parse(*list);
  return found;
}

std::string sandboxText(const Found& found) {
  if (found.filter && found.files) return "kernels reach no files, connections or processes (seccomp, Landlock)";
  if (found.filter) return "system calls are filtered; this system has no Landlock (Linux 5.13), a second barrier";
  if (!found.started) return "not known: lw-runner could not be started";
  return "none, so kernels have your rights: no seccomp here, or LW_SANDBOX=off";
}

void print(const nlohmann::json& d) {
  std::printf(
      "         %-14s %s (%s), %d units, %.1f GiB, blocks of up to %d threads with %d KiB of shared memory%s%s\n",
      "device", d.value("name", "").c_str(), d.value("version", "").c_str(), d.value("multiprocessors", 0),
      static_cast<double>(d.value("memory", int64_t{0})) / (1 << 30), d.value("max_threads", 0),
      d.value("shared_memory", 0) >> 10, d.value("float64", false) ? ", float64" : "",
      d.value("float16", false) ? ", float16" : "");
}

nlohmann::json toJson(const GpuDevice& d) {
  return {{"name", d.name},
          {"help", d.help},
          {"multiprocessors", d.multiprocessors},
          {"warp", d.warp},
          {"max_threads", d.maxThreads},
          {"shared_memory", d.sharedPerBlock},
          {"shared_memory_of_multiprocessor", d.sharedPerMultiprocessor},
          {"threads_of_multiprocessor", d.threadsPerMultiprocessor},
          {"blocks_of_multiprocessor", d.blocksPerMultiprocessor},
          {"registers_of_multiprocessor", d.registersPerMultiprocessor}};
}

void print(const GpuDevice& d) {
  std::printf("         %-14s %s, each with %d threads, %d blocks, %ld KiB of shared memory, %d registers\n",
              std::string(d.name).c_str(), std::string(d.help).c_str(), d.threadsPerMultiprocessor,
              d.blocksPerMultiprocessor, d.sharedPerMultiprocessor >> 10, d.registersPerMultiprocessor);
}

int run(const CommandLine& arguments) {
  const std::vector<Target> targets = findTargets();
  const Found found = findDevices();
  const nlohmann::json& gpus = found.gpus;
  std::vector<Peaks> peaks;  // of one thread, and of all threads
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
    for (const auto& [target, t] : targets) {
      nlohmann::json j{{"name", target->name}, {"available", t.available}};
      if (t.available)
        j["device"] = t.device;
      else
        j["reason"] = t.reason;
      for (const auto& [key, value] : t.details) j["details"][key] = value;
      for (const nlohmann::json& d : gpus)
        if (d["api"] == target->name && d.contains("name")) j["devices"].push_back(d);
      if (target->models)
        for (const GpuDevice& d : target->models()) j["models"].push_back(toJson(d));
      if (target->onThisProcessor) {
        for (const Peaks& p : peaks) j["peaks"][std::to_string(p.threads)] = toJson(p);
        j["sandbox"] = {{"seccomp", found.filter}, {"landlock", found.files}};
        j["blas"] = blas::toJson(blas::kernels());
      }
      list.push_back(std::move(j));
    }
    std::cout << nlohmann::json{{"targets", list}}.dump(2) << "\n";
    return kDone;
  }
  for (const auto& [target, t] : targets) {
    std::printf("%-12s %s\n", std::string(target->name).c_str(),
                t.available ? t.device.c_str() : ("not available: " + t.reason).c_str());
    for (const auto& [key, value] : t.details) std::printf("         %-14s %s\n", key.c_str(), value.c_str());
    for (const nlohmann::json& d : gpus)
      if (d["api"] == target->name && d.contains("name")) print(d);
    if (target->models)
      for (const GpuDevice& d : target->models()) print(d);
    if (!target->onThisProcessor) continue;
    std::printf("         %-14s %s\n", "sandbox", sandboxText(found).c_str());
    std::printf("         %-14s %s\n", "reference by", blas::textOf(blas::kernels()).c_str());
    if (!blas::kernels().fit())
      std::printf("         %-14s beware: %s\n", "", blas::warningOf(blas::kernels()).c_str());
    std::printf("         measured peaks\n");
    for (const Peaks& p : peaks) print(p);
    if (peaks.empty())
      std::printf("         %-14s `lw devices --peaks` measures them (some seconds), and so does the first run\n",
                  "none yet");
  }
  return kDone;
}

}  // namespace

Command devicesCommand() {
  return {"devices",
          "the targets found here, and why the others are not",
          {{"--peaks", "measure now what the cpu does at best (some seconds); the best of all measurements is kept", "",
            OptionSpec::kFlag}},
          run};
}

}  // namespace lw
