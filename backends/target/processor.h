// A processor as a compiler on another machine has to know it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace lw {

struct Processor {
  std::string model;            // as CpuInfo::model
  std::string cpu;              // LLVM's name of its family, "cascadelake"; "x86-64" if it is not a known one
  std::string features;         // "+avx2,-avx512f,...": LLVM's names, all that matter for kernels
  int cores = 1;                // that a process may use
  std::vector<int64_t> caches;  // that one core uses, smallest first, in bytes
  bool has(const std::string& feature) const;  // by LLVM's name
};

Processor thisProcessor();
// From the text of /proc/cpuinfo. Neither `cpu` nor cores and caches are in it.
Processor parseProcessor(const std::string& text);

nlohmann::json toJson(const Processor& processor);
std::optional<Processor> processorFromJson(const nlohmann::json& json);  // nothing: a field is missing or wrong

}  // namespace lw
