#include "core/tune/errors.h"

namespace lw {

std::vector<const ErrorKind*> tuneErrors() {
  return {&err::kDecisionsNotAnObject, &err::kDecisionValue, &err::kPinName, &err::kPinChoice, &err::kPinOtherSteps,
          &err::kPinLoop, &err::kTuneNotRecorded,
          // records
          &err::kRecordsFolder, &err::kRecordsOpen, &err::kRecordsNotADatabase, &err::kRecordsDamaged,
          &err::kRecordsNewer, &err::kRecordsWrite, &err::kRecordsDiskFull, &err::kRecordsLocked, &err::kRecordFileRead,
          &err::kRecordFileWrite, &err::kRecordFileLine, &err::kTuningRecordShape, &err::kTuningRecordWorkload};
}

}  // namespace lw
