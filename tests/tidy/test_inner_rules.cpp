// Who may include whom inside backends/ and app/. The rules between the top folders are in test_tidy.cpp.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = LW_SOURCE_DIR;

// A backend that is not listed includes no other. "backends/*/target": the descriptions of targets, in the folder of
// each backend, which they include. They name how their code is run and measured, which the backends do not know.
const std::map<std::string, std::set<std::string>> kRules = {
    {"backends/process", {}},
    {"backends/package", {}},
    {"backends/target", {}},
    {"backends/interpreter", {}},
    {"backends/blas", {"backends/process", "backends/runner", "backends/target"}},
    {"backends/reference", {"backends/blas", "backends/process"}},
    {"backends/emulator", {"backends/interpreter"}},
    {"backends/onnx", {"backends/interpreter", "backends/reference"}},
    {"backends/cpu", {"backends/process", "backends/target"}},
    {"backends/c", {"backends/cpu"}},
    {"backends/cuda", {"backends/cpu", "backends/process"}},
    {"backends/runner", {"backends/blas", "backends/package", "backends/process", "backends/target"}},
    {"backends/measure",
     {"backends/blas", "backends/cpu", "backends/emulator", "backends/interpreter", "backends/onnx", "backends/package",
      "backends/process", "backends/reference", "backends/runner", "backends/target", "backends/targets"}},
    {"backends/queue",
     {"backends/measure", "backends/package", "backends/process", "backends/runner", "backends/target",
      "backends/tune"}},
    {"backends/targets",
     {"backends/c", "backends/cpu", "backends/cuda", "backends/emulator", "backends/measure", "backends/*/target"}},
    {"backends/*/target",
     {"backends/c", "backends/cpu", "backends/cuda", "backends/emulator", "backends/measure", "backends/package",
      "backends/target", "backends/targets"}},
    {"backends/tune",
     {"backends/cpu", "backends/measure", "backends/package", "backends/process", "backends/runner", "backends/target",
      "backends/targets"}},
    {"backends/collect", {"backends/process", "backends/runner"}},
    {"app/serve", {"app/shared"}},
    {"app/shared", {}},
    {"app/lw", {"app/serve", "app/shared"}},
    {"app/layout", {}},
    {"app/python", {"app/shared"}},
    {"app/models", {}},
    {"app/services", {"app/models", "app/shared"}},
    {"app/window", {"app/models", "app/services", "app/shared"}},
};

// "backends/cpu" of "backends/cpu/emitter.h"; empty where there is no rule about the place.
std::string areaOf(const std::string& path) {
  static const std::regex inner("^((backends|app)/[a-z_]+)/(target/)?");
  std::smatch match;
  if (!std::regex_search(path, match, inner)) return {};
  return match[3].matched ? "backends/*/target" : match[1].str();
}

TEST(InnerRules, FoldersOfBackendsAndAppIncludeOnlyWhatTheyMay) {
  const std::regex include("^\\s*#\\s*include\\s+\"([^\"]+)\"");
  size_t seen = 0;
  for (const char* top : {"backends", "app"})
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / top)) {
      const std::string extension = entry.path().extension();
      if (!entry.is_regular_file() || (extension != ".cpp" && extension != ".h")) continue;
      const std::string path = fs::relative(entry.path(), kRoot).string(), area = areaOf(path);
      const auto rule = kRules.find(area);
      ASSERT_TRUE(rule != kRules.end() || area.starts_with("backends/")) << path << ": no rule about " << area;
      std::set<std::string> allowed = rule == kRules.end() ? std::set<std::string>() : rule->second;
      if (area == "backends/*/target") allowed.insert(path.substr(0, path.find("/target/")));
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        std::smatch match;
        if (!std::regex_search(line, match, include)) continue;
        const std::string target = areaOf(match[1]);
        if (target.empty() || target == area) continue;
        if (area.starts_with("app/") && target.starts_with("backends/")) continue;  // of the rules between top folders
        ++seen;
        EXPECT_TRUE(allowed.contains(target)) << path << " must not include " << match[1];
      }
    }
  EXPECT_GT(seen, 50u) << "the test looked at too little to mean anything";
}

}  // namespace
