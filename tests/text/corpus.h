// The source files with which the tests of this folder run.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace lw {

inline std::string readFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

inline std::vector<std::filesystem::path> pythonFiles(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  const std::filesystem::path root = std::filesystem::path(LW_SOURCE_DIR) / folder;
  if (!std::filesystem::exists(root)) return files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root))
    if (entry.path().extension() == ".py" && !entry.path().string().ends_with(".trace.py"))
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace lw
