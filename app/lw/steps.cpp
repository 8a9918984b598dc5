#include "app/lw/steps.h"
#include "app/lw/proofs/assumed_steps.h"

#include <algorithm>
#include <iostream>

#include "app/shared/step_checks.h"
#include "core/te/schedule_code.h"
#include "core/te/te_stages.h"
#include "core/text/print/printer.h"
#include "core/trace/size_versions.h"
#include "core/trace/trace.h"
#include "core/trace/tuning_record.h"
#include "passes/pipeline.h"

namespace lw {
namespace {

constexpr int64_t kMostTimes = 1000;  // of the usual limit of a proof

// Appends the groups of a run to those of earlier runs.
void addGroups(ScriptRun& run, SteppedSchedule& result) {
  for (StepGroup& group : run.groups) result.groups.push_back(std::move(group));
}

// What the run printed, and its notes.
void addOutput(ScriptRun& run, SteppedSchedule& result) {
  for (std::string& line : run.output) result.output.push_back(std::move(line));
  for (const Message& note : run.notes) result.output.push_back("note: " + note.text());
}

void useScript(const CommandLine& arguments, const std::string& target, const Loaded& loaded, SteppedSchedule& result) {
  const FileAndFunction name = splitTarget(target);
  std::optional<SourceFile> other;
  if (name.file != loaded.file.source.name || loaded.collected) {
    Result<std::string> text = readFile(name.file);
    if (!text) {
      result.error = std::move(text).error();
      return;
    }
    other = readProgram(name.file, std::move(*text));
  }
  const SourceFile& file = other ? *other : loaded.file;
  script::Limits limits;
  limits.lowered = [](const PrimFunc& f) { return print(lowerForCpu(f)).text; };
  ScriptRun run = interpretScheduleOf(file, name.function, result.schedule, limits);
  addGroups(run, result);
  result.schedule = std::move(run.schedule);
  addOutput(run, result);
  if (run.error) {
    result.error = std::move(run.error);
    result.refused = std::move(run.refused);
    result.source = file.source;
  } else if (other) {
    warnOfOthers(arguments, *other);
  }
}

void addReplayed(const Trace& trace, SteppedSchedule& result) {
  Result<Schedule> replayed = replay(result.schedule, trace);
  if (replayed)
    result.schedule = std::move(*replayed);
  else
    result.error = std::move(replayed).error();
}

// A function that chooses among versions is no schedule of steps: later steps act on it.
Status useVersions(const std::string& text, const Loaded& loaded, SteppedSchedule& result) {
  Result<SizeVersions> versions = sizeVersionsFromJson(text);
  if (!versions) return versions.error();
  const Snapshot& program = result.schedule.program();
  const Result<int> function = onlyFunction(loaded.program);
  if (!function) return function.error();
  Result<PrimFunc> joined = withVersions(program, *function, *versions);
  if (!joined) return joined.error();
  Module module = program.module();
  module.functions[static_cast<size_t>(*function)] = std::move(*joined);
  result.schedule =
      Schedule(Snapshot(std::move(module)).withIntrinsics(program.intrinsics()).withBudget(program.budget()));
  result.versions = std::move(*versions);
  return success();
}

void useTrace(const std::string& path, const Loaded& loaded, SteppedSchedule& result) {
  Result<std::string> text = readFile(path);
  if (!text) {
    result.error = std::move(text).error();
    return;
  }
  if (path.ends_with(".py")) {
    const SourceText source = makeSource(path, std::move(*text));
    ScriptRun run = interpretTracePython(source, result.schedule, te::withTensors());
    result.schedule = std::move(run.schedule);
    result.error = std::move(run.error);
    result.refused = std::move(run.refused);
    result.source = source;
    return;
  }
  if (isSizeVersions(*text)) {
    if (Status s = useVersions(*text, loaded, result); !s) {
      result.error = s.error();
      result.error->message = path + ": " + result.error->message;
    }
    return;
  }
  Result<ReadTrace> trace = readTraceText(*text);
  if (!trace) {
    result.error = std::move(trace).error();
    result.error->message = path + ": " + result.error->message;
    return;
  }
  if (!trace->origin().empty()) result.output.push_back(path + ": " + trace->origin());
  addReplayed(trace->trace, result);
}

void useStep(const std::string& text, const std::shared_ptr<const SourceFile>& file, SteppedSchedule& result) {
  ScriptRun run = interpretStep(text, result.schedule, te::withTensors(), file);
  addGroups(run, result);
  result.schedule = std::move(run.schedule);
  addOutput(run, result);
  result.error = std::move(run.error);
  result.refused = std::move(run.refused);
  if (result.error) result.source = makeSource("--do", text);
}

// Schedules of kernels inside of a model are read without options of their own.
Result<int64_t> proofLimit(const CommandLine& arguments) {
  if (!arguments.has("--proof-limit")) return int64_t{1};
  return arguments.integer("--proof-limit", 1, kMostTimes);
}

}  // namespace

std::vector<OptionSpec> stepOptions() {
  return {{"--script", "schedule function: FILE.py[:FUNCTION], `schedule` when none is named", "", OptionSpec::kValue},
          {"--trace",
           "trace: FILE.json (also records of a tuning database, or versions by size of `lw tune --dispatch`), or "
           "FILE.py with apply_trace(sch)",
           "", OptionSpec::kValue},
          {"--do", "one step, loops and blocks by name: 'split(i, [None, 8])'; repeatable", "", OptionSpec::kRepeated},
          {"--proof-limit", "so many times the usual limit of each proof: for steps that were not decided", "1",
           OptionSpec::kValue},
          {"--assume",
           "take steps that are not decided, and compare the programs before and after each: by a proof, else by runs",
           "", OptionSpec::kFlag}};
}

Status checkStepOptions(const CommandLine& arguments) {
  const Result<int64_t> limit = proofLimit(arguments);
  return limit ? success() : Status(limit.error());
}

SteppedSchedule applySteps(const CommandLine& arguments, const Loaded& loaded, const Trace* first) {
  const Result<int64_t> limit = proofLimit(arguments);  // checked before the command began
  const ProofBudget budget = ProofBudget::times(static_cast<unsigned long>(limit ? *limit : 1));
  SteppedSchedule result{Schedule(loaded.program.snapshot.withBudget(budget)), {}, {}, {}};
  result.schedule.assumeUndecided(arguments.has("--assume"));
  const std::shared_ptr<const SourceFile> file(std::shared_ptr<void>(), &loaded.file);  // outlives the steps
  // Steps refer to the named function, unless they name another one.
  if (loaded.program.function)
    (void)result.schedule.workOn(result.schedule.program().functionName(*loaded.program.function));
  if (loaded.steps) addReplayed(*loaded.steps, result);
  if (first && !result.error) addReplayed(*first, result);
  if (!result.error && arguments.has("--script")) useScript(arguments, arguments.get("--script"), loaded, result);
  if (!result.error && arguments.has("--trace")) useTrace(arguments.get("--trace"), loaded, result);
  for (const std::string& step : arguments.all("--do")) {
    if (result.error) break;
    useStep(step, file, result);
  }
  if (!result.error)
    if (Status right = checkIntrinsics(result.schedule); !right) result.error = right.error();
  if (!result.error && arguments.has("--assume")) checkAssumed(loaded.file.intrinsics, result);
  for (const std::string& line : result.output) std::cerr << line << "\n";
  return result;
}

int failSteps(const CommandLine& arguments, const SteppedSchedule& stepped) {
  return fail(arguments, *stepped.error, stepped.source ? &*stepped.source : nullptr);
}

}  // namespace lw
