#include "app/serve/errors.h"

namespace lw {

std::vector<const ErrorKind*> serveErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "app/serve/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
