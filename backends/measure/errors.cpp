#include "backends/measure/errors.h"

#include "backends/measure/measure_parts.h"

namespace lw {

std::vector<const ErrorKind*> measureErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "backends/measure/errors.def"
#undef LW_ERROR
      &kRunCancelled,
  };
}

}  // namespace lw
