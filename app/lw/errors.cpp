#include "app/lw/errors.h"

namespace lw {

std::vector<const ErrorKind*> commandErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "app/lw/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
