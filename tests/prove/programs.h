// Programs of the repository for tests of proofs.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "core/ir/ndarray.h"
#include "core/prove/prove.h"
#include "core/schedule/support/meaning.h"
#include "core/text/tir/parser.h"

namespace lw {

inline std::vector<std::filesystem::path> pythonFilesBelow(const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(LW_SOURCE_DIR "/" + folder))
    if (entry.path().extension() == ".py" && entry.path().stem().extension() != ".trace") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

inline SourceFile parsed(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return parseSource(path.string(), {std::istreambuf_iterator<char>(in), {}});
}

inline SourceFile parsedText(const std::string& text) { return parseSource("test.py", text); }

// Short ones; LW_PROVE_SECONDS=5 sets those that a user gets.
inline ProofLimits limitsOfTests() {
  if (const char* seconds = std::getenv("LW_PROVE_SECONDS")) return {.seconds = std::atoi(seconds)};
  return {.operations = 200'000, .seconds = 2};
}

struct ProgramPair {
  std::string name;
  PrimFunc before, after;
  InputSpec inputs;
};

// The programs before and after the schedule of a conformance case, function by function.
inline std::vector<ProgramPair> pairsOf(const std::filesystem::path& path) {
  const SourceFile file = parsed(path);
  const std::string name = path.parent_path().filename().string() + "/" + path.stem().string();
  const InputSpec inputs = inputsFromComments(file.source.text);
  std::vector<ProgramPair> pairs;
  const auto add = [&](const PrimFunc& a, const PrimFunc& b) {
    pairs.push_back({name, meaningOf(a, file.intrinsics), meaningOf(b, file.intrinsics), inputs});
  };
  for (const PrimFunc& a : file.functions)
    for (const PrimFunc& b : file.functions)
      if (a.name == "before" && b.name == "expected") add(a, b);
  for (const Module& a : file.modules)
    for (const Module& b : file.modules)
      if (a.name == "before" && b.name == "expected")
        for (const PrimFunc& f : a.functions)
          if (const PrimFunc* g = b.find(f.name)) add(f, *g);
  return pairs;
}

}  // namespace lw
