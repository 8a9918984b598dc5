// Explains a crash of the child in terms of the program that ran there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/support/explanation.h"

namespace lw {

struct CrashReport {
  int signal;
  uint64_t address;  // of the access; SIGSEGV and SIGBUS only
  bool write;
  uint64_t ip;
};
struct BufferRange {
  std::string name;
  uint64_t address;
  uint64_t bytes;
};
struct CodeRange {
  std::string kernel;
  uint64_t begin, end;
};

// `printed`: what the child wrote to its standard error.
Explanation explainCrash(const CrashReport& crash, const std::string& kernel, const std::vector<BufferRange>& buffers,
                         const std::vector<CodeRange>& code, const std::string& printed);

}  // namespace lw
