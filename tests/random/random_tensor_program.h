// Random programs of operators on small tensors, as tensor expressions (te.compute and topi) or as a graph of Relax.
// All values are exact in any order of summation.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace lw {

// A source file with a function `main` that returns te.create_prim_func(...).
std::string randomExpressions(std::mt19937_64& random);
// A source file with a class whose function `main` is a graph.
std::string randomGraph(std::mt19937_64& random);

}  // namespace lw
