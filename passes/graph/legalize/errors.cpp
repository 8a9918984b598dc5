#include "passes/graph/legalize/errors.h"

namespace lw {

std::vector<const ErrorKind*> legalizeErrors() { return {&err::kGraphNoKernel, &err::kGraphNoKernelOne}; }

}  // namespace lw
