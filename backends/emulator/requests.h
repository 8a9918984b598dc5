// The cost of a load or store that the threads of a warp execute together. Private to backends/emulator.
//
// Global memory moves in sectors of 32 bytes; shared memory has 32 banks of 4 bytes, and one pass serves one word of
// each bank, up to 128 bytes (NVIDIA, "CUDA C++ Best Practices Guide", "Coalesced Access to Global Memory" and "Shared
// Memory and Memory Banks").
#pragma once

#include <cstdint>
#include <vector>

namespace lw::emulator {

// What a thread of the warp accesses: bytes from the start of the memory; `last` is one past the end.
struct LaneBytes {
  int lane;
  int64_t first, last;
};

int64_t sectorsOf(const std::vector<LaneBytes>& lanes);

struct BankUse {
  int64_t passes = 0;
  int bank = 0;              // the bank with the most different words in one pass
  int words = 0, lanes = 0;  // how many words, and by how many lanes
};
// Lanes are served in groups of up to 128 bytes.
BankUse banksOf(const std::vector<LaneBytes>& lanes);

// Sectors, or passes, that the same number of contiguous bytes would need.
int64_t neededBy(const std::vector<LaneBytes>& lanes, bool shared);

}  // namespace lw::emulator
