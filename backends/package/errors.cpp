#include "backends/package/errors.h"

namespace lw {

std::vector<const ErrorKind*> packageErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "backends/package/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
