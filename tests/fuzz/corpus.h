// The files of tests/fuzz/corpus: a folder for each reader. Bytes that are no text are written in hexadecimal, in files
// that end in .hex. A file that ends in .hexes has an input in each line: these were found by coverage.
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
