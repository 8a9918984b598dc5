// The target of libFuzzer, one program for all readers. LW_FUZZ_READER chooses one by name; before it begins, the files
// of tests/fuzz/corpus are written to the folder LW_FUZZ_SEEDS. `scripts/check fuzz` builds and runs it.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/fuzz/corpus.h"
#include "tests/fuzz/readers.h"

namespace {

const lw::fuzz::Reader& chosen() {
  const char* name = std::getenv("LW_FUZZ_READER");
  for (const lw::fuzz::Reader& reader : lw::fuzz::allReaders())
    if (name && std::string(name) == reader.name) return reader;
  std::fprintf(stderr, "error: LW_FUZZ_READER names no reader; the readers are:");
  for (const lw::fuzz::Reader& reader : lw::fuzz::allReaders()) std::fprintf(stderr, " %s", reader.name);
  std::fprintf(stderr, "\n");
  std::exit(2);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  if (const char* folder = std::getenv("LW_FUZZ_SEEDS"))
    for (const lw::fuzz::CorpusFile& file : lw::fuzz::corpusOf(chosen().name))
      std::ofstream(std::filesystem::path(folder) / file.name, std::ios::binary) << file.bytes;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const lw::fuzz::Reader& reader = chosen();
  const std::string wrong = reader.read({reinterpret_cast<const char*>(data), size});
  if (wrong.empty()) return 0;
  std::fprintf(stderr, "%s: %s\n", reader.name, wrong.c_str());
  std::abort();
}
