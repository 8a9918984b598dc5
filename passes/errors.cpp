#include "passes/errors.h"

namespace lw {

std::vector<const ErrorKind*> passErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "passes/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
