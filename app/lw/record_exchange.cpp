#include "app/lw/record_exchange.h"

#include <algorithm>
#include <ctime>

#include "core/tune/record_files.h"

namespace lw {
namespace {

using tune::FileRecord;
using tune::Record;

bool isTvms(const Trace& trace) {
  return std::all_of(trace.instructions.begin(), trace.instructions.end(),
                     [](const Instruction& step) { return step.primitive->traits.inTvm; });
}

// Whether the file's program is this function.
bool isOf(const tune::RecordFiles& files, const FileRecord& record, const Loaded& loaded) {
  const std::string& text = files.workloads.at(static_cast<size_t>(record.workload)).program;
  if (text.empty()) return record.arguments && record.arguments == tune::argumentsOf(loaded.function);
  for (const Dialect dialect : {Dialect::Classic, Dialect::Tvm})
    if (text == tune::workloadOf(loaded.program.snapshot, dialect).program) return true;
  return false;
}

const TargetDescriptor* targetOfKind(const std::string& kind) {
  for (const TargetDescriptor* target : allTargets())
    if (!target->tvmKind.empty() && target->tvmKind == kind) return target;
  return nullptr;
}

std::string now() {
  const std::time_t time = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&time, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%FT%TZ", &parts)};
}

// Why a line is not imported; empty: it is, as `to`.
std::string take(const FileRecord& line, const Loaded& loaded, const std::vector<Record>& known, Record& to) {
  const TargetDescriptor* target = targetOfKind(line.kind);
  if (!target) return line.kind.empty() ? "without a target" : "for target " + line.kind;
  if (line.seconds.empty()) return "without times";
  to = tune::fromFileRecord(line);
  const int function = loaded.program.function.value_or(0);
  to.key = {.program = tune::programHash(loaded.program.snapshot, function),
            .target = std::string(target->name),
            .processor = line.processor,
            .threads = std::max(1, line.threads),
            .math = "",
            .generator = "imported"};
  to.function = loaded.function.name;
  to.trial.when = now();
  const auto same = [&](const Record& r) {
    return r.key == to.key && r.trial.trace == to.trial.trace && r.trial.ms == to.trial.ms;
  };
  if (std::any_of(known.begin(), known.end(), same)) return "recorded already";
  const Result<Trace> trace = traceFromJson(line.trace);
  if (!trace) return "with a trace that cannot be read";
  const Result<Schedule> replayed = replay(loaded.program.snapshot, *trace);
  return replayed ? "" : "refused: " + replayed.error().message;
}

}  // namespace

Result<Exchanged> exportRecords(const std::vector<Record>& records, const Loaded& loaded, const std::string& folder,
                                Dialect dialect) {
  Exchanged result;
  std::vector<FileRecord> lines;
  for (const Record& r : records) {
    const TargetDescriptor* target = findTarget(r.key.target);
    const Result<Trace> trace = traceFromJson(r.trial.trace);
    std::optional<FileRecord> line;
    if (target && !target->tvmKind.empty() && trace && isTvms(*trace))
      line = tune::toFileRecord(r, target->tvmKind, loaded.function, dialect);
    if (line)
      lines.push_back(std::move(*line));
    else
      ++result.leftOut[!r.trial.timed() || r.trial.ms.empty() ? "without times"
                       : !target || target->tvmKind.empty() ? "for target " + r.key.target + ", which TVM does not have"
                       : trace                              ? "with steps that TVM does not have"
                                                            : "with a trace that cannot be read"];
  }
  const size_t count = lines.size();
  const Result<int> added =
      tune::addToRecordFiles(folder, tune::workloadOf(loaded.program.snapshot, dialect), std::move(lines));
  if (!added) return added.error();
  result.done = *added;
  if (const int there = static_cast<int>(count) - *added) result.leftOut["in the files already"] = there;
  return result;
}

Result<Exchanged> importRecords(tune::RecordStore& store, const Loaded& loaded, const std::string& folder) {
  const Result<tune::RecordFiles> files = tune::readRecordFiles(folder);
  if (!files) return files.error();
  const int function = loaded.program.function.value_or(0);
  const Result<std::vector<Record>> known =
      store.find({.program = tune::programHash(loaded.program.snapshot, function)});
  if (!known) return known.error();
  Exchanged result{.leftOut = {}, .unreadable = files->unreadable};
  for (const FileRecord& line : files->records) {
    Record record{.key = {}, .function = {}, .space = {}, .machine = {}, .trial = {}};
    const std::string why = isOf(*files, line, loaded) ? take(line, loaded, *known, record) : "of other functions";
    if (!why.empty()) {
      ++result.leftOut[why];
      continue;
    }
    const Result<int64_t> id = store.add(record);
    if (!id) return id.error();
    ++result.done;
  }
  return result;
}

}  // namespace lw
