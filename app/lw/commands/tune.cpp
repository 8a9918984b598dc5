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
#include "app/lw/tuned.h"
#include "backends/measure/machine.h"
#include "backends/targets/targets.h"
#include "backends/tune/local_runner.h"
#include "backends/tune/tuning_machine.h"
#include "core/text/print/program_hash.h"
#include "core/tune/rules/rule.h"
#include "core/tune/search/tuner.h"

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
  const bool known = target && (target->onThisProcessor || (target->kernels && arguments.has("--print-space")));
  if (!known) return err::kTuneTarget(options.runner.measure.target);
  Result<FloatMath> math = mathOf(arguments, *target);
  if (!math) return std::move(math).error();
  options.runner.measure.cpu.math = *math;
  Result<std::map<std::string, int64_t>> binds = readBinds(arguments);
  if (!binds) return std::move(binds).error();
  options.runner.measure.inputs.bind = std::move(*binds);
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
  const tune::WrittenSpace written = tune::writeSpace(start.program(), function, machine, tune::rulesFor(machine));
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

// What the trials of a task are recorded under.
Result<tune::Record> recordOf(const Loaded& program, const Options& options, const tune::TuneTask& task) {
  const TargetDescriptor& target = *findTarget(options.runner.measure.target);
  const MeasureOptions& measure = options.runner.measure;
  const PrimFunc& function = program.program.snapshot.function(task.function);
  const tune::RunConditions conditions{.threads = measure.threads,
                                       .math = measure.cpu.math,
                                       .sizes = tune::sizesOf(program.file, function, measure.inputs.bind)};
  // Workers of a class may have another processor than this machine.
  Result<tune::RecordKey> key = options.queue
                                    ? tune::recordKey(program.program.snapshot, task.function, target, conditions,
                                                      options.queue->workers.processor.model)
                                    : tune::recordKey(program.program.snapshot, task.function, target, conditions);
  if (!key) return std::move(key).error();
  tune::Record record;
  record.machine = key->processor;
  record.key = std::move(*key);
  record.function = task.name;
  record.space = task.space.hash();
  return record;
}

// With --resume, what was measured of this space earlier.
Result<std::vector<Trial>> knownTrials(const tune::RecordStore& store, const tune::Record& record) {
  Result<std::vector<tune::Record>> found = store.find({.key = record.key, .space = record.space, .latest = true});
  if (!found) return std::move(found).error();
  std::vector<Trial> trials;
  for (tune::Record& r : *found) trials.push_back(std::move(r.trial));
  return trials;
}

// Decisions of earlier searches are positions only; running the space again says what they chose.
void nameChoices(const std::vector<tune::TuneTask>& tasks, tune::TuneResult& result) {
  for (size_t i = 0; i < tasks.size(); ++i) {
    tune::TuneResult::Task& task = result.tasks[i];
    if (task.best < 0) continue;
    tune::Decisions& best = task.trials[static_cast<size_t>(task.best)].decisions;
    auto made = tasks[i].space.candidate(best, 0);
    if (auto* candidate = std::get_if<tune::Candidate>(&made)) best = std::move(candidate->decisions);
  }
}

int search(const CommandLine& arguments, const Loaded& program, Options& options, const tune::Machine& machine,
           std::vector<tune::TuneTask>& tasks) {
  Result<tune::RecordStore> store = tune::RecordStore::open(recordFile(arguments));
  if (!store) return fail(arguments, store.error());
  if (!options.queue) tune::leaveLastCoreToKernels();
  options.runner.turn = tune::turns();
  std::vector<std::unique_ptr<tune::TrialRunner>> runners;
  std::vector<double> referenceMs;
  std::vector<tune::Record> records;
  for (tune::TuneTask& task : tasks) {
    Result<tune::Record> record = recordOf(program, options, task);
    if (!record) return fail(arguments, record.error());
    if (arguments.has("--resume")) {
      Result<std::vector<Trial>> known = knownTrials(*store, *record);
      if (!known) return fail(arguments, known.error());
      task.known = std::move(*known);
    }
    records.push_back(std::move(*record));
    auto runner = startRunner(program, task.function, options, referenceMs);
    if (!runner) return fail(arguments, runner.error());
    runners.push_back(std::move(*runner));
    task.runner = runners.back().get();
  }
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);
  TuneReport report(arguments.json(), std::move(records), *store, options.search.seconds);
  tune::TuneResult result = tune::tuneTasks(tasks, options.search, machine, *options.strategy, *options.model,
                                            *runners.front(), report, [] { return interrupted.load(); });
  if (result.error) return fail(arguments, *result.error);
  nameChoices(tasks, result);
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
  if (options->queue) options->runner.measure.threads = options->queue->workers.threads;
  const tune::Machine machine =
      options->queue
          ? tune::machineOf(options->queue->workers.processor, options->queue->workers.threads)
          : tune::machineFor(*findTarget(options->runner.measure.target), options->runner.measure.device, threads);
  std::vector<tune::TuneTask> tasks;
  if (arguments.has("--space"))  // which is of one function
    if (const Result<int> only = onlyFunction(program.program); !only) return fail(arguments, only.error());
  for (const int function : functionsOf(program)) {
    Result<ChosenSpace> space = chooseSpace(arguments, program, stepped.schedule, function, machine);
    if (!space) return fail(arguments, space.error());
    if (arguments.has("--print-space")) std::cout << space->file->source.text;
    tasks.push_back({.name = functionTitle(program.program, function),
                     .space = tune::Space(space->file, space->function, stepped.schedule),
                     .function = function});
    if (!tasks.back().space.text().empty()) continue;  // else the file may lack the function, which a run says
    auto made = tasks.back().space.candidate({}, options->search.seed);
    if (const auto* refused = std::get_if<tune::RefusedCandidate>(&made)) return fail(arguments, refused->why);
  }
  return arguments.has("--print-space") ? int{kDone} : search(arguments, program, *options, machine, tasks);
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
      {"--target", "whose kernels are tuned", std::string(defaultTarget().name), OptionSpec::kValue},
      {"--search", "evolution, beam or random", "evolution", OptionSpec::kValue},
      {"--model", "off, draft or learned", "learned", OptionSpec::kValue},
      {"--bind", "value of a symbolic size or scalar parameter: n=37; repeatable", "", OptionSpec::kRepeated},
      {"--resume", "go on with what was recorded of this space; it counts as trials", "", OptionSpec::kFlag},
      databaseOption(),
      mathOption(),
      {"-o", "write the best trace: FILE.json or FILE.py", "", OptionSpec::kValue}};
  c.options.insert(c.options.end(), own.begin(), own.end());
  for (OptionSpec& option : queueOptions()) c.options.push_back(std::move(option));
  return c;
}

}  // namespace lw
