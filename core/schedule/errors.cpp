#include "core/schedule/errors.h"

#include "core/schedule/primitive.h"
#include "core/schedule/support/loop_checks.h"

namespace lw {

std::vector<const ErrorKind*> scheduleErrors() {
  return {&err::kNoSuchBuffer,
          &err::kReadAndWritten,
          &kNotSameFunction,
          &err::kSelectAmbiguous,
          &err::kScheduleConsumed,
          &err::kForeignHandle,
          &err::kScheduleNotInProgram,
          &err::kScheduleUnknownLoop,
          &err::kAmbiguousLoop,
          &err::kNoBlockBelow,
          &err::kNoSuchFunction,
          &err::kRemovedHandle,
          &err::kScheduleNoHandle,
          &err::kNoLoopSampled,
          &err::kScheduleBroken,
          &err::kNoSuchPrimitive,
          &err::kStepsAndJumps,
          &err::kStepsAndExchange,
          &kUnknownArgument,
          &kMissingArgument,
          &kTooManyArguments,
          &kDuplicateArgument,
          &kArgumentType};
}

}  // namespace lw
