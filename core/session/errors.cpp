#include "core/session/errors.h"

namespace lw {

std::vector<const ErrorKind*> sessionErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "core/session/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
