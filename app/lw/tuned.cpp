#include "app/lw/tuned.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include "core/support/json.h"

#include "app/lw/errors.h"
#include "app/lw/options/math_option.h"
#include "backends/measure/errors.h"
#include "backends/measure/measure.h"
#include "core/support/text.h"

namespace lw {

using tune::Record;
using tune::RecordKey;
using tune::RecordStore;
using tune::RecordSummary;

OptionSpec databaseOption() {
  return {"--db", "database of tuning records", tune::defaultRecordFile(), OptionSpec::kValue};
}

std::vector<OptionSpec> conditionOptions() {
  return {{"--target", targetNames(), std::string(defaultTarget().name), OptionSpec::kValue},
          {"--device", "number of the device, from 0; the emulator takes a model: sm_80", "", OptionSpec::kValue},
          {"--threads", "of the kernel; 0: all cores", "0", OptionSpec::kValue},
          {"--bind", "value of a symbolic size or scalar parameter: n=37; repeatable", "", OptionSpec::kRepeated},
          mathOption()};
}

namespace {

// Those values of --bind that follow the sign "=" or "<=".
Result<std::map<std::string, int64_t>> bindsWith(const CommandLine& arguments, std::string_view sign) {
  std::map<std::string, int64_t> binds;
  for (const std::string& text : arguments.all("--bind")) {
    const size_t equals = text.find('=');
    const bool bound = equals != std::string::npos && equals > 0 && text[equals - 1] == '<';
    if (bound != (sign == "<=")) continue;
    int64_t value = 0;
    const char *begin = text.data() + std::min(equals + 1, text.size()), *end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(begin, end, value);
    const size_t name = equals == std::string::npos ? 0 : equals + 1 - sign.size();
    if (name == 0 || error != std::errc() || stop != end)
      return explain(err::kUsagePair("--bind", text), "for example --bind n=128");
    binds[text.substr(0, name)] = value;
  }
  return binds;
}

}  // namespace

Result<std::map<std::string, int64_t>> readBinds(const CommandLine& arguments) { return bindsWith(arguments, "="); }
Result<std::map<std::string, int64_t>> readBounds(const CommandLine& arguments) { return bindsWith(arguments, "<="); }

Result<const TargetDescriptor*> targetOf(const CommandLine& arguments) {
  const std::string& name = arguments.get("--target");
  const TargetDescriptor* target = name.empty() ? &defaultTarget() : findTarget(name);
  if (!target) return explain(err::kRunTarget(name, "there is no such target"), "run `lw devices` for a list");
  return target;
}

std::string recordFile(const CommandLine& arguments) {
  const std::string& given = arguments.get("--db");
  return given.empty() ? tune::defaultRecordFile() : given;
}

Result<RecordStore> openRecords(const CommandLine& arguments) {
  const std::string path = recordFile(arguments);
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
    return explain(err::kNoRecords(path), "`lw tune FILE` measures candidates and records them");
  return RecordStore::open(path);
}

Result<RecordKey> recordKeyOf(const CommandLine& arguments, const Loaded& loaded) {
  Result<const TargetDescriptor*> target = targetOf(arguments);
  if (!target) return std::move(target).error();
  const Result<FloatMath> math = mathOf(arguments, **target);
  if (!math) return math.error();
  const Result<std::map<std::string, int64_t>> binds = readBinds(arguments);
  if (!binds) return binds.error();
  tune::RunConditions conditions{
      .device = arguments.get("--device"), .math = *math, .sizes = tune::sizesOf(loaded.file, loaded.function, *binds)};
  if (arguments.has("--threads")) {
    const Result<int64_t> threads = arguments.integer("--threads", 0, 1024);
    if (!threads) return threads.error();
    conditions.threads = static_cast<int>(*threads);
  }
  const Snapshot& program = loaded.program.snapshot;
  const int function = loaded.program.function.value_or(0);
  if (arguments.has("--processor"))
    return tune::recordKey(program, function, **target, conditions, arguments.get("--processor"));
  return tune::recordKey(program, function, **target, conditions);
}

namespace {

// What there is instead of a record under the key.
Message othersInstead(const std::vector<RecordSummary>& all, const RecordKey& key, const std::string& function) {
  std::string same;
  int earlier = 0;
  for (const RecordSummary& s : all) {
    if (s.key.program == key.program)
      same += (same.empty() ? "" : "; ") + keyText(s.key) + " (" + std::to_string(s.total()) +
              (s.bestMs > 0 ? ", the best " + timeText(s.bestMs) + ")" : ", none of them right and timed)");
    else if (s.function == function)
      earlier += s.total();
  }
  if (!same.empty())
    return say("there are records for {0}; `lw tune FILE` measures more, and `lw best --id` takes any record",
               Snippet(same));
  if (earlier > 0)
    return say("the {0} records of {1} are of another text of the program; `lw tune FILE` measures this one", earlier,
               Ident(function));
  return "`lw tune FILE` measures candidates and records them";
}

}  // namespace

Result<Record> bestRecord(const CommandLine& arguments, const Loaded& loaded) {
  const Result<RecordKey> key = recordKeyOf(arguments, loaded);
  if (!key) return key.error();
  const Result<RecordStore> store = openRecords(arguments);
  if (!store) return store.error();
  Result<std::optional<Record>> best = store->best(*key);
  if (!best) return std::move(best).error();
  if (*best) return std::move(**best);
  const Result<std::vector<RecordSummary>> all = store->summaries({});
  if (!all) return all.error();
  return explain(err::kNoBest(loaded.function.name, keyText(*key)), othersInstead(*all, *key, loaded.function.name));
}

Result<Trace> traceOf(const Record& record) {
  Result<Trace> trace = traceFromJson(record.trial.trace);
  if (!trace) return explain(err::kRecordTrace(record.id, trace.error().reason), trace.error().remedy);
  return trace;
}

std::string keyText(const RecordKey& key) {
  std::string text = key.target;
  if (!key.processor.empty()) text += ", " + key.processor;
  text += ", " + std::to_string(key.threads) + (key.threads == 1 ? " thread" : " threads");
  for (const std::string* more : {&key.generator, &key.math, &key.sizes})
    if (!more->empty()) text += ", " + *more;
  return text;
}

std::string decisionsText(const tune::Trial& trial) {
  std::string text = join(trial.decisions, [&](const tune::Decision& d) { return d.name + " = " + toText(d.value); });
  return text.empty() ? "none" : text;
}

std::string recordTitle(const Record& record) {
  return "record " + std::to_string(record.id) +
         (record.trial.timed() && !record.trial.ms.empty() ? ", " + timeText(record.trial.medianMs()) : "");
}

nlohmann::json keyJson(const RecordKey& key) {
  return {{"program", key.program}, {"target", key.target}, {"processor", key.processor},
          {"threads", key.threads}, {"math", key.math},     {"generator", key.generator},
          {"sizes", key.sizes}};
}

nlohmann::json recordJson(const Record& record) {
  const tune::Trial& trial = record.trial;
  nlohmann::json j{{"id", record.id},
                   {"key", keyJson(record.key)},
                   {"function", record.function},
                   {"space", record.space},
                   {"machine", record.machine},
                   {"outcome", tune::nameOf(trial.outcome)},
                   {"decisions", nlohmann::json::parse(tune::toJson(trial.decisions))},
                   {"ms", trial.ms},
                   {"compile_ms", trial.compileMs},
                   {"expected_ms", trial.expectedMs},
                   {"when", trial.when}};
  if (record.knowsWhole && trial.timed()) j["all_compared"] = trial.whole;
  if (!trial.ms.empty()) j["median_ms"] = trial.medianMs();
  if (trial.why) j["why"] = {{"kind", trial.why->kind}, {"message", trial.why->message}, {"hint", trial.why->hint}};
  return j;
}

}  // namespace lw
