#include "core/text/errors.h"

namespace lw {

std::vector<const ErrorKind*> textErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "core/text/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
