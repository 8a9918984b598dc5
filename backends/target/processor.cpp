#include "backends/target/processor.h"

#include <array>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>
#include "core/support/json.h"

#include "backends/target/target.h"
#include "core/support/text.h"

namespace lw {
namespace {

// The name in /proc/cpuinfo, and LLVM's where it is another one. A feature that is not there is switched off: a virtual
// machine may hide what the family has.
constexpr std::array<std::pair<const char*, const char*>, 40> kFeatures = {{{"pni", "sse3"},
                                                                            {"ssse3", "ssse3"},
                                                                            {"sse4_1", "sse4.1"},
                                                                            {"sse4_2", "sse4.2"},
                                                                            {"popcnt", "popcnt"},
                                                                            {"cx16", "cx16"},
                                                                            {"movbe", "movbe"},
                                                                            {"aes", "aes"},
                                                                            {"pclmulqdq", "pclmul"},
                                                                            {"avx", "avx"},
                                                                            {"f16c", "f16c"},
                                                                            {"fma", "fma"},
                                                                            {"avx2", "avx2"},
                                                                            {"abm", "lzcnt"},
                                                                            {"bmi1", "bmi"},
                                                                            {"bmi2", "bmi2"},
                                                                            {"adx", "adx"},
                                                                            {"fma4", "fma4"},
                                                                            {"xop", "xop"},
                                                                            {"gfni", "gfni"},
                                                                            {"vaes", "vaes"},
                                                                            {"vpclmulqdq", "vpclmulqdq"},
                                                                            {"avx_vnni", "avxvnni"},
                                                                            {"avx_ifma", "avxifma"},
                                                                            {"avx512f", "avx512f"},
                                                                            {"avx512cd", "avx512cd"},
                                                                            {"avx512bw", "avx512bw"},
                                                                            {"avx512dq", "avx512dq"},
                                                                            {"avx512vl", "avx512vl"},
                                                                            {"avx512ifma", "avx512ifma"},
                                                                            {"avx512vbmi", "avx512vbmi"},
                                                                            {"avx512_vbmi2", "avx512vbmi2"},
                                                                            {"avx512_vnni", "avx512vnni"},
                                                                            {"avx512_bitalg", "avx512bitalg"},
                                                                            {"avx512_vpopcntdq", "avx512vpopcntdq"},
                                                                            {"avx512_bf16", "avx512bf16"},
                                                                            {"avx512_fp16", "avx512fp16"},
                                                                            {"amx_tile", "amx-tile"},
                                                                            {"amx_int8", "amx-int8"},
                                                                            {"amx_bf16", "amx-bf16"}}};

// The families that the compiler of this program can tell apart; their names are LLVM's, too.
std::string familyOfThisProcessor() {
  __builtin_cpu_init();
#define LW_FAMILY(name) \
  if (__builtin_cpu_is(name)) return name;
  LW_FAMILY("sapphirerapids")
  LW_FAMILY("alderlake")
  LW_FAMILY("rocketlake")
  LW_FAMILY("tigerlake")
  LW_FAMILY("cooperlake")
  LW_FAMILY("cascadelake")
  LW_FAMILY("icelake-server")
  LW_FAMILY("icelake-client")
  LW_FAMILY("cannonlake")
  LW_FAMILY("skylake-avx512")
  LW_FAMILY("skylake")
  LW_FAMILY("broadwell")
  LW_FAMILY("haswell")
  LW_FAMILY("ivybridge")
  LW_FAMILY("sandybridge")
  LW_FAMILY("westmere")
  LW_FAMILY("nehalem")
  LW_FAMILY("znver3")
  LW_FAMILY("znver2")
  LW_FAMILY("znver1")
#undef LW_FAMILY
  return "x86-64";
}

}  // namespace

bool Processor::has(const std::string& feature) const {
  return ("," + features + ",").find(",+" + feature + ",") != std::string::npos;
}

Processor parseProcessor(const std::string& text) {
  Processor processor;
  processor.model = parseCpuInfo(text).model;
  processor.cpu = "x86-64";
  std::istringstream lines(text);
  std::string flags = " ";
  for (std::string line; std::getline(lines, line) && flags.size() == 1;)
    if (line.starts_with("flags")) flags = line.substr(line.find(':') + 1) + " ";
  for (const auto& [flag, feature] : kFeatures) {
    const bool there = flags.find(" " + std::string(flag) + " ") != std::string::npos;
    addItem(processor.features, std::string(there ? "+" : "-") + feature, ",");
  }
  return processor;
}

Processor thisProcessor() {
  std::ifstream in("/proc/cpuinfo");
  Processor processor = parseProcessor({std::istreambuf_iterator<char>(in), {}});
  processor.cpu = familyOfThisProcessor();
  processor.cores = cpuInfo().cores;
  processor.caches = cacheSizes();
  return processor;
}

nlohmann::json toJson(const Processor& p) {
  return {{"model", p.model}, {"family", p.cpu}, {"features", p.features}, {"cores", p.cores}, {"caches", p.caches}};
}

std::optional<Processor> processorFromJson(const nlohmann::json& j) {
  try {
    return Processor{j.at("model").get<std::string>(), j.at("family").get<std::string>(),
                     j.at("features").get<std::string>(), j.at("cores").get<int>(),
                     j.value("caches", std::vector<int64_t>())};
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace lw
