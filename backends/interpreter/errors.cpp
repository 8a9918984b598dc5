#include "backends/interpreter/errors.h"

#include "backends/interpreter/compiler.h"

#include "backends/interpreter/check_intrinsic.h"

namespace lw {

std::vector<const ErrorKind*> interpreterErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "backends/interpreter/errors.def"
#undef LW_ERROR
      &kWrongIntrinsic,
      &interpreter::kUnknownVariable,
      &interpreter::kUnknownBuffer,
      &interpreter::kOutOfBounds,
      &interpreter::kOutOfMemory,
      &interpreter::kUninitialised,
      &interpreter::kDivisionByZero,
      &interpreter::kUnknownFunction,
      &interpreter::kStepLimit,
      &interpreter::kCancelled,
      &interpreter::kAssertion,
      &interpreter::kMatchFailed,
      &interpreter::kUnsupported,
      &interpreter::kWrongRank,
      &interpreter::kTooLarge,
  };
}

}  // namespace lw
