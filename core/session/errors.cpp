#include "core/session/errors.h"

namespace lw {

std::vector<const ErrorKind*> sessionErrors() {
  return {&err::kSessionLaterFunction, &err::kSessionWrite,   &err::kSessionRead,   &err::kProgramWithoutName,
          &err::kSessionBroken,        &err::kSessionTooDeep, &err::kSessionFormat, &err::kSessionWithoutVersion,
          &err::kSessionVersion,       &err::kLostStep};
}

}  // namespace lw
