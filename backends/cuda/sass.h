// Machine code of NVIDIA's GPUs as text, by the toolkit's programs if they are installed: ptxas assembles the PTX, and
// nvdisasm (or cuobjdump, which reports no lines) disassembles the result. They are searched for on PATH and in
// /usr/local/cuda/bin.
#pragma once

#include <functional>

#include "backends/cuda/ptx.h"

namespace lw {

struct SassLine {
  std::string text;
  int from = 0;  // PtxModule::lines[from - 1]; 0: not known
};

// `arch`: that of the PTX. Line numbers in the PTX (PtxOptions::lineNumbers) are needed to report lines. If programs
// are missing, the error names them; if one fails, it quotes the first line of its output.
Result<std::vector<SassLine>> disassemble(const PtxModule& module, const std::string& arch,
                                          std::function<bool()> cancelled = {});

}  // namespace lw
