// The kinds of errors of traces.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<> kIndexMapNoJson{"index-map.no-json", "it is not JSON"};
inline constexpr Error<Snippet, Message> kIndexMapShape{"index-map.shape", "node {0} should be {1}"};
inline constexpr Error<int64_t, Snippet> kIndexMapUnknownNode{"index-map.unknown-node",
                                                              "node {0} is of the unknown type \"{1}\""};
inline constexpr Error<int64_t> kIndexMapTooMany{"index-map.too-many", "it has {0} nodes"};

inline constexpr Error<Message> kTraceNoJson{"trace.no-json", "the trace is not JSON: {0}"};
inline constexpr Error<Message, Message> kTraceShape{"trace.shape", "{0} should be {1}"};
inline constexpr Error<int64_t, Snippet> kTraceUnknownKind{"trace.unknown-kind",
                                                           "instruction {0} is of the unknown kind \"{1}\""};
inline constexpr Error<int64_t, Snippet, Snippet> kUnknownHandle{
    "trace.unknown-handle", "instruction {0} ({1}) uses {2}, which no instruction before it defines"};
inline constexpr Error<int64_t, Snippet, int64_t, int64_t> kTraceInputs{
    "trace.inputs", "instruction {0} ({1}) has {2} inputs, but takes {3}"};
inline constexpr Error<int64_t, Snippet, int64_t, int64_t> kTraceAttributes{
    "trace.attributes", "instruction {0} ({1}) has {2} attributes, but takes {3}"};
inline constexpr Error<int64_t, Snippet, Message> kTraceIndexMap{
    "trace.index-map", "instruction {0} ({1}) has an index map that cannot be read: {2}"};

inline constexpr Error<int64_t, Ident, int64_t, int64_t> kTraceOutputs{
    "trace.outputs", "step {0} ({1}) returned {2} results where the trace has {3}"};
inline constexpr Error<Message> kTraceNotThere{"trace.not-there",
                                               "{0} of the earlier program has no counterpart in this one"};

inline constexpr Error<int64_t, Message> kTraceRecordLine{"trace.record-line",
                                                          "line {0} of the tuning database is not a record: {1}"};
inline constexpr Error<int64_t> kTraceNoRun{"trace.no-run",
                                            "none of the {0} records of the tuning database has a measured time"};

}  // namespace err

std::vector<const ErrorKind*> traceErrors();  // all of them

}  // namespace lw
