#include "backends/target/memory.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>

namespace lw {
namespace {

constexpr int64_t kUnlimited = std::numeric_limits<int64_t>::max();

std::string contentsOf(const std::string& file) {
  std::ifstream in(file);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

// A number at the start of the file; unlimited if there is none ("max").
int64_t numberIn(const std::string& file) {
  const std::string text = contentsOf(file);
  char* end = nullptr;
  const long long value = std::strtoll(text.c_str(), &end, 10);
  return end == text.c_str() || value < 0 ? kUnlimited : value;
}

// What the control groups of this process have left, from its own to the outermost (version 2 of Linux's control
// groups).
int64_t groupMemory() {
  std::istringstream groups(contentsOf("/proc/self/cgroup"));
  int64_t least = kUnlimited;
  for (std::string line; std::getline(groups, line);) {
    if (!line.starts_with("0::/")) continue;
    for (std::string path = line.substr(3);; path.resize(path.rfind('/'))) {
      const std::string folder = "/sys/fs/cgroup" + path + "/";
      const int64_t most = numberIn(folder + "memory.max"), used = numberIn(folder + "memory.current");
      if (most != kUnlimited && used != kUnlimited) least = std::min(least, std::max<int64_t>(most - used, 0));
      if (path.find('/') == std::string::npos || path == "/") break;
    }
  }
  return least;
}

int64_t processLimit() {
  int64_t least = kUnlimited;
  for (const auto resource : {RLIMIT_AS, RLIMIT_DATA}) {
    rlimit limit{};
    if (getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
      least = std::min(least, static_cast<int64_t>(limit.rlim_cur));
  }
  return least;
}

}  // namespace

int64_t parseAvailableMemory(const std::string& text) {
  std::istringstream lines(text);
  int64_t bytes = 0;
  bool known = false;
  for (std::string line; std::getline(lines, line);) {
    const bool memory = line.starts_with("MemAvailable:");
    if (!memory && !line.starts_with("SwapFree:")) continue;
    bytes += std::strtoll(line.c_str() + line.find(':') + 1, nullptr, 10) << 10;
    known = known || memory;
  }
  return known ? bytes : 0;
}

int64_t availableMemory() {
  const int64_t machine = parseAvailableMemory(contentsOf("/proc/meminfo"));
  return std::min({machine > 0 ? machine : kUnlimited, groupMemory(), processLimit()});
}

std::string memoryText(double bytes) {
  char text[64];
  const double gib = bytes / (1 << 30), mib = bytes / (1 << 20);
  if (gib >= 1)
    std::snprintf(text, sizeof text, "%.0f bytes (%.1f GiB)", bytes, gib);
  else if (mib >= 1)
    std::snprintf(text, sizeof text, "%.0f bytes (%.1f MiB)", bytes, mib);
  else
    std::snprintf(text, sizeof text, "%.0f bytes", bytes);
  return text;
}

}  // namespace lw
