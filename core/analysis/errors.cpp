#include "core/analysis/errors.h"

#include "core/analysis/dependence/well_formed.h"
#include "core/analysis/program/layout_free.h"

namespace lw {

std::vector<const ErrorKind*> analysisErrors() {
  return {&kFalseSpatial, &err::kLayoutFreeList, &err::kLayoutFreePosition, &err::kLayoutFreeScalar,
          &err::kLayoutFreeWritten};
}

}  // namespace lw
