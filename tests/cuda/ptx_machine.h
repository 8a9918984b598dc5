// Carries out the PTX of a kernel without a device, as far as kernels of matrix operations need it: all threads of a
// block take each instruction together, and jumps are the same for all of them. ldmatrix, mma and wgmma follow the
// tables of the PTX ISA; sums of wgmma that are used before they are complete break a rule.
// cp.async copies at once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lw::test {

// The bytes of each parameter, a pointer to global memory.
using PtxMemory = std::vector<std::vector<uint8_t>>;

// Runs `blocks` blocks along x, of x * y threads. Returns what it cannot carry out or what breaks a rule, for example
// an address that is not aligned; empty: done.
std::string runPtx(const std::string& ptx, int64_t blocks, int64_t x, int64_t y, PtxMemory& memory);

}  // namespace lw::test
