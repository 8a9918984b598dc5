#include "app/shared/errors.h"

namespace lw {

std::vector<const ErrorKind*> sharedErrors() { return {&err::kNothingThere}; }

}  // namespace lw
