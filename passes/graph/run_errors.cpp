#include "passes/graph/run_errors.h"

namespace lw {

std::vector<const ErrorKind*> modelErrors() {
  return {&err::kModelOperator,     &err::kModelCallee,     &err::kModelRecursion, &err::kModelParameters,
          &err::kModelBuffers,      &err::kModelNumbers,    &err::kModelShape,     &err::kModelPointer,
          &err::kModelMatch,        &err::kModelParameter,  &err::kModelNotTensor, &err::kModelNoValue,
          &err::kModelNoData,       &err::kModelCondition,  &err::kModelSides,     &err::kModelNoSize,
          &err::kModelBound,        &err::kModelAboveBound, &err::kModelNoSteps,   &err::kModelSize,
          &err::kModelCalls,        &err::kModelNegative,   &err::kModelTooLarge,  &err::kModelCountOf,
          &err::kModelCountInBranch};
}

}  // namespace lw
