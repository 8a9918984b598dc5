#include "core/analysis/errors.h"

#include "core/analysis/layout_free.h"
#include "core/analysis/well_formed.h"

namespace lw {

std::vector<const ErrorKind*> analysisErrors() {
  return {&kFalseSpatial, &err::kLayoutFreeList, &err::kLayoutFreePosition, &err::kLayoutFreeScalar,
          &err::kLayoutFreeWritten};
}

}  // namespace lw
