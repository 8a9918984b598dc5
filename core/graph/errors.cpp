#include "core/graph/errors.h"

namespace lw {

std::vector<const ErrorKind*> graphErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "core/graph/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
