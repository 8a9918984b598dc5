#include "core/analysis/errors.h"

#include "core/analysis/well_formed.h"

namespace lw {

std::vector<const ErrorKind*> analysisErrors() { return {&kFalseSpatial}; }

}  // namespace lw
