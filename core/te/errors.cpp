#include "core/te/errors.h"

namespace lw {

std::vector<const ErrorKind*> teErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "core/te/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
