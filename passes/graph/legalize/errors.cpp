#include "passes/graph/legalize/errors.h"

namespace lw {

std::vector<const ErrorKind*> legalizeErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "passes/graph/legalize/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
