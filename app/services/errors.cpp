#include "app/services/errors.h"

namespace lw {

std::vector<const ErrorKind*> serviceErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "app/services/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
