#include "backends/cpu/errors.h"

#include "backends/cpu/foreign_code.h"

namespace lw {

std::vector<const ErrorKind*> cpuErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "backends/cpu/errors.def"
#undef LW_ERROR
      &kCodeNotAllowed,
  };
}

}  // namespace lw
