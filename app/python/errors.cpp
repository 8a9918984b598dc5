#include "app/python/errors.h"

namespace lw {

std::vector<const ErrorKind*> pythonErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "app/python/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
