// lw best: the fastest right record of a function under given conditions, and its trace.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include "core/support/json.h"

#include "app/lw/errors.h"
#include "app/lw/input_names.h"
#include "app/lw/tuned.h"
#include "backends/measure/measure.h"

namespace lw {
namespace {

Result<tune::Record> recordWithId(const CommandLine& arguments, const Loaded& loaded) {
  const Result<int64_t> id = arguments.integer("--id");
  if (!id) return id.error();
  const Result<tune::RecordStore> store = openRecords(arguments);
  if (!store) return store.error();
  const std::string program = tune::programHash(loaded.program.snapshot, loaded.program.function.value_or(0));
  Result<std::vector<tune::Record>> found = store->find({.id = *id, .program = program});
  if (!found) return std::move(found).error();
  if (found->empty() || found->front().trial.trace.empty())
    return explain(err::kNoRecordWithId(loaded.function.name, *id), "`lw records FILE` lists them");
  return std::move(found->front());
}

std::string traceText(const Trace& trace, bool python, const CommandLine& arguments) {
  const Dialect dialect = arguments.get("--dialect") == "tvm" ? Dialect::Tvm : Dialect::Classic;
  return python ? toPython(trace, dialect) : toJson(trace, dialect);
}

void row(const char* label, const std::string& text) { std::printf("  %-12s %s\n", label, text.c_str()); }

void printRecord(const tune::Record& r, const std::string& title) {
  const tune::Trial& trial = r.trial;
  std::printf("%s: %s\n", title.c_str(), recordTitle(r).c_str());
  if (!trial.ms.empty()) {
    const auto [least, most] = std::minmax_element(trial.ms.begin(), trial.ms.end());
    row("time", timeText(trial.medianMs()) + "  (" + timeText(*least) + " to " + timeText(*most) + ", " +
                    std::to_string(trial.ms.size()) + (trial.ms.size() == 1 ? " run)" : " runs)"));
  }
  if (trial.outcome != tune::Outcome::Measured)
    row("outcome", std::string(nameOf(trial.outcome)) + (trial.why ? ": " + trial.why->message : ""));
  if (trial.timed() && !trial.whole) row("compared", "only some of its results: all of them would have taken too long");
  if (trial.expectedMs > 0) row("expected", timeText(trial.expectedMs));
  row("decisions", decisionsText(trial));
  row("conditions", keyText(r.key));
  if (r.machine.empty())
    row("imported", trial.when);
  else
    row("measured", trial.when + " on " + r.machine);
}

int run(const CommandLine& arguments) {
  std::variant<Loaded, int> loaded = load(arguments, arguments.get("FILE"));
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const Loaded& program = std::get<Loaded>(loaded);
  if (const auto code = refuseUnknownNames(arguments, inputNames(program.function))) return *code;
  const std::string& form = arguments.get("--trace");
  if (!form.empty() && form != "json" && form != "python")
    return fail(arguments, err::kUsageTraceForm(form), nullptr, kWrongUsage);
  const Result<tune::Record> record =
      arguments.has("--id") ? recordWithId(arguments, program) : bestRecord(arguments, program);
  if (!record) {
    const std::string& kind = record.error().kind;
    return fail(arguments, record.error(), nullptr,
                kind == "run.target"         ? kNoTarget
                : kind.starts_with("usage.") ? kWrongUsage
                                             : kInputAtFault);
  }
  const Result<Trace> trace = traceOf(*record);
  if (!trace) return fail(arguments, trace.error());
  if (const std::string& path = arguments.get("-o"); !path.empty())
    if (const Status s = writeFile(path, traceText(*trace, path.ends_with(".py"), arguments)); !s)
      return fail(arguments, s.error());
  if (arguments.json())
    std::cout << nlohmann::json{{"ok", true},
                                {"record", recordJson(*record)},
                                {"trace", nlohmann::json::parse(traceText(*trace, false, arguments))}}
                     .dump(2)
              << "\n";
  else if (!form.empty())
    std::cout << traceText(*trace, form == "python", arguments);
  else
    printRecord(*record, program.function.name);
  return kDone;
}

}  // namespace

Command bestCommand() {
  Command command{"best",
                  "the fastest recorded schedule of a function under the same conditions, and its trace",
                  {{"FILE", "FILE.py[:FUNC]", "", OptionSpec::kRequired}},
                  run};
  for (OptionSpec& option : conditionOptions()) command.options.push_back(std::move(option));
  const std::vector<OptionSpec> own = {
      {"--processor", "records of another processor or device, by its name in `lw records`", "", OptionSpec::kValue},
      {"--id", "this record instead of the fastest one", "", OptionSpec::kValue},
      databaseOption(),
      {"--trace", "print the trace and nothing else: json or python", "", OptionSpec::kValue},
      {"-o", "write the trace there, for --trace of other commands: FILE.json or FILE.py", "", OptionSpec::kValue},
      {"--dialect", "of the trace: classic or tvm", "classic", OptionSpec::kValue}};
  command.options.insert(command.options.end(), own.begin(), own.end());
  return command;
}

}  // namespace lw
