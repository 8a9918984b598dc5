#include "app/services/schedule/schedule_import.h"

#include "app/services/document/documents.h"
#include "core/te/te_stages.h"
#include "core/trace/tuning_record.h"

namespace lw {
namespace {

ImportedSchedule importedScript(ScriptRun run) {
  return {std::move(run.schedule), std::move(run.groups), std::move(run.error), {}};
}

// In a trace the function is named apply_trace. In other files the schedule is chosen by name, or is the only one.
ImportedSchedule importedPython(const QString& path, std::string text, const Schedule& start,
                                const script::Limits& limits) {
  if (text.find("def apply_trace(") != std::string::npos)
    return importedScript(
        interpretTracePython(makeSource(path.toStdString(), std::move(text)), start, te::withTensors(limits)));
  return importedScript(interpretScheduleOf(readProgram(path.toStdString(), std::move(text)), "", start, limits));
}

ImportedSchedule importedJson(const std::string& text, const Schedule& start) {
  const Result<ReadTrace> read = readTraceText(text);
  if (!read) return {start, {}, read.error(), {}};
  Result<Schedule> replayed = replay(start, read->trace);
  if (!replayed) return {start, {}, replayed.error(), {}};
  return {std::move(*replayed), {}, {}, read->origin()};
}

}  // namespace

ImportedSchedule importedSchedule(const QString& path, const Schedule& start, const script::Limits& limits) {
  const bool python = path.endsWith(QLatin1String(".py"), Qt::CaseInsensitive);
  return python ? importedPython(path, bytesOf(path), start, limits) : importedJson(bytesOf(path), start);
}

}  // namespace lw
