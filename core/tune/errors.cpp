#include "core/tune/errors.h"

namespace lw {

std::vector<const ErrorKind*> tuneErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "core/tune/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
