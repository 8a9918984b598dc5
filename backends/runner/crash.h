// Explains a crash of the child in terms of the program that ran there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/support/explanation.h"

namespace lw {

struct CrashReport {
  int signal;
  uint64_t address;  // of the access, for SIGSEGV and SIGBUS; for SIGSYS the number of the system call
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

// What a system call would have done that the filter of confinement.h does not allow: "open a file".
Message forbiddenAct(uint64_t call);

// `printed`: what the child wrote to its standard error.
Explanation explainCrash(const CrashReport& crash, const std::string& kernel, const std::vector<BufferRange>& buffers,
                         const std::vector<CodeRange>& code, const std::string& printed);

}  // namespace lw
