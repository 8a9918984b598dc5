#include "app/services/errors.h"

namespace lw {

std::vector<const ErrorKind*> serviceErrors() {
  return {&err::kOfferUndecided, &err::kOfferNeedsGpu, &err::kNoSpaceWritten};
}

}  // namespace lw
