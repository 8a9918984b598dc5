#include "core/tune/records/record_files.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include "core/support/json.h"

#include "core/ir/ops.h"
#include "core/schedule/program.h"
#include "core/support/base64.h"
#include "core/support/json_depth.h"
#include "core/text/print/program_hash.h"
#include "core/trace/trace.h"
#include "core/tune/errors.h"

namespace lw::tune {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr double kDay = 86400;  // TVM writes 1e10 seconds for a run that failed

Result<std::vector<std::string>> linesOf(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return err::kRecordFileRead(path, std::strerror(errno));
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(std::move(line));
  return lines;
}

bool isBlank(const std::string& line) { return line.find_first_not_of(" \t\r") == std::string::npos; }

// ---- reading ----

std::optional<FileWorkload> workloadIn(const Json& line) {
  if (!line.is_array() || line.size() != 2 || !line[0].is_string() || !line[1].is_string()) return std::nullopt;
  std::optional<std::string> program = decodeBase64(line[1].get<std::string>());
  if (!program) return std::nullopt;
  if (program->starts_with('{')) program->clear();  // a graph
  return FileWorkload{line[0].get<std::string>(), std::move(*program)};
}

std::optional<std::vector<double>> secondsIn(const Json& runs) {
  std::vector<double> seconds;
  if (runs.is_null()) return seconds;
  if (!runs.is_array()) return std::nullopt;
  for (const Json& run : runs) {
    if (!run.is_number()) return std::nullopt;
    if (run.get<double>() < 0 || run.get<double>() > kDay) return std::vector<double>();
    seconds.push_back(run.get<double>());
  }
  return seconds;
}

std::string textIn(const Json& target, const char* name) {
  return target.contains(name) && target[name].is_string() ? target[name].get<std::string>() : "";
}

void readTarget(const Json& target, FileRecord& to) {
  if (target.is_string()) to.kind = target.get<std::string>();
  if (!target.is_object()) return;
  to.kind = textIn(target, "kind");
  for (const char* name : {"tag", "mcpu", "arch"})
    if (to.processor.empty()) to.processor = textIn(target, name);
  if (target.contains("num-cores") && target["num-cores"].is_number_integer())
    to.threads = target["num-cores"].get<int>();
}

std::optional<std::vector<ArgumentType>> argumentsIn(const Json& list) {
  if (!list.is_array()) return std::nullopt;
  std::vector<ArgumentType> arguments;
  for (const Json& item : list) {
    const bool tensor =
        item.is_array() && item.size() == 3 && item[0] == "TENSOR" && item[1].is_string() && item[2].is_array() &&
        std::all_of(item[2].begin(), item[2].end(), [](const Json& n) { return n.is_number_integer(); });
    if (!tensor) return std::nullopt;
    arguments.push_back({item[1].get<std::string>(), item[2].get<std::vector<int64_t>>()});
  }
  return arguments;
}

Result<FileRecord> recordIn(const std::string& line, size_t workloads) {
  const Explanation shape = err::kTuningRecordShape();
  if (tooDeepInJson(line)) return shape;
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_array() || json.size() != 2 || !json[0].is_number_integer() || !json[1].is_array() || json[1].size() < 2)
    return shape;
  const Json& record = json[1];
  std::optional<std::vector<double>> seconds = secondsIn(record[1]);
  if (!seconds) return shape;
  FileRecord r{.trace = record[0].dump(), .seconds = std::move(*seconds), .kind = {}, .processor = {}, .arguments = {}};
  const auto number = json[0].get<int64_t>();
  if (number < 0 || static_cast<size_t>(number) >= workloads) return err::kTuningRecordWorkload(number, workloads);
  r.workload = static_cast<int>(number);
  if (const Result<Trace> trace = traceFromJson(r.trace); !trace) return trace.error();
  if (record.size() > 2) readTarget(record[2], r);
  if (record.size() > 3) r.arguments = argumentsIn(record[3]);
  return r;
}

// ---- writing ----

Json targetOf(const FileRecord& record) {
  if (record.kind.empty()) return nullptr;
  Json target{{"kind", record.kind}};
  if (!record.processor.empty()) target["tag"] = record.processor;
  if (record.threads > 0) target["num-cores"] = record.threads;
  return target;
}

std::string lineOf(const FileRecord& record) {
  Json arguments;
  if (record.arguments) {
    arguments = Json::array();
    for (const ArgumentType& a : *record.arguments) arguments.push_back({"TENSOR", a.dtype, a.shape});
  }
  const Json seconds = record.seconds.empty() ? Json() : Json(record.seconds);
  return Json{record.workload, Json{Json::parse(record.trace, nullptr, false), seconds, targetOf(record), arguments}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string lineOf(const FileWorkload& workload) { return Json{workload.hash, encodeBase64(workload.program)}.dump(); }

// Through a second file, so that the first one is never half written.
Status writeLines(const std::string& path, const std::vector<std::string>& lines) {
  const std::string fresh = path + ".new";
  {
    std::ofstream out(fresh, std::ios::binary);
    for (const std::string& line : lines) out << line << '\n';
    out.close();
    if (!out) {
      const Explanation why = err::kRecordFileWrite(path, std::strerror(errno));
      std::error_code ignored;
      fs::remove(fresh, ignored);
      return why;
    }
  }
  std::error_code failed;
  fs::rename(fresh, path, failed);
  if (failed) return err::kRecordFileWrite(path, failed.message());
  return success();
}

Result<std::vector<std::string>> linesSoFar(const std::string& path) {
  return fs::exists(path) ? linesOf(path) : std::vector<std::string>();
}

}  // namespace

std::optional<std::vector<ArgumentType>> argumentsOf(const PrimFunc& function) {
  std::vector<ArgumentType> arguments;
  for (const Var& param : function.params) {
    const Buffer* buffer = function.bufferOf(param);
    if (!buffer) return std::nullopt;
    ArgumentType type{toString((*buffer)->dtype), {}};
    for (const Expr& extent : (*buffer)->shape) {
      const std::optional<int64_t> size = asInt(extent);
      if (!size) return std::nullopt;
      type.shape.push_back(*size);
    }
    arguments.push_back(std::move(type));
  }
  return arguments;
}

Result<RecordFiles> readRecordFiles(const std::string& folder) {
  const std::string workloadPath = folder + "/" + kWorkloadFile, recordPath = folder + "/" + kTuningRecordFile;
  const Result<std::vector<std::string>> workloads = linesOf(workloadPath), records = linesOf(recordPath);
  if (!workloads)
    return explain(workloads.error(), say("the folder should have {0} and {1}", kWorkloadFile, kTuningRecordFile));
  if (!records)
    return explain(records.error(), say("the folder should have {0} and {1}", kWorkloadFile, kTuningRecordFile));
  RecordFiles files;
  for (size_t i = 0; i < workloads->size(); ++i) {
    std::optional<FileWorkload> workload = workloadIn(Json::parse((*workloads)[i], nullptr, false));
    // A line that cannot be read keeps its number.
    if (!workload)
      files.unreadable.push_back(err::kRecordFileLine(i + 1, workloadPath, "it should be [hash, program in base64]"));
    files.workloads.push_back(workload ? std::move(*workload) : FileWorkload());
  }
  for (size_t i = 0; i < records->size(); ++i) {
    if (isBlank((*records)[i])) continue;
    Result<FileRecord> record = recordIn((*records)[i], files.workloads.size());
    if (record)
      files.records.push_back(std::move(*record));
    else
      files.unreadable.push_back(err::kRecordFileLine(i + 1, recordPath, record.error().reason));
  }
  return files;
}

Result<int> addToRecordFiles(const std::string& folder, const FileWorkload& workload, std::vector<FileRecord> records) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) return err::kRecordFileWrite(folder, failed.message());
  const std::string workloadPath = folder + "/" + kWorkloadFile, recordPath = folder + "/" + kTuningRecordFile;
  Result<std::vector<std::string>> workloads = linesSoFar(workloadPath), lines = linesSoFar(recordPath);
  if (!workloads) return workloads.error();
  if (!lines) return lines.error();
  const std::string own = lineOf(workload);
  const auto found = std::find(workloads->begin(), workloads->end(), own);
  const int number = static_cast<int>(found - workloads->begin());
  if (found == workloads->end()) workloads->push_back(own);
  int added = 0;
  for (FileRecord& record : records) {
    record.workload = number;
    const std::string line = lineOf(record);
    if (std::find(lines->begin(), lines->end(), line) != lines->end()) continue;
    lines->push_back(line);
    ++added;
  }
  if (Status s = writeLines(workloadPath, *workloads); !s) return s.error();
  if (Status s = writeLines(recordPath, *lines); !s) return s.error();
  return added;
}

FileWorkload workloadOf(const Snapshot& program, Dialect dialect) {
  const PrintOptions options{.dialect = dialect};
  std::string text =
      program.isLoneFunction() ? print(program.function(0), options).text : print(program.module(), options).text;
  uint64_t hash = 0;  // TVM writes a decimal number there, and computes its own where they differ
  const std::string digits = lw::hashOf(text);
  std::from_chars(digits.data(), digits.data() + digits.size(), hash, 16);
  return {std::to_string(hash), std::move(text)};
}

std::optional<FileRecord> toFileRecord(const Record& record, std::string_view kind, const PrimFunc& function,
                                       Dialect dialect) {
  if (!record.trial.timed() || record.trial.ms.empty()) return std::nullopt;
  const Result<Trace> trace = traceFromJson(record.trial.trace);
  if (!trace) return std::nullopt;
  FileRecord r{.trace = toJson(*trace, dialect),
               .seconds = {},
               .kind = std::string(kind),
               .processor = record.key.processor,
               .threads = record.key.threads,
               .arguments = argumentsOf(function)};
  for (const double ms : record.trial.ms) r.seconds.push_back(ms / 1e3);
  return r;
}

Record fromFileRecord(const FileRecord& record) {
  Record r{.key = {}, .function = {}, .space = {}, .machine = {}, .trial = {}};
  r.trial.trace = record.trace;
  r.trial.outcome = Outcome::Measured;
  r.knowsWhole = false;
  for (const double seconds : record.seconds) r.trial.ms.push_back(seconds * 1e3);
  return r;
}

}  // namespace lw::tune
