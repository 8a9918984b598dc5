// Registered functions of a file in NumPy terms as operators of the graph, of which kernels are made: for code that has
// no NumPy. The function is carried out with values of the graph in the place of arrays.
#pragma once

#include "backends/reference/registered.h"
#include "core/graph/model.h"
#include "core/support/result.h"

namespace lw {

// Replaces the calls of functions that the file registers. `sizes`: of symbolic sizes by name, for a comparison of each
// function with its operators on random numbers; others are 3. Errors: what a function does that operators cannot do,
// with the place in the file.
Result<graph::Model> withFunctionsAsOperators(const graph::Model& model, const RegisteredFunctions& registered,
                                              const std::map<std::string, int64_t>& sizes);

}  // namespace lw
