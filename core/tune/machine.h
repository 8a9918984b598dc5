// The facts about a machine that rules and cost models use. backends/ fills them in.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/roofline.h"

namespace lw::tune {

struct Machine {
  int vectorBits = 256;           // of the widest vector register
  int vectorRegisters = 16;       // 32 with AVX-512
  int threads = 1;                // that the kernel runs on
  std::vector<int64_t> caches;    // bytes of the caches that one core uses, smallest first
  MachineRoofs roofs;             // for `threads`; zeros: not measured
  bool dotProducts = false;       // VNNI: four products of 8-bit integers are added in one instruction
  bool bfloat16Products = false;  // AVX512-BF16

  int lanes(int bits) const { return vectorBits / bits; }
};

}  // namespace lw::tune
