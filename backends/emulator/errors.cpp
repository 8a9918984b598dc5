#include "backends/emulator/errors.h"

namespace lw {

std::vector<const ErrorKind*> emulatorErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "backends/emulator/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
