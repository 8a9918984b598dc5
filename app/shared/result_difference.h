// An element that two functions leave with other values, found by running both on small inputs.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "backends/interpreter/value_chain.h"
#include "core/ir/stmt.h"

namespace lw {

struct ResultDifference {
  size_t parameter = 0;       // the array, by its place
  std::string buffer, index;  // its name in the first function; "0, 3"
  int64_t element = 0;        // the same place in the order of memory
  double first = 0, second = 0;
  int64_t run = 0, count = 0;  // which run, and how many elements differ in it
};

// nullopt: none was found, or the functions cannot be run. `stop` is asked between runs.
std::optional<ResultDifference> findResultDifference(const PrimFunc& a, const PrimFunc& b, int64_t runs,
                                                     const std::function<bool()>& stop = {});

// How the two values came about. nullopt: the runs are too long to be recorded.
std::optional<DifferenceChains> traceDifference(const PrimFunc& a, const PrimFunc& b, const ResultDifference& d,
                                                const std::function<bool()>& stop = {});

}  // namespace lw
