#include "app/lw/errors.h"

namespace lw {

std::vector<const ErrorKind*> commandErrors() {
  return {&err::kFileCannotRead,    &err::kFileCannotWrite, &err::kSelectErrors,    &err::kUsageNoNumber,
          &err::kUsagePair,         &err::kUsagePinTwice,   &err::kUsageSize,       &err::kUsageTwoPrograms,
          &err::kExportFormat,      &err::kExportNoOutput,  &err::kExportOfModels,  &err::kExportNotOfModels,
          &err::kLowerTarget,       &err::kLowerStage,      &err::kLowerModelStage, &err::kUsageMath,
          &err::kPrimitivesUnknown, &err::kUsageDialect,    &err::kChallengeNone,   &err::kBadReference,
          &err::kSameSignature,     &err::kSameDiffers,     &err::kNoRecords,       &err::kNoBest,
          &err::kNoRecordWithId,    &err::kRecordTrace,     &err::kUsageTraceForm,  &err::kUsageOutcome,
          &err::kUsageNeedsFile,    &err::kUsageTuned,      &err::kUsageModel,      &err::kUsageKernel,
          &err::kUsageNoKernel,     &err::kUsageRescue,     &err::kTuneTarget,      &err::kTuneModel,
          &err::kTuneStrategy,      &err::kTuneNoRule,      &err::kWorkerThreads,   &err::kUsageRange,
          &err::kUsageCombined,     &err::kGradeNoCourse,   &err::kGradeNothing,    &err::kGradeUnknown,
          &err::kGradeEnded,        &err::kGradeTooLong};
}

}  // namespace lw
