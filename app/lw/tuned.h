// The database of tuning records, for the commands that read it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/lw/command.h"
#include "backends/tune/record_key.h"
#include "core/trace/trace.h"
#include "core/tune/records/records.h"

namespace lw {

OptionSpec databaseOption();                 // --db
std::vector<OptionSpec> conditionOptions();  // --target, --device, --threads, --bind, --math

// Values of --bind, by name.
Result<std::map<std::string, int64_t>> readBinds(const CommandLine& arguments);
// Upper bounds of --bind, by name: "n<=64". readBinds() leaves them out.
Result<std::map<std::string, int64_t>> readBounds(const CommandLine& arguments);
// Of --target; an error lists the known ones.
Result<const TargetDescriptor*> targetOf(const CommandLine& arguments);

std::string recordFile(const CommandLine& arguments);                 // of --db, or the usual one
Result<tune::RecordStore> openRecords(const CommandLine& arguments);  // one that exists

// Under which times of the function are recorded here, or, with --processor, elsewhere.
Result<tune::RecordKey> recordKeyOf(const CommandLine& arguments, const Loaded& loaded);

// The fastest right record of the function under these conditions. If there is none, the error lists what there is.
Result<tune::Record> bestRecord(const CommandLine& arguments, const Loaded& loaded);
// Says which trace of a record cannot be read.
Result<Trace> traceOf(const tune::Record& record);

std::string keyText(const tune::RecordKey& key);      // "cpu, AMD EPYC, 2 threads, llvm 19.1.7"
std::string decisionsText(const tune::Trial& trial);  // "rows = 2, i = [16, 8]"; "none" for a trace from elsewhere
std::string recordTitle(const tune::Record& record);  // "record 17, 0.41 ms"
nlohmann::json keyJson(const tune::RecordKey& key);
nlohmann::json recordJson(const tune::Record& record);  // without its trace

}  // namespace lw
