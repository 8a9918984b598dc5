// Tiny programs for very many random schedules: forms to which particular steps apply, with random sizes, and random
// workloads of two stages. Together they are such that every step of the catalogue applies to some of them.
#pragma once

#include <random>
#include <string>

namespace lw {

// A source file with one function `main`, perhaps a tensor intrinsic, and the ranges of its inputs in comments.
std::string tinyProgram(std::mt19937_64& random);

}  // namespace lw
