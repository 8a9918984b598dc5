#include "core/tune/errors.h"

namespace lw {

std::vector<const ErrorKind*> tuneErrors() {
  return {&err::kDecisionsNotAnObject, &err::kDecisionValue, &err::kTuneNotRecorded};
}

}  // namespace lw
