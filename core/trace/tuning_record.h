// Reads a trace in TVM's JSON form, or records of a tuning database, one per line, of which the fastest is chosen.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/trace/trace.h"

namespace lw {

struct ReadTrace {
  Trace trace;
  int records = 0;             // in the database; 0: the text was a trace
  std::optional<double> ms;    // mean time in the chosen record
  std::string target;          // "llvm"; empty if the record has none
  int line = 0;                // of the chosen record, from 1
  std::string origin() const;  // "the fastest of 12 records, 0.41 ms on llvm"; empty for a trace
};

// A record is [workload, [trace, seconds of each run, target, arguments]]; the workload's number may be absent. Failed
// runs have no seconds, or more than a day.
Result<ReadTrace> readTraceText(std::string_view text);

}  // namespace lw
