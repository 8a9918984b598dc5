// Random programs as people write them, in small: chains and trees of blocks over intermediate buffers, with
// reductions, stencils, transposed and broadcast reads, guards, shifted and split loops, updates in place, several
// types. Every element is written before it is read, every index is inside its buffer, and all values are exact
// whatever the order of sums.
#pragma once

#include <random>
#include <string>

namespace lw {

// A source file with one function `main`, with its ranges of inputs as comments.
std::string randomWorkload(std::mt19937_64& random);

}  // namespace lw
