#include "core/trace/errors.h"

namespace lw {

std::vector<const ErrorKind*> traceErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "core/trace/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
