#include "core/schedule/errors.h"

#include "core/schedule/primitive.h"
#include "core/schedule/support/loop_checks.h"

namespace lw {

std::vector<const ErrorKind*> scheduleErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "core/schedule/errors.def"
#undef LW_ERROR
      &kNotSameFunction, &kUnknownArgument, &kMissingArgument, &kTooManyArguments, &kDuplicateArgument, &kArgumentType,
  };
}

}  // namespace lw
