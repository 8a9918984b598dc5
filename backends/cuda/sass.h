// Machine code of NVIDIA's GPUs as text, by the toolkit's own programs where they are installed: ptxas assembles the
// PTX, nvdisasm (or cuobjdump, which tells no lines) writes what came out. Both are searched on PATH; ptxas also in
// /usr/local/cuda/bin.
#pragma once

#include <functional>

#include "backends/cuda/ptx.h"

namespace lw {

struct SassLine {
  std::string text;
  int from = 0;  // PtxModule::lines[from - 1]; 0: not known
};

// `arch`: that of the PTX, which has line numbers (PtxOptions::lineNumbers) where lines are to be told. Without the
// programs the error says which one is missing; otherwise it has their first words.
Result<std::vector<SassLine>> disassemble(const PtxModule& module, const std::string& arch,
                                          std::function<bool()> cancelled = {});

}  // namespace lw
