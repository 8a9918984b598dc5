#include "core/tune/records/record_rows.h"

#include <cmath>
#include "core/support/json.h"

#include "core/text/print/program_hash.h"

namespace lw::tune {
namespace {

using Json = nlohmann::json;

std::optional<std::vector<double>> timesOf(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_array()) return std::nullopt;
  std::vector<double> times;
  for (const Json& time : json) {
    if (!time.is_number()) return std::nullopt;
    times.push_back(time.get<double>());
  }
  return times;
}

std::string timesText(const std::vector<double>& times) {
  Json list = Json::array();
  for (const double time : times)
    if (std::isfinite(time)) list.push_back(time);
  return list.dump();
}

}  // namespace

void bindKey(Statement& to, const RecordKey& key) {
  for (const std::string* text : {&key.program, &key.target, &key.processor}) to.bind(*text);
  to.bind(int64_t{key.threads});
  for (const std::string* text : {&key.math, &key.generator, &key.sizes}) to.bind(*text);
}

RecordKey keyAt(const Statement& row, int column) {
  return {row.text(column),     row.text(column + 1), row.text(column + 2), static_cast<int>(row.integer(column + 3)),
          row.text(column + 4), row.text(column + 5), row.text(column + 6)};
}

std::optional<Record> recordAt(const Statement& row) {
  Record r{.id = row.integer(0),
           .key = keyAt(row, 1),
           .function = row.text(8),
           .space = row.text(9),
           .machine = row.text(10),
           .trial = {},
           .knowsWhole = !row.isNull(22)};
  Result<Decisions> decisions = decisionsFromJson(row.text(11));
  const std::optional<Outcome> outcome = outcomeNamed(row.text(13));
  std::optional<std::vector<double>> times = timesOf(row.text(17));
  if (!decisions || !outcome || !times) return std::nullopt;
  r.trial.decisions = std::move(*decisions);
  r.trial.trace = row.text(12);
  r.trial.outcome = *outcome;
  if (const std::string message = row.text(15); !message.empty()) {
    r.trial.why.emplace();
    r.trial.why->kind = row.text(14);
    r.trial.why->setMessage(message);
    r.trial.why->setHint(row.text(16));
  }
  r.trial.ms = std::move(*times);
  r.trial.compileMs = row.real(18);
  r.trial.expectedMs = row.real(19);
  r.trial.when = row.text(20);
  if (r.knowsWhole) r.trial.whole = row.integer(22) != 0;
  return r;
}

void bindRecord(Statement& to, const Record& record) {
  const Trial& trial = record.trial;
  const Explanation* why = trial.why ? &*trial.why : nullptr;
  bindKey(to, record.key);
  for (const std::string* text : {&record.function, &record.space, &record.machine}) to.bind(*text);
  to.bind(toJson(trial.decisions));
  to.bind(trial.trace);
  to.bind(traceHashOf(record));
  to.bind(nameOf(trial.outcome));
  to.bind(why ? std::string_view(why->kind) : "");
  to.bind(why ? std::string_view(why->message) : "");
  to.bind(why ? std::string_view(why->hint) : "");
  to.bind(timesText(trial.ms));
  if (const double median = trial.medianMs(); std::isfinite(median))
    to.bind(median);
  else
    to.bindNull();
  to.bind(trial.compileMs);
  to.bind(trial.expectedMs);
  to.bind(trial.when);
  if (record.knowsWhole)
    to.bind(int64_t{trial.whole});
  else
    to.bindNull();
}

std::string traceHashOf(const Record& record) {
  return record.trial.trace.empty() ? std::string() : lw::hashOf(record.trial.trace);
}

}  // namespace lw::tune
