#include "app/python/errors.h"

namespace lw {

std::vector<const ErrorKind*> pythonErrors() {
  return {&err::kPythonArgument,    &err::kPythonInteger,      &err::kPythonDepth,         &err::kPythonHandle,
          &err::kPythonAttribute,   &err::kPythonProgram,      &err::kPythonArgumentCount, &err::kPythonNoArray,
          &err::kPythonArrayType,   &err::kPythonArrayStrides, &err::kPythonArrayReadOnly, &err::kPythonArrayAlignment,
          &err::kPythonArrayDevice, &err::kPythonArrayOverlap, &err::kPythonCapsule,       &err::kPythonTensorVersion,
          &err::kPythonScalar};
}

}  // namespace lw
