// The programs of the GPU samples with small extents, so that the emulator can run many schedules of them quickly.
#pragma once

#include <filesystem>
#include <regex>

#include "tests/emulator/gpu_fixture.h"

namespace lw::test {

struct SmallProgram {
  std::string name;
  PrimFunc function;
  InputSpec inputs = {};
};

// Divides extents of 16 and more by 16, to 3 at least and 9 at most. The remainder is added, so that the extent of a
// window keeps its difference to the extent that it extends.
inline std::string withSmallExtents(const std::string& text) {
  static const std::regex kNumber("\\b\\d+\\b");
  std::string result;
  auto at = text.cbegin();
  for (std::sregex_iterator i(text.begin(), text.end(), kNumber), end; i != end; ++i) {
    const long n = i->length() > 6 ? 0 : std::stol(i->str());
    result.append(at, text.cbegin() + i->position());
    const long large = n / 16 * 16;
    const bool afterPoint = i->position() > 0 && (text[static_cast<size_t>(i->position()) - 1] == '.' ||
                                                  text[static_cast<size_t>(i->position()) - 1] == 'e');
    result += n >= 16 && !afterPoint ? std::to_string(std::clamp(large / 16, 3L, 9L) + n - large) : i->str();
    at = text.cbegin() + i->position() + i->length();
  }
  result.append(at, text.cend());
  return result;
}

inline std::vector<SmallProgram> smallGpuPrograms() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(LW_SOURCE_DIR) / "samples/gpu"))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<SmallProgram> programs;
  for (const auto& path : files) {
    std::string text = contents(path.string());
    text = withSmallExtents(text.substr(0, text.find("def reference")));
    const SourceFile file = readProgram(path.filename().string(), text);
    EXPECT_FALSE(file.hasErrors()) << path << (file.diagnostics.empty() ? "" : file.diagnostics.front().message)
                                   << text;
    if (!file.hasErrors()) programs.push_back({path.stem().string(), *file.select("")});
  }
  return programs;
}

}  // namespace lw::test
