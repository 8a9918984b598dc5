#include "backends/target/target.h"

#include <dlfcn.h>
#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
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

std::string sizeText(int64_t bytes) {
  if (bytes == 0) return "unknown";
  if (bytes % (1 << 20) == 0) return std::to_string(bytes >> 20) + " MiB";
  return std::to_string(bytes >> 10) + " KiB";
}

Target cpuTarget() {
  Target target{.name = "cpu"};
  const CpuInfo info = cpuInfo();
  target.device = info.model;
#if defined(__x86_64__)
  target.available = true;
#else
  target.reason = "kernels are loaded as x86-64 code, and this is another machine";
#endif
  std::string features;
  for (const std::string& feature : info.features) features += (features.empty() ? "" : " ") + feature;
  target.details = {{"cores", std::to_string(info.cores)},
                    {"vector bits", std::to_string(info.vectorBits)},
                    {"features", features},
                    {"L1 data cache", sizeText(info.l1dBytes)},
                    {"L2 cache", sizeText(info.l2Bytes)},
                    {"L3 cache", sizeText(info.l3Bytes)}};
  return target;
}

// Asks the driver itself, so that an installed driver without a device is told from no driver.
Target cudaTarget() {
  Target target{.name = "cuda"};
  void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!driver) {
    target.reason = "no NVIDIA driver: libcuda.so.1 not found";
    return target;
  }
  const auto initialise = reinterpret_cast<int (*)(unsigned)>(dlsym(driver, "cuInit"));
  const auto count = reinterpret_cast<int (*)(int*)>(dlsym(driver, "cuDeviceGetCount"));
  const auto name = reinterpret_cast<int (*)(char*, int, int)>(dlsym(driver, "cuDeviceGetName"));
  int devices = 0;
  char text[256] = {};
  if (!initialise || !count || !name)
    target.reason = "libcuda.so.1 is there, but is not an NVIDIA driver";
  else if (const int code = initialise(0))
    target.reason = "the NVIDIA driver does not start: cuInit gives error " + std::to_string(code);
  else if (count(&devices) != 0 || devices == 0)
    target.reason = "the NVIDIA driver finds no device";
  else {
    name(text, sizeof text, 0);
    target.device = text;
    target.available = true;
  }
  return target;
}

// The loader and the drivers that it knows; asking the drivers themselves is left to lw-runner.
Target openClTarget() {
  Target target{.name = "opencl"};
  std::error_code none;
  std::string drivers;
  const char* folder = std::getenv("OCL_ICD_VENDORS");
  for (const auto& entry : std::filesystem::directory_iterator(
           folder && std::filesystem::is_directory(folder, none) ? folder : "/etc/OpenCL/vendors", none))
    if (entry.path().extension() == ".icd") drivers += (drivers.empty() ? "" : ", ") + entry.path().stem().string();
  void* loader = dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!loader)
    target.reason = "no OpenCL: libOpenCL.so.1 not found";
  else if (drivers.empty())
    target.reason = "there is no OpenCL driver; pocl-opencl-icd makes the cpu a device";
  else
    target.device = "OpenCL by " + drivers;
  target.available = target.reason.empty();
  if (loader) dlclose(loader);
  return target;
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

std::vector<Target> findTargets() {
  Target emulator{.name = "gpu-emulator", .available = true, .device = "a GPU run step by step on the interpreter"};
  emulator.details = {{"models", "sm_70 sm_75 sm_80 sm_86 sm_89 sm_90"}};
  return {cpuTarget(), cudaTarget(), openClTarget(), std::move(emulator)};
}

}  // namespace lw
