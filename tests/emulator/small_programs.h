// The programs of the GPU samples with small extents, so that the emulator can run many schedules of them quickly.
#pragma once

#include <regex>

#include "tests/emulator/gpu_samples.h"

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
    const auto before = [&](int n) { return i->position() < n ? ' ' : text[static_cast<size_t>(i->position() - n)]; };
    const bool afterPoint = (before(1) == '.' && before(2) != '.') || before(1) == 'e';
    result += n >= 16 && !afterPoint ? std::to_string(std::clamp(large / 16, 3L, 9L) + n - large) : i->str();
    at = text.cbegin() + i->position() + i->length();
  }
  result.append(at, text.cend());
  return result;
}

// Does it compute something with the inputs that it asks for? Numbers that belong together may not do so any more in
// small sizes.
inline bool canRun(const SmallProgram& p) {
  Result<std::vector<Argument>> arguments = makeArguments(p.function, p.inputs);
  return arguments && interpret(p.function, *arguments).ok();
}

inline std::vector<SmallProgram> smallGpuPrograms() {
  std::vector<SmallProgram> programs;
  for (const std::filesystem::path& path : gpuSamples()) {
    std::string text = contents(path.string());
    text = withSmallExtents(text.substr(0, text.find("def reference")));
    const SourceFile file = readProgram(path.filename().string(), text);
    EXPECT_FALSE(file.hasErrors()) << path << (file.diagnostics.empty() ? "" : file.diagnostics.front().message)
                                   << text;
    if (file.hasErrors()) continue;
    SmallProgram p{path.stem().string(), *file.select(""), inputsFromComments(text)};
    if (path.parent_path().stem() == "gpu" || canRun(p)) programs.push_back(std::move(p));
  }
  EXPECT_GE(programs.size(), 26u);
  return programs;
}

}  // namespace lw::test
