#include "backends/measure/errors.h"

#include "backends/measure/measure_parts.h"

namespace lw {

std::vector<const ErrorKind*> measureErrors() {
  return {&err::kRunTarget,     &err::kUnknownInput, &err::kRunInputShape, &err::kRunHost,
          &err::kUnknownDevice, &err::kRemoteAnswer, &err::kRunMemory,     &err::kRunIndexType,
          &err::kRemoteHost,    &err::kRemoteFailed, &err::kRemoteProgram, &kRunCancelled};
}

}  // namespace lw
