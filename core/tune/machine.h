// The facts about a machine that rules and cost models use. backends/ fills them in.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis/cost/roofline.h"

namespace lw::tune {

// What rules need to know of a GPU.
struct GpuFacts {
  int warp = 32;                   // threads
  int maxThreads = 1024;           // of a block
  int64_t sharedBytes = 48 << 10;  // of a block
  int registers = 255;             // of 32 bits, of a thread
  int multiprocessors = 1;
};

struct Machine {
  int vectorBits = 256;      // of the widest vector register
  int vectorRegisters = 16;  // 32 with AVX-512
  // Multiply-adds of such registers that start in one cycle; 0: not known. Processors that have 512 bits start one, if
  // they execute it in two halves or have a single unit, or two.
  int vectorUnits = 0;
  int threads = 1;                // that the kernel runs on
  std::vector<int64_t> caches;    // bytes of the caches that one core uses, smallest first
  MachineRoofs roofs;             // for `threads`; zeros: not measured
  bool dotProducts = false;       // VNNI: four products of 8-bit integers are added in one instruction
  bool bfloat16Products = false;  // AVX512-BF16

  std::optional<GpuFacts> gpu;  // where kernels run on one

  int lanes(int bits) const { return vectorBits / bits; }
};

}  // namespace lw::tune
