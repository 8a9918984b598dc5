#include "tests/fuzz/corpus.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace lw::fuzz {
namespace {

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

std::string fromHex(const std::string& text) {
  std::string bytes;
  int high = -1;
  for (const char c : text) {
    const int value = digit(c);
    if (value < 0) continue;
    if (high < 0)
      high = value;
    else
      bytes.push_back(static_cast<char>(high * 16 + value)), high = -1;
  }
  return bytes;
}

}  // namespace

std::vector<CorpusFile> corpusOf(const std::string& reader) {
  namespace fs = std::filesystem;
  std::vector<CorpusFile> files;
  for (const auto& entry : fs::directory_iterator(fs::path(LW_SOURCE_DIR) / "tests/fuzz/corpus" / reader)) {
    std::ifstream in(entry.path(), std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() == ".hexes") {
      std::istringstream lines(text.str());
      int number = 1;
      for (std::string line; std::getline(lines, line); ++number)
        files.push_back({name + "." + std::to_string(number), fromHex(line)});
    } else {
      files.push_back({name, entry.path().extension() == ".hex" ? fromHex(text.str()) : text.str()});
    }
  }
  std::sort(files.begin(), files.end(), [](const CorpusFile& a, const CorpusFile& b) { return a.name < b.name; });
  return files;
}

}  // namespace lw::fuzz
