#include "core/graph/errors.h"

namespace lw {

std::vector<const ErrorKind*> graphErrors() {
  return {&err::kGraphBroadcast,   &err::kGraphContracted,       &err::kGraphConcat,
          &err::kGraphReshape,     &err::kGraphReshapeSize,      &err::kGraphRank,
          &err::kGraphAxis,        &err::kGraphAxisTwice,        &err::kGraphTypes,
          &err::kGraphNotTensor,   &err::kGraphNotRun,           &err::kGraphUnknownOperator,
          &err::kGraphNoValue,     &err::kGraphNoConstant,       &err::kGraphNoFunction,
          &err::kGraphHidden,      &err::kGraphNoStructInfo,     &err::kGraphAnnotation,
          &err::kGraphNdim,        &err::kGraphNdimRange,        &err::kGraphDistributed,
          &err::kGraphSize,        &err::kGraphNoField,          &err::kGraphIndexRange,
          &err::kGraphIndex,       &err::kGraphStatement,        &err::kGraphTarget,
          &err::kGraphAfterReturn, &err::kGraphReturnInDataflow, &err::kGraphBranchInDataflow,
          &err::kGraphNoReturn,    &err::kGraphOutputs,          &err::kGraphAfterOutput,
          &err::kGraphOutputName,  &err::kGraphBranches};
}

}  // namespace lw
