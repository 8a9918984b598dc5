#include "app/shared/errors.h"

namespace lw {

std::vector<const ErrorKind*> sharedErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "app/shared/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
