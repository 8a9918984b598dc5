// Tiny programs whose sizes are 0 or more, as numbers or as variables, and whose extents may be negative: stencils at
// the border, reductions over nothing, triangles, bounds in conditions.
#pragma once

#include <random>
#include <string>

namespace lw {

// A source file with one function `main`; a comment binds the sizes. An empty type: any.
std::string sizedProgram(std::mt19937_64& random, const std::string& type = "");

}  // namespace lw
