// Tuning records to and from TVM's files (core/tune/record_files.h).
#pragma once

#include "app/lw/tuned.h"

namespace lw {

// What became of the records; those that were left out are counted by the reason.
struct Exchanged {
  int done = 0;
  std::map<std::string, int> leftOut;
  std::vector<Explanation> unreadable = {};  // lines of files
};

Result<Exchanged> exportRecords(const std::vector<tune::Record>& records, const Loaded& loaded,
                                const std::string& folder, Dialect dialect);

// Adds the records of the function: those of the same program text, or, where TVM wrote its own form of the program, of
// the same types of arguments. Their traces must be legal on it.
Result<Exchanged> importRecords(tune::RecordStore& store, const Loaded& loaded, const std::string& folder);

}  // namespace lw
