// Errors of tuning: of spaces, searches and records.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<> kDecisionsNotAnObject{"tune.decisions", "decisions are an object of names and choices"};
inline constexpr Error<Ident> kDecisionValue{"tune.decision-value",
                                             "the choice '{0}' is neither an integer, a list of them, nor null"};

// pins
inline constexpr Error<Ident> kPinName{"tune.pin-name", "the space has no decision named {0}"};
inline constexpr Error<Ident, Snippet> kPinChoice{"tune.pin-choice", "the decision {0} cannot be {1}"};
inline constexpr Error<Ident> kPinOtherSteps{"tune.pin-steps", "the shown steps are not those of a candidate of {0}"};
inline constexpr Error<Ident> kPinLoop{"tune.pin-loop", "no decision of the space made the loop {0}"};

// search
inline constexpr Error<Snippet> kTuneNotRecorded{"tune.not-recorded", "no time is recorded for the decisions {0}"};
// records

inline constexpr Error<Snippet, Snippet> kRecordsFolder{"records.folder",
                                                        "cannot make the folder {0} for tuning records: {1}"};
inline constexpr Error<Snippet, Snippet> kRecordsOpen{"records.open", "cannot open the tuning records {0}: {1}"};
inline constexpr Error<Snippet, Message> kRecordsNotADatabase{"records.not-a-database",
                                                              "{0} is not a database of tuning records: {1}"};
inline constexpr Error<Snippet, Message> kRecordsDamaged{"records.damaged",
                                                         "the database of tuning records {0} is damaged: {1}"};
inline constexpr Error<Snippet, int64_t, int64_t> kRecordsNewer{
    "records.newer", "the tuning records {0} have version {1}, but this program reads up to {2}"};
inline constexpr Error<Snippet, Snippet> kRecordsWrite{"records.write", "cannot write to the tuning records {0}: {1}"};
inline constexpr Error<Snippet> kRecordsDiskFull{"records.disk-full", "the disk is full: cannot add a record to {0}"};
inline constexpr Error<Snippet> kRecordsLocked{"records.locked", "another program keeps the tuning records {0} locked"};
inline constexpr Error<Snippet, Snippet> kRecordFileRead{"records.file-read", "cannot read the records in {0}: {1}"};
inline constexpr Error<Snippet, Snippet> kRecordFileWrite{"records.file-write", "cannot write the records to {0}: {1}"};
inline constexpr Error<int64_t, Snippet, Message> kRecordFileLine{"records.file-line",
                                                                  "line {0} of {1} cannot be used: {2}"};
inline constexpr Error<> kTuningRecordShape{"records.file-shape",
                                            "it should be [workload, [trace, seconds, target, arguments]]"};
inline constexpr Error<int64_t, int64_t> kTuningRecordWorkload{"records.file-workload",
                                                               "there is no workload {0}, only {1}"};

}  // namespace err

std::vector<const ErrorKind*> tuneErrors();  // all of them

}  // namespace lw
