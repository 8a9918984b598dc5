#include "backends/c/errors.h"

namespace lw {

std::vector<const ErrorKind*> cErrors() {
  return {
      &err::kCForeignCode, &err::kCAtomic,    &err::kCUnsupportedCall, &err::kCExternName,      &err::kCExternVector,
      &err::kCFloatWanted, &err::kCType,      &err::kCStringValue,     &err::kCVectorOfVectors, &err::kCIndexCount,
      &err::kCNotLowered,  &err::kCBoundLoop, &err::kCThreadExtent,    &err::kCMaskedStatement, &err::kPointerStore};
}

}  // namespace lw
