#include "core/help/errors.h"

namespace lw {

std::vector<const ErrorKind*> helpErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "core/help/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
