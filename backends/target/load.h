// What else ran on the machine during a measurement.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lw {

// Times of processors that others took. A busy machine measures times that are too long.
struct MachineLoad {
  double others = 0;  // cores that other processes kept busy, on average
  double stolen = 0;  // cores that the host of a virtual machine gave to others
  double busy() const { return others + stolen; }
  friend bool operator==(const MachineLoad&, const MachineLoad&) = default;
};
constexpr double kQuietCores = 0.15;  // below, a machine counts as idle
inline bool isQuiet(const MachineLoad& load) { return load.busy() <= kQuietCores; }

// The counters of the system and of some processes, in seconds.
struct LoadCounters {
  double wall = 0;
  double busy = 0;    // of all processors, by the text of /proc/stat
  double stolen = 0;  // the same
  double own = 0;     // of this process, its threads and the given processes
};
// nullopt: the text does not say.
std::optional<LoadCounters> parseCounters(const std::string& stat, double ticksPerSecond);
// What happened between two readings; nullopt: they are too close together for the counters, which advance by 10 ms.
std::optional<MachineLoad> loadBetween(const LoadCounters& before, const LoadCounters& after);

// Reads them at its start and when it is asked. The processes are children that still run.
class LoadMeter {
 public:
  explicit LoadMeter(std::vector<int> processes = {});
  std::optional<MachineLoad> load() const;

 private:
  std::vector<int> processes_;
  std::optional<LoadCounters> start_;
};

}  // namespace lw
