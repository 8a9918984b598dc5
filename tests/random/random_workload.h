// Small random programs that resemble real ones: chains and trees of blocks over intermediate buffers, with reductions,
// stencils, transposed and broadcast reads, guards, shifted and split loops, in-place updates and several types. Every
// element is written before it is read, every index is inside its buffer, and all values are exact in any order of
// summation.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace lw {

enum class WorkloadSize : uint8_t {
  Small,  // up to four stages, extents up to 7
  Tiny    // up to two stages, most extents up to 3
};
// A source file with one function `main`, and the ranges of its inputs in comments.
std::string randomWorkload(std::mt19937_64& random, WorkloadSize size = WorkloadSize::Small);

}  // namespace lw
