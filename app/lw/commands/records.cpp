// lw records: what tuning has measured, and its exchange with TVM's files.
#include <cstdio>
#include <filesystem>
#include <iostream>
#include "core/support/json.h"

#include "app/lw/errors.h"
#include "app/lw/record_exchange.h"
#include "backends/measure/measure.h"
#include "core/support/text.h"

namespace lw {
namespace {

using tune::Record;
using tune::RecordSummary;

std::string countsText(const RecordSummary& s) {
  return join(s.counts, [&](const auto& item) {
    const auto& [outcome, count] = item;
    return std::to_string(count) + " " + std::string(nameOf(outcome));
  });
}

nlohmann::json summaryJson(const RecordSummary& s) {
  nlohmann::json counts = nlohmann::json::object();
  for (const auto& [outcome, count] : s.counts) counts[std::string(nameOf(outcome))] = count;
  nlohmann::json j{{"key", keyJson(s.key)}, {"function", s.function}, {"counts", counts}, {"last", s.last}};
  if (s.bestMs > 0) j["best_ms"] = s.bestMs;
  return j;
}

void print(const RecordSummary& s) {
  std::printf("%s  %s\n  %-12s %s\n", s.function.c_str(), keyText(s.key).c_str(), "records", countsText(s).c_str());
  if (s.bestMs > 0) std::printf("  %-12s %s\n", "best", timeText(s.bestMs).c_str());
  std::printf("  %-12s %s\n", "last", s.last.c_str());
}

void print(const Record& r) {
  const bool timed = !r.trial.ms.empty();
  std::printf("%6lld  %-10s %-12s %s%s%s\n", static_cast<long long>(r.id),
              timed ? timeText(r.trial.medianMs()).c_str() : "", std::string(nameOf(r.trial.outcome)).c_str(),
              decisionsText(r.trial).c_str(), r.trial.why ? (": " + r.trial.why->message).c_str() : "",
              timed && !r.trial.whole ? "; only some results compared" : "");
}

int report(const CommandLine& arguments, const Exchanged& e, const char* what, const std::string& where) {
  if (arguments.json()) {
    nlohmann::json unreadable = nlohmann::json::array();
    for (const Explanation& line : e.unreadable) unreadable.push_back(line.message);
    std::cout << nlohmann::json{{"ok", true}, {what, e.done}, {"left_out", e.leftOut}, {"unreadable", unreadable}}.dump(
                     2)
              << "\n";
    return kDone;
  }
  std::printf("%s %d %s, %s\n", what, e.done, e.done == 1 ? "record" : "records", where.c_str());
  for (const auto& [why, count] : e.leftOut) std::printf("  left out: %d %s\n", count, why.c_str());
  for (const Explanation& line : e.unreadable) std::cerr << "warning: " << line.message << "\n";
  return kDone;
}

Result<tune::RecordQuery> queryOf(const CommandLine& arguments, const Loaded* loaded) {
  tune::RecordQuery query;
  if (loaded) query.program = tune::programHash(loaded->program.snapshot, loaded->program.function.value_or(0));
  if (arguments.has("--target")) {
    const Result<const TargetDescriptor*> target = targetOf(arguments);
    if (!target) return target.error();
    query.target = (*target)->name;
  }
  if (const std::string& name = arguments.get("--outcome"); !name.empty()) {
    query.outcome = tune::outcomeNamed(name);
    if (!query.outcome)
      return explain(err::kUsageOutcome(name),
                     "known: measured, stopped, refused, build-failed, wrong, crashed, timed-out");
  }
  return query;
}

int list(const CommandLine& arguments, const tune::RecordStore& store, tune::RecordQuery query, const Loaded* loaded) {
  const Result<std::vector<RecordSummary>> summaries = store.summaries(query);
  if (!summaries) return fail(arguments, summaries.error());
  const Result<int64_t> limit = arguments.integer("--limit", 0, 1'000'000);
  if (!limit) return fail(arguments, limit.error(), nullptr, kWrongUsage);
  query.fastestFirst = true;
  query.limit = static_cast<int>(*limit);
  // Without a function, the counts are enough.
  const Result<std::vector<Record>> records = loaded ? store.find(query) : std::vector<Record>();
  if (!records) return fail(arguments, records.error());
  if (arguments.json()) {
    nlohmann::json j{{"ok", true},
                     {"db", store.path()},
                     {"summaries", nlohmann::json::array()},
                     {"records", nlohmann::json::array()}};
    for (const RecordSummary& s : *summaries) j["summaries"].push_back(summaryJson(s));
    for (const Record& r : *records) j["records"].push_back(recordJson(r));
    if (loaded)
      if (const Result<tune::RecordKey> here = recordKeyOf(arguments, *loaded)) j["here"] = keyJson(*here);
    std::cout << j.dump(2) << "\n";
    return kDone;
  }
  for (const RecordSummary& s : *summaries) print(s);
  if (summaries->empty()) std::printf("no records%s in %s\n", loaded ? " of this function" : "", store.path().c_str());
  if (!records->empty()) std::printf("\n%6s  %-10s %-12s %s\n", "record", "median", "outcome", "decisions");
  for (const Record& r : *records) print(r);
  int total = 0;
  for (const RecordSummary& s : *summaries) total += s.total();
  if (const int more = total - static_cast<int>(records->size()); loaded && more > 0)
    std::printf("        and %d more; --limit 0 lists all\n", more);
  return kDone;
}

int exchange(const CommandLine& arguments, const Loaded& loaded, const tune::RecordQuery& query) {
  if (arguments.has("--import")) {
    Result<tune::RecordStore> store = tune::RecordStore::open(recordFile(arguments));
    if (!store) return fail(arguments, store.error());
    const Result<Exchanged> e = importRecords(*store, loaded, arguments.get("--import"));
    return e ? report(arguments, *e, "imported", "now in " + store->path()) : fail(arguments, e.error());
  }
  const Result<tune::RecordStore> store = openRecords(arguments);
  if (!store) return fail(arguments, store.error());
  const Result<std::vector<Record>> records = store->find(query);
  if (!records) return fail(arguments, records.error());
  const Dialect dialect = arguments.get("--dialect") == "tvm" ? Dialect::Tvm : Dialect::Classic;
  const std::string& folder = arguments.get("--export");
  const Result<Exchanged> e = exportRecords(*records, loaded, folder, dialect);
  return e ? report(arguments, *e, "exported", "now in " + folder) : fail(arguments, e.error());
}

int rescue(const CommandLine& arguments) {
  const std::string damaged = recordFile(arguments);
  const std::string& path = arguments.get("--rescue");
  std::error_code ignored;
  if (std::filesystem::equivalent(damaged, path, ignored))
    return fail(arguments, err::kUsageRescue(path), nullptr, kWrongUsage);
  Result<tune::RecordStore> store = tune::RecordStore::open(path);
  if (!store) return fail(arguments, store.error());
  const Result<tune::Rescued> done = tune::rescueRecords(damaged, *store);
  if (!done) return fail(arguments, done.error());
  if (arguments.json())
    std::cout << nlohmann::json{{"ok", true}, {"kept", done->kept}, {"lost", done->lost}}.dump(2) << "\n";
  else
    std::printf("copied %lld records of %s to %s; %lld could not be read\n", static_cast<long long>(done->kept),
                damaged.c_str(), path.c_str(), static_cast<long long>(done->lost));
  return kDone;
}

int run(const CommandLine& arguments) {
  if (arguments.has("--rescue")) return rescue(arguments);
  std::optional<Loaded> loaded;
  if (const std::string& file = arguments.get("FILE"); !file.empty()) {
    std::variant<Loaded, int> found = load(arguments, file);
    if (const int* code = std::get_if<int>(&found)) return *code;
    loaded = std::get<Loaded>(std::move(found));
  }
  const Result<tune::RecordQuery> query = queryOf(arguments, loaded ? &*loaded : nullptr);
  if (!query)
    return fail(arguments, query.error(), nullptr, query.error().kind == "run.target" ? kNoTarget : kWrongUsage);
  for (const char* option : {"--export", "--import"})
    if (arguments.has(option) && !loaded)
      return fail(
          arguments,
          explain(err::kUsageNeedsFile(option), say("for example lw records FILE.py {0} FOLDER", Ident(option))),
          nullptr, kWrongUsage);
  if (arguments.has("--export") || arguments.has("--import")) return exchange(arguments, *loaded, *query);
  const Result<tune::RecordStore> store = openRecords(arguments);
  if (!store) return fail(arguments, store.error());
  return list(arguments, *store, *query, loaded ? &*loaded : nullptr);
}

}  // namespace

Command recordsCommand() {
  return {
      "records",
      "what tuning has measured: counts of all functions, or the records of one",
      {{"FILE", "FILE.py[:FUNC]; without it, the counts of all functions", "", OptionSpec::kValue},
       {"--target", "only those of " + targetNames(), "", OptionSpec::kValue},
       {"--outcome", "only measured, stopped, refused, build-failed, wrong, crashed or timed-out ones", "",
        OptionSpec::kValue},
       {"--limit", "how many records of the function are listed, the fastest first; 0: all", "20", OptionSpec::kValue},
       databaseOption(),
       {"--export", "write the records that have times to TVM's files in this folder", "", OptionSpec::kValue},
       {"--import", "add the records of the function in TVM's files in this folder", "", OptionSpec::kValue},
       {"--rescue", "copy what can be read of a damaged database to this file", "", OptionSpec::kValue},
       {"--dialect", "of exported programs and traces: classic or tvm", "classic", OptionSpec::kValue}},
      run};
}

}  // namespace lw
