// Random inputs of graph functions, and the comparison of what they return.
#pragma once

#include "core/graph/graph.h"
#include "core/ir/ndarray.h"

namespace lw {

// A tensor for each parameter; the size n is 3, other symbolic sizes are 5. "i=0..3" is the range of the parameter i
// only.
std::vector<NDArray> graphInputs(const graph::Function& f, const std::string& range, uint64_t seed);
Status runKernel(const PrimFunc& kernel, std::vector<Argument>& arguments);  // by the interpreter
void expectSameTensors(const std::vector<NDArray>& got, const std::vector<NDArray>& expected);

}  // namespace lw
