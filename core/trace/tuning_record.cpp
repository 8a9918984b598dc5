#include "core/trace/tuning_record.h"
#include "core/trace/errors.h"

#include <cmath>
#include <cstdio>
#include <vector>
#include "core/support/json.h"

#include "core/support/json_depth.h"

namespace lw {
namespace {

using Json = nlohmann::json;

constexpr double kDay = 86400;

bool isTrace(const Json& j) {
  return j.is_array() && j.size() == 2 && j[0].is_array() && j[1].is_array() && (j[0].empty() || j[0][0].is_array());
}

// The record in a line; nullptr: the line is something else.
const Json* recordOf(const Json& line) {
  const Json* record = line.is_array() && line.size() == 2 && line[0].is_number_integer() ? &line[1] : &line;
  return record->is_array() && record->size() >= 2 && isTrace((*record)[0]) &&
                 ((*record)[1].is_array() || (*record)[1].is_null())
             ? record
             : nullptr;
}

std::optional<double> meanSeconds(const Json& runs) {
  if (!runs.is_array() || runs.empty()) return std::nullopt;
  double sum = 0;
  for (const Json& run : runs) {
    if (!run.is_number() || run.get<double>() < 0 || run.get<double>() > kDay) return std::nullopt;
    sum += run.get<double>();
  }
  return sum / static_cast<double>(runs.size());
}

std::string targetOf(const Json& record) {
  if (record.size() < 3) return {};
  const Json& target = record[2];
  if (target.is_object() && target.contains("kind") && target["kind"].is_string())
    return target["kind"].get<std::string>();
  return target.is_string() ? target.get<std::string>() : std::string();
}

Result<ReadTrace> fromRecords(const std::vector<std::string_view>& lines) {
  ReadTrace best;
  std::optional<Json> chosen;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const Json line = Json::parse(lines[i], nullptr, false);
    if (line.is_discarded()) return err::kTraceRecordLine(i + 1, "it is not JSON");
    const Json* record = recordOf(line);
    if (!record) return err::kTraceRecordLine(i + 1, "it should be [workload, [trace, seconds, target, arguments]]");
    ++best.records;
    const std::optional<double> seconds = meanSeconds((*record)[1]);
    const bool first = !chosen.has_value();
    if (!first && (!seconds || (best.ms && *best.ms <= *seconds * 1e3))) continue;
    chosen = (*record)[0];
    best.ms = seconds ? std::optional(*seconds * 1e3) : std::nullopt;
    best.target = targetOf(*record);
    best.line = static_cast<int>(i) + 1;
  }
  if (!best.ms && best.records > 1)
    return explain(err::kTraceNoRun(best.records), "keep only the line of the record to import");
  Result<Trace> trace = traceFromJson(chosen->dump());
  if (!trace) return err::kTraceRecordLine(best.line, trace.error().reason);
  best.trace = std::move(*trace);
  return best;
}

std::vector<std::string_view> splitLines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

}  // namespace

std::string ReadTrace::origin() const {
  if (records == 0) return {};
  std::string text = records == 1 ? "a tuning record" : "the fastest of " + std::to_string(records) + " tuning records";
  if (ms) {
    char time[32];
    std::snprintf(time, sizeof time, ", %.3g ms", *ms);
    text += time;
  }
  return text + (target.empty() ? "" : " on " + target);
}

Result<ReadTrace> readTraceText(std::string_view text) {
  if (tooDeepInJson(text)) return err::kTraceNoJson(say("brackets are nested more than {0} deep", kMostJsonDepth));
  const Json whole = Json::parse(text, nullptr, false);
  if (!whole.is_discarded() && recordOf(whole)) return fromRecords({text});
  if (whole.is_discarded()) {  // several documents, one a line?
    const std::vector<std::string_view> lines = splitLines(text);
    for (const std::string_view line : lines)
      if (const Json first = Json::parse(line, nullptr, false);
          line.find('[') != std::string_view::npos && !first.is_discarded() && recordOf(first))
        return fromRecords(lines);
  }
  Result<Trace> trace = traceFromJson(text);
  if (!trace) return trace.error();
  ReadTrace read;
  read.trace = std::move(*trace);
  return read;
}

}  // namespace lw
