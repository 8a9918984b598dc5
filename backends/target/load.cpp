#include "backends/target/load.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <sstream>

namespace lw {
namespace {

constexpr double kLeastSeconds = 0.1;

std::string textOfFile(const std::string& path) {
  std::ifstream in(path);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

// User and system time of a process, from its line in /proc: after the name, which may contain anything, the twelfth
// and thirteenth field.
double ticksOf(int process) {
  const std::string text = textOfFile("/proc/" + std::to_string(process) + "/stat");
  const size_t name = text.rfind(')');
  if (name == std::string::npos) return 0;
  std::istringstream fields(text.substr(name + 1));
  std::string skipped;
  for (int i = 0; i < 11; ++i) fields >> skipped;
  double user = 0, system = 0;
  fields >> user >> system;
  return user + system;
}

double secondsOf(int who) {
  rusage usage{};
  getrusage(who, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::optional<LoadCounters> readCounters(const std::vector<int>& processes) {
  const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
  std::optional<LoadCounters> counters = parseCounters(textOfFile("/proc/stat"), ticks);
  if (!counters) return std::nullopt;
  counters->wall = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  counters->own = secondsOf(RUSAGE_SELF) + secondsOf(RUSAGE_CHILDREN);
  for (const int process : processes) counters->own += ticksOf(process) / ticks;
  return counters;
}

}  // namespace

std::optional<LoadCounters> parseCounters(const std::string& stat, double ticksPerSecond) {
  std::istringstream in(stat);
  std::string name;
  double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft = 0, stolen = 0;
  if (!stat.starts_with("cpu ") || !(in >> name >> user >> nice >> system >> idle >> waiting >> interrupts >> soft))
    return std::nullopt;
  in >> stolen;
  LoadCounters counters;
  counters.busy = (user + nice + system + interrupts + soft) / ticksPerSecond;
  counters.stolen = stolen / ticksPerSecond;
  return counters;
}

std::optional<MachineLoad> loadBetween(const LoadCounters& before, const LoadCounters& after) {
  const double seconds = after.wall - before.wall;
  if (seconds < kLeastSeconds) return std::nullopt;
  return MachineLoad{std::max(0.0, (after.busy - before.busy) - (after.own - before.own)) / seconds,
                     std::max(0.0, after.stolen - before.stolen) / seconds};
}

LoadMeter::LoadMeter(std::vector<int> processes) : processes_(std::move(processes)), start_(readCounters(processes_)) {}

std::optional<MachineLoad> LoadMeter::load() const {
  const std::optional<LoadCounters> now = readCounters(processes_);
  return start_ && now ? loadBetween(*start_, *now) : std::nullopt;
}

}  // namespace lw
