#include "core/onnx/errors.h"

namespace lw {

std::vector<const ErrorKind*> onnxErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "core/onnx/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
