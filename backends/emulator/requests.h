// What one load or store costs that the threads of a warp make at once. Private to backends/emulator.
//
// Global memory moves in sectors of 32 bytes; shared memory has 32 banks of 4 bytes, and one pass serves one word of
// each bank, up to 128 bytes (NVIDIA, "CUDA C++ Best Practices Guide", "Coalesced Access to Global Memory" and "Shared
// Memory and Memory Banks").
#pragma once

#include <cstdint>
#include <vector>

namespace lw::emulator {

// What a thread of the warp touches: bytes from the start of the memory, `last` is behind them.
struct LaneBytes {
  int lane;
  int64_t first, last;
};

int64_t sectorsOf(const std::vector<LaneBytes>& lanes);

struct BankUse {
  int64_t passes = 0;
  int bank = 0;              // where the most different words are wanted in one pass
  int words = 0, lanes = 0;  // how many, and by how many lanes
};
// Lanes are served in groups that together take up to 128 bytes.
BankUse banksOf(const std::vector<LaneBytes>& lanes);

// Sectors, or passes, that would do if the same bytes lay side by side.
int64_t neededBy(const std::vector<LaneBytes>& lanes, bool shared);

}  // namespace lw::emulator
