// lw tune: searches a space for the fastest schedule.
#include <csignal>
#include <iostream>
#include <numeric>

#include "app/lw/command.h"
#include "app/lw/commands/math_option.h"
#include "app/lw/errors.h"
#include "app/lw/queue_options.h"
#include "app/lw/steps.h"
#include "app/lw/tune_report.h"
#include "backends/measure/machine.h"
#include "backends/targets/targets.h"
#include "backends/tune/local_runner.h"
#include "backends/tune/tuning_machine.h"
#include "core/text/print/program_hash.h"
#include "core/tune/rules/rule.h"
#include "core/tune/tuner.h"

namespace lw {
namespace {

using tune::Trial;
using tune::TuneProgress;

std::atomic<bool> interrupted = false;  // by Ctrl-C

void interrupt(int) { interrupted = true; }

struct Options {
  tune::TuneOptions search;
  tune::LocalRunnerOptions runner;
  std::unique_ptr<tune::Strategy> strategy;
  std::unique_ptr<tune::CostModel> model;
  std::optional<TuneQueue> queue;
};

std::unique_ptr<tune::CostModel> modelNamed(const std::string& name) {
  if (name == "off") return tune::noModel();
  if (name == "draft") return tune::draftModel();
  if (name == "learned") return tune::learnedModel();
  return nullptr;
}

Result<Options> readOptions(const CommandLine& arguments) {
  Options options;
  const auto number = [&](const char* name, auto& slot) -> std::optional<Explanation> {
    Result<int64_t> value = arguments.integer(name);
    if (!value) return std::move(value).error();
    slot = static_cast<std::remove_reference_t<decltype(slot)>>(*value);
    return std::nullopt;
  };
  if (auto e = number("--trials", options.search.trials)) return *e;
  if (auto e = number("--seconds", options.search.seconds)) return *e;
  if (auto e = number("--seed", options.search.seed)) return *e;
  if (auto e = number("--threads", options.runner.measure.threads)) return *e;
  options.strategy = tune::strategyNamed(arguments.get("--search"));
  if (!options.strategy) return err::kTuneStrategy(arguments.get("--search"));
  options.model = modelNamed(arguments.get("--model"));
  if (!options.model) return err::kTuneModel(arguments.get("--model"));
  options.runner.measure.target = arguments.get("--target");
  const TargetDescriptor* target = findTarget(options.runner.measure.target);
  if (!target || !target->onThisProcessor) return err::kTuneTarget(options.runner.measure.target);
  Result<FloatMath> math = mathOf(arguments, *target);
  if (!math) return std::move(math).error();
  options.runner.measure.cpu.math = *math;
  options.runner.measure.minMs = 1;
  options.runner.measure.peaks = false;
  return options;
}

// ---- the space ----

struct ChosenSpace {
  std::shared_ptr<const SourceFile> file;
  std::string function;
  std::vector<std::string> rules;  // that wrote it; empty: a person did
};

Result<ChosenSpace> chooseSpace(const CommandLine& arguments, const Loaded& program, const Schedule& start,
                                int function, const tune::Machine& machine) {
  if (arguments.has("--space")) {
    const FileAndFunction space = splitTarget(arguments.get("--space"));
    if (space.file == program.file.source.name || space.file.empty())
      return ChosenSpace{std::make_shared<const SourceFile>(program.file), space.function, {}};
    Result<std::string> text = readFile(space.file);
    if (!text) return std::move(text).error();
    return ChosenSpace{
        std::make_shared<const SourceFile>(readProgram(space.file, std::move(*text))), space.function, {}};
  }
  const tune::WrittenSpace written = tune::writeSpace(start.program(), function, machine, tune::cpuRules());
  if (written.text.empty()) {
    Message why;
    for (const auto& [rule, reason] : written.others) {
      Message one = say("{0}: {1}", Ident(rule), reason);
      why = why.empty() ? one : say("{0}; {1}", why, one);
    }
    return explain(err::kTuneNoRule(functionTitle(program.program, function)), std::move(why));
  }
  return ChosenSpace{std::make_shared<const SourceFile>(readProgram("space.py", written.text)), "space", written.rules};
}

// The functions that are tuned: the selected one, or all of a class.
std::vector<int> functionsOf(const Loaded& program) {
  if (program.program.function) return {*program.program.function};
  std::vector<int> all(program.program.snapshot.functionCount());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

// The steps of the best candidates of all tasks, one task after the other.
Result<Schedule> bestSchedule(const std::vector<tune::TuneTask>& tasks, const tune::TuneResult& result) {
  Schedule schedule = tasks.front().space.start();
  for (size_t i = 0; i < tasks.size(); ++i) {
    const tune::TuneResult::Task& task = result.tasks[i];
    if (task.best < 0) continue;
    tune::Space space = tasks[i].space;
    space.continueFrom(schedule);
    auto made = space.candidate(task.trials[static_cast<size_t>(task.best)].decisions, 0);
    if (auto* refused = std::get_if<tune::RefusedCandidate>(&made)) return std::move(refused->why);
    schedule = std::get<tune::Candidate>(made).schedule;
  }
  return schedule;
}

Status writeBest(const CommandLine& arguments, const std::vector<tune::TuneTask>& tasks,
                 const tune::TuneResult& result) {
  if (!arguments.has("-o")) return success();
  Result<Schedule> best = bestSchedule(tasks, result);
  if (!best) return best.error();
  const std::string& path = arguments.get("-o");
  return writeFile(path, path.ends_with(".py") ? toPython(traceOf(*best)) : toJson(traceOf(*best)) + "\n");
}

// Adds the time of the reference; 0: it is not timed, as where others than this machine run the candidates.
Result<std::unique_ptr<tune::TrialRunner>> startRunner(const Loaded& program, int function, const Options& options,
                                                       std::vector<double>& referenceMs) {
  const PrimFunc& original = program.program.snapshot.function(function);
  if (options.queue) {
    auto runner =
        startQueueRunner(*options.queue, program.file, original, options.runner, [] { return interrupted.load(); });
    if (!runner) return runner.error();
    referenceMs.push_back(0);
    return std::unique_ptr<tune::TrialRunner>(std::move(*runner));
  }
  auto runner = tune::LocalRunner::start(program.file, original, options.runner);
  if (!runner) return runner.error();
  referenceMs.push_back((*runner)->referenceMs());
  return std::unique_ptr<tune::TrialRunner>(std::move(*runner));
}

int search(const CommandLine& arguments, const Loaded& program, Options& options, const tune::Machine& machine,
           std::vector<tune::TuneTask>& tasks, const std::vector<std::string>& names) {
  if (!options.queue) tune::leaveLastCoreToKernels();
  options.runner.turn = std::make_shared<std::mutex>();
  std::vector<std::unique_ptr<tune::TrialRunner>> runners;
  std::vector<double> referenceMs;
  for (tune::TuneTask& task : tasks) {
    auto runner = startRunner(program, task.function, options, referenceMs);
    if (!runner) return fail(arguments, runner.error());
    runners.push_back(std::move(*runner));
    task.runner = runners.back().get();
  }
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);
  TuneReport report(arguments.json(), names, options.search.seconds);
  const tune::TuneResult result = tune::tuneTasks(tasks, options.search, machine, *options.strategy, *options.model,
                                                  *runners.front(), report, [] { return interrupted.load(); });
  if (result.error) return fail(arguments, *result.error);
  report.end(result, referenceMs);
  for (const auto& runner : runners)
    if (const auto* queue = dynamic_cast<const tune::QueueRunner*>(runner.get()))
      if (const std::optional<Explanation> why = queue->failure()) return fail(arguments, *why);
  if (Status s = writeBest(arguments, tasks, result); !s) return fail(arguments, s.error());
  const bool found = std::any_of(result.tasks.begin(), result.tasks.end(), [](const auto& t) { return t.best >= 0; });
  return found ? kDone : kWrongResult;
}

int run(const CommandLine& arguments) {
  std::variant<Loaded, int> loaded = loadProgram(arguments, arguments.get("FILE"));
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const Loaded& program = std::get<Loaded>(loaded);
  Result<Options> options = readOptions(arguments);
  if (!options) return fail(arguments, options.error(), nullptr, kWrongUsage);
  const SteppedSchedule stepped = applySteps(arguments, program);
  if (stepped.error) return failSteps(arguments, stepped);
  const int threads = options->runner.measure.threads;
  Result<std::optional<TuneQueue>> queue =
      tuneQueue(arguments, options->runner.measure.target, tune::threadsOf(options->runner.measure));
  if (!queue) return fail(arguments, queue.error());
  options->queue = std::move(*queue);
  const tune::Machine machine =
      options->queue ? tune::machineOf(options->queue->workers.processor, options->queue->workers.threads)
                     : tune::thisMachine(threads);
  std::vector<tune::TuneTask> tasks;
  std::vector<std::string> names;
  for (const int function : functionsOf(program)) {
    Result<ChosenSpace> space = chooseSpace(arguments, program, stepped.schedule, function, machine);
    if (!space) return fail(arguments, space.error());
    if (arguments.has("--print-space")) std::cout << space->file->source.text;
    names.push_back(functionTitle(program.program, function));
    tasks.push_back({names.back(), tune::Space(space->file, space->function, stepped.schedule), function, 1, {}});
  }
  return arguments.has("--print-space") ? int{kDone} : search(arguments, program, *options, machine, tasks, names);
}

}  // namespace

Command tuneCommand() {
  Command c{"tune",
            "search for the fastest schedule of a function",
            {{"FILE", "FILE[:FUNC]", "", OptionSpec::kRequired}},
            run};
  for (OptionSpec& option : stepOptions()) c.options.push_back(std::move(option));
  const std::vector<OptionSpec> own = {
      {"--space", "FILE:FUNCTION, a schedule function with sampling steps; without it, rules write one", "",
       OptionSpec::kValue},
      {"--print-space", "print the space and end", "", OptionSpec::kFlag},
      {"--trials", "candidates that are measured", "64", OptionSpec::kValue},
      {"--seconds", "time limit of the search; 0: none", "0", OptionSpec::kValue},
      {"--seed", "of the search", "1", OptionSpec::kValue},
      {"--threads", "of the kernel; 0: all cores", "1", OptionSpec::kValue},
      {"--target", "cpu", std::string(defaultTarget().name), OptionSpec::kValue},
      {"--search", "evolution, beam or random", "evolution", OptionSpec::kValue},
      {"--model", "off, draft or learned", "learned", OptionSpec::kValue},
      mathOption(),
      {"-o", "write the best trace: FILE.json or FILE.py", "", OptionSpec::kValue}};
  c.options.insert(c.options.end(), own.begin(), own.end());
  for (OptionSpec& option : queueOptions()) c.options.push_back(std::move(option));
  return c;
}

}  // namespace lw
