#include "core/ir/errors.h"

namespace lw {

std::vector<const ErrorKind*> irErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "core/ir/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
