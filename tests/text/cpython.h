// What CPython makes of a program.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace lw {

// The lines that the program prints.
inline std::vector<std::string> linesOfCPython(const std::string& program) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("lw_cpython_" + std::to_string(::getpid()) + ".py");
  std::ofstream(path, std::ios::binary) << program;
  std::string text;
  if (FILE* pipe = popen(("/usr/bin/python3 " + path.string() + " 2>&1").c_str(), "r")) {
    for (char part[4096]; const size_t n = std::fread(part, 1, sizeof part, pipe);) text.append(part, n);
    pclose(pipe);
  }
  std::filesystem::remove(path);
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace lw
