// Records as rows of the table `record` (record_schema.cpp). Private to the store.
#pragma once

#include "core/tune/records/records.h"
#include "core/tune/records/sqlite.h"

namespace lw::tune {

inline constexpr const char* kSameKey =
    "program = ? AND target = ? AND processor = ? AND threads = ? AND math = ? AND generator = ? AND sizes = ?";
void bindKey(Statement& to, const RecordKey& key);  // the parameters of kSameKey

inline constexpr const char* kKeyColumns = "program, target, processor, threads, math, generator, sizes";
RecordKey keyAt(const Statement& row, int column);  // from the first of kKeyColumns

inline constexpr const char* kRecordColumns =
    "id, program, target, processor, threads, math, generator, sizes, function, space, machine, decisions, trace, "
    "outcome, why_kind, why, why_hint, ms, compile_ms, expected_ms, time, trace_hash, "
    "whole";
constexpr int kTraceHashColumn = 21;
// A row of kRecordColumns; nothing: a column holds what no store writes.
std::optional<Record> recordAt(const Statement& row);

inline constexpr const char* kInsertRecord =
    "INSERT INTO record (program, target, processor, threads, math, generator, sizes, function, space, machine, "
    "decisions, trace, trace_hash, outcome, why_kind, why, why_hint, ms, median_ms, compile_ms, expected_ms, time, "
    "whole) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
void bindRecord(Statement& to, const Record& record);  // the parameters of kInsertRecord

std::string traceHashOf(const Record& record);  // empty: it has no trace

}  // namespace lw::tune
