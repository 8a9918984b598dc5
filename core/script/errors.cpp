#include "core/script/errors.h"

namespace lw {

std::vector<const ErrorKind*> scriptErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "core/script/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
