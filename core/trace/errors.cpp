#include "core/trace/errors.h"

namespace lw {

std::vector<const ErrorKind*> traceErrors() {
  return {&err::kIndexMapNoJson, &err::kIndexMapShape,   &err::kIndexMapUnknownNode, &err::kIndexMapTooMany,
          &err::kTraceNoJson,    &err::kTraceShape,      &err::kTraceUnknownKind,    &err::kUnknownHandle,
          &err::kTraceInputs,    &err::kTraceAttributes, &err::kTraceIndexMap,       &err::kTraceOutputs,
          &err::kTraceNotThere,  &err::kTraceRecordLine, &err::kTraceNoRun};
}

}  // namespace lw
