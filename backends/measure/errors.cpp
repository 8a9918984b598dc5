#include "backends/measure/errors.h"

#include "backends/measure/measure_parts.h"

namespace lw {

std::vector<const ErrorKind*> measureErrors() {
  return {&err::kRunTarget,      &err::kUnknownInput,          &err::kRunInputShape,
          &err::kRunHost,        &err::kUnknownDevice,         &err::kRemoteAnswer,
          &err::kRunMemory,      &err::kRunIndexType,          &err::kRemoteHost,
          &err::kRemoteFailed,   &err::kRemoteProgram,         &kRunCancelled,
          &err::kModelSizes,     &err::kModelNumber,           &err::kModelOpenSizes,
          &err::kLibraryBuffers, &err::kFunctionNotRegistered, &err::kParamsPickle,
          &err::kParamsUnknown,  &err::kParamsMissing,         &err::kModelGpuFunction,
          &err::kModelGpuSizes,  &err::kModelGpuBranch,        &err::kExportSizes,
          &err::kEstimateData,   &err::kEstimateLoops,         &err::kEstimatePacked,
          &err::kEstimateSlow,   &err::kEstimateTarget,        &err::kEstimateIndices,
          &err::kEstimateAlone,  &err::kEstimatePart};
}

}  // namespace lw
