// The files of tests/fuzz/corpus: a folder for each reader. Bytes that are no text are written in hexadecimal, in files
// that end in .hex.
#pragma once

#include <string>
#include <vector>

namespace lw::fuzz {

struct CorpusFile {
  std::string name;
  std::string bytes;
};
std::vector<CorpusFile> corpusOf(const std::string& reader);

}  // namespace lw::fuzz
