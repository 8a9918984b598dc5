#include "core/help/errors.h"

namespace lw {

std::vector<const ErrorKind*> helpErrors() { return {&err::kHelpNoPage, &err::kHelpBadPage}; }

}  // namespace lw
