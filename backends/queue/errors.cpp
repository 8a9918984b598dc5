#include "backends/queue/errors.h"

namespace lw {

std::vector<const ErrorKind*> queueErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "backends/queue/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
