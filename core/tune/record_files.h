// The pair of files in which TVM exchanges tuning records, one JSON document a line:
//   database_workload.json         [hash, program in base64]
//   database_tuning_record.json    [number of the workload, [trace, seconds of each run, target, arguments]]
// TVM writes a program as the graph of its own nodes, which differs between its versions. Here a program is written as
// its text, TVMScript; both are read, but of a graph only the types of the arguments in the records are known.
// Everything else is as TVM writes it (src/meta_schedule/database in its sources).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/schedule/snapshot.h"
#include "core/text/print/printer.h"
#include "core/tune/records.h"

namespace lw::tune {

inline constexpr const char *kWorkloadFile = "database_workload.json",
                            *kTuningRecordFile = "database_tuning_record.json";

struct ArgumentType {
  std::string dtype;  // "float32"
  std::vector<int64_t> shape;
  friend bool operator==(const ArgumentType&, const ArgumentType&) = default;
};
// Of the parameters of a function; nothing: one is a scalar or has a symbolic shape, for which TVM has no form.
std::optional<std::vector<ArgumentType>> argumentsOf(const PrimFunc& function);

struct FileWorkload {
  std::string hash;
  std::string program;  // TVMScript; empty: a graph of TVM's nodes
};

struct FileRecord {
  int workload = 0;
  std::string trace;            // as JSON
  std::vector<double> seconds;  // of each run; empty: it was not timed, or failed
  std::string kind;             // TVM's kind of target: "llvm"; empty: not given
  std::string processor;        // the target's tag, or else the processor or architecture that code is made for
  int threads = 0;              // 0: not given
  std::optional<std::vector<ArgumentType>> arguments;
};

struct RecordFiles {
  std::vector<FileWorkload> workloads;
  std::vector<FileRecord> records;
  std::vector<Explanation> unreadable;  // lines that were left out
};

Result<RecordFiles> readRecordFiles(const std::string& folder);

// Adds what is not in the files yet, which are made, or replaced as a whole. `records` are of this workload, whatever
// their number says. The number of records that were added.
Result<int> addToRecordFiles(const std::string& folder, const FileWorkload& workload, std::vector<FileRecord> records);

FileWorkload workloadOf(const Snapshot& program, Dialect dialect);
// Nothing: the record was not timed, or its trace cannot be read. `kind`: TVM's kind of its target.
std::optional<FileRecord> toFileRecord(const Record& record, std::string_view kind, const PrimFunc& function,
                                       Dialect dialect);
// A measured record without a key.
Record fromFileRecord(const FileRecord& record);

}  // namespace lw::tune
