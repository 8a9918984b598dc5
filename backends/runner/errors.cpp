#include "backends/runner/errors.h"

namespace lw {

std::vector<const ErrorKind*> runnerErrors() {
  return {&err::kRequestNotJson,
          &err::kUnknownRequest,
          &err::kCodeNotRead,
          &err::kUnknownKernel,
          &err::kUnknownBufferNumber,
          &err::kLibraryNotLoaded,
          &err::kLibraryForbidden,
          &err::kThreadsFixed,
          &err::kSymbolMissing,
          &err::kDataNotMapped,
          &err::kRunnerOutOfMemory,
          &err::kWrotePastEnd,
          &err::kWroteBeforeStart,
          &err::kRunnerOutOfBounds,
          &err::kRunnerBadAddress,
          &err::kRunnerDivisionByZero,
          &err::kRunnerIllegalInstruction,
          &err::kRunnerAbort,
          &err::kRunnerForbidden,
          &err::kCudaDriver,
          &err::kCudaOldDriver,
          &err::kCudaDevice,
          &err::kCudaBuild,
          &err::kCudaFailed,
          &err::kElfMalformed,
          &err::kElfUnsupported,
          &err::kElfUnresolved,
          &err::kElfMemory,
          &err::kGpuApi,
          &err::kGpuDescription,
          &err::kGpuMemory,
          &err::kGpuAllocation,
          &err::kGpuBuffers,
          &err::kOpenclLoader,
          &err::kOpenclDevice,
          &err::kOpenclBuild,
          &err::kOpenclFailed,
          &err::kOpenclNeeds,
          &err::kOptionWithoutValue,
          &err::kOptionUnknown,
          &err::kOptionChoice,
          &err::kOptionNumber,
          &err::kOptionSecondPackage,
          &err::kOptionNoPackage,
          &err::kPackageUnreadable,
          &err::kPackageTimeout,
          &err::kPackageText,
          &err::kRunnerStart,
          &err::kRunnerTimeout,
          &err::kRunnerCancelled,
          &err::kRunnerLost,
          &err::kRunnerDead,
          &err::kRunnerMemory,
          &err::kRunnerAssertion};
}

Explanation receivedError(const std::string& kind, std::string message, std::string hint,
                          const std::vector<std::string>& holes) {
  return receivedError(runnerErrors(), kind, std::move(message), std::move(hint), holes);
}

Explanation receivedError(const std::vector<const ErrorKind*>& kinds, const std::string& kind, std::string message,
                          std::string hint, const std::vector<std::string>& holes) {
  Explanation e;
  for (const ErrorKind* known : kinds)
    if (known->id == kind && filled(known->sentence, holes) == message) {
      e = explanationOf(*known, std::vector<MessageArgument>(holes.begin(), holes.end()));
      break;
    }
  e.kind = kind;
  if (e.reason.empty()) e.setMessage(std::move(message));
  e.setHint(std::move(hint));
  return e;
}

}  // namespace lw
