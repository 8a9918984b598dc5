#include "backends/target/target.h"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <sstream>

namespace lw {
namespace {

std::string readFile(const std::string& path) {
  std::ifstream in(path);
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

int usableCores() {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(1, CPU_COUNT(&set)) : 1;
}

void readCaches(CpuInfo& info) {
  for (int index = 0; index < 8; ++index) {
    const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    const std::string level = readFile(folder + "level");
    if (level.empty() || readFile(folder + "type") == "Instruction") continue;
    const int64_t bytes = parseCacheSize(readFile(folder + "size"));
    if (level == "1") info.l1dBytes = bytes;
    if (level == "2") info.l2Bytes = bytes;
    if (level == "3") info.l3Bytes = bytes;
  }
}

}  // namespace

int64_t parseCacheSize(const std::string& text) {
  int64_t size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
  if (error != std::errc() || size < 0) return 0;
  const std::string unit(end, text.data() + text.size());
  return unit == "K" ? size << 10 : unit == "M" ? size << 20 : unit.empty() ? size : 0;
}

CpuInfo parseCpuInfo(const std::string& text) {
  CpuInfo info;
  std::istringstream lines(text);
  std::string flags;
  for (std::string line; std::getline(lines, line);) {
    const size_t colon = line.find(':');
    if (colon == std::string::npos || colon + 2 > line.size()) continue;
    const std::string value = line.substr(colon + 2);
    if (line.starts_with("model name") && info.model.empty()) info.model = value;
    if (line.starts_with("flags") && flags.empty()) flags = " " + value + " ";
  }
  if (info.model.empty()) info.model = "x86-64";
  for (const char* feature : {"avx", "avx2", "fma", "f16c", "avx512f", "avx512bw", "avx512vl", "avx512_bf16",
                              "avx512_fp16", "avx512_vnni", "avx_vnni", "amx_tile"})
    if (flags.find(" " + std::string(feature) + " ") != std::string::npos) info.features.emplace_back(feature);
  const auto has = [&](const char* name) {
    return std::find(info.features.begin(), info.features.end(), name) != info.features.end();
  };
  info.vectorBits = has("avx512f") ? 512 : has("avx") ? 256 : 128;
  return info;
}

std::vector<int64_t> cacheSizes() {
  CpuInfo info;
  readCaches(info);
  std::vector<int64_t> sizes;
  for (const int64_t bytes : {info.l1dBytes, info.l2Bytes, info.l3Bytes})
    if (bytes > 0) sizes.push_back(bytes);
  return sizes;
}

CpuInfo cpuInfo() {
  CpuInfo info = parseCpuInfo(readFile("/proc/cpuinfo"));
  info.cores = usableCores();
  readCaches(info);
  return info;
}

}  // namespace lw
