// lw tune: searches a space for the fastest schedule.
#include <csignal>
#include <iostream>
#include <numeric>
#include <set>

#include "app/lw/command.h"
#include "app/lw/errors.h"
#include "app/lw/input_names.h"
#include "app/lw/models/tune_kernels.h"
#include "app/lw/options/tune_options.h"
#include "app/lw/proofs/tuned_proof.h"
#include "app/lw/steps.h"
#include "app/lw/tune_report.h"
#include "app/lw/tune_versions.h"
#include "app/lw/tuned.h"
#include "app/shared/tuning/written_space.h"
#include "backends/measure/machine.h"
#include "backends/targets/targets.h"
#include "backends/tune/core_pool.h"
#include "backends/tune/target_tuning.h"
#include "backends/tune/tuning_machine.h"
#include "core/text/print/program_hash.h"
#include "core/text/suggest.h"
#include "core/trace/errors.h"
#include "core/tune/pins.h"
#include "core/tune/search/tuner.h"

namespace lw {
namespace {

using tune::Trial;
using tune::TuneProgress;

std::atomic<bool> interrupted = false;  // by Ctrl-C

void interrupt(int) { interrupted = true; }

// ---- the space ----

struct ChosenSpace {
  std::shared_ptr<const SourceFile> file;
  std::string function;
  std::vector<std::string> rules;  // that wrote it; empty: a person did
};

Result<ChosenSpace> chooseSpace(const CommandLine& arguments, const Loaded& program, const Schedule& start,
                                int function, const tune::Machine& machine,
                                const std::map<std::string, int64_t>& sizes) {
  if (arguments.has("--space")) {
    const FileAndFunction space = splitTarget(arguments.get("--space"));
    if (space.file == program.file.source.name || space.file.empty())
      return ChosenSpace{std::make_shared<const SourceFile>(program.file), space.function, {}};
    Result<std::string> text = readFile(space.file);
    if (!text) return std::move(text).error();
    return ChosenSpace{
        std::make_shared<const SourceFile>(readProgram(space.file, std::move(*text))), space.function, {}};
  }
  Result<WrittenSpaceFile> written =
      writtenSpaceOf(start, function, functionTitle(program.program, function), machine, sizes);
  if (!written) return std::move(written).error();
  return ChosenSpace{std::move(written->file), std::move(written->function), std::move(written->rules)};
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
  const bool found = std::any_of(result.tasks.begin(), result.tasks.end(), [](const auto& t) { return t.best >= 0; });
  if (!arguments.has("-o") || !found) return success();
  Result<Schedule> best = bestSchedule(tasks, result);
  if (!best) return best.error();
  const std::string& path = arguments.get("-o");
  return writeFile(path, path.ends_with(".py") ? toPython(traceOf(*best)) : toJson(traceOf(*best)) + "\n");
}

// Adds the time of the reference, which is not timed where others than this machine run the candidates.
Result<std::unique_ptr<tune::TrialRunner>> startRunner(const Loaded& program, int function, const TuneSettings& options,
                                                       std::vector<TimedReference>& references) {
  const PrimFunc& original = program.program.snapshot.function(function);
  if (options.queue) {
    auto runner =
        startQueueRunner(*options.queue, program.file, original, options.runner, [] { return interrupted.load(); });
    if (!runner) return runner.error();
    references.emplace_back();
    return std::unique_ptr<tune::TrialRunner>(std::move(*runner));
  }
  Result<tune::StartedRunner> started = tune::startRunner(program.file, original, options.runner);
  if (!started) return started.error();
  references.push_back({started->referenceMs, std::move(started->blas), std::move(started->sums)});
  return std::move(started->runner);
}

// What the trials of a task are recorded under.
Result<tune::Record> recordOf(const Loaded& program, const TuneSettings& options, const tune::TuneTask& task) {
  const TargetDescriptor& target = *findTarget(options.runner.measure.target);
  const MeasureOptions& measure = options.runner.measure;
  const PrimFunc& function = program.program.snapshot.function(task.function);
  const tune::RunConditions conditions{.threads = measure.threads,
                                       .math = measure.cpu.math,
                                       .sizes = tune::sizesOf(program.file, function, measure.inputs.bind)};
  // Workers of a class may have another processor or device than this machine.
  const Result<std::string> device =
      options.queue ? Result<std::string>(measuringDevice(options.queue->workers)) : tune::measuringDevice(measure);
  if (!device) return device.error();
  tune::RecordKey key = tune::recordKey(program.program.snapshot, task.function, target, conditions, *device);
  tune::Record record;
  record.machine = options.queue ? options.queue->workers.name : key.processor;
  record.key = std::move(key);
  record.function = task.name;
  record.space = task.space.hash();
  return record;
}

// With --resume, what was measured of this space earlier, by machines whose times can be compared.
Result<std::vector<Trial>> knownTrials(const tune::RecordStore& store, const tune::Record& record,
                                       const tune::Space& space, const tune::Decisions& pins, bool whole) {
  Result<std::vector<tune::Record>> found = store.find({.key = record.key, .space = record.space, .latest = true});
  if (!found) return std::move(found).error();
  std::vector<Trial> trials;
  for (tune::Record& r : *found) {
    if (!r.machine.empty() && r.machine != record.machine) continue;
    if (!r.knowsWhole) r.trial.whole = whole;
    if (!pins.empty()) r.trial.decisions = tune::withChoices(space, r.trial.decisions);
    if (tune::keeps(r.trial, pins)) trials.push_back(std::move(r.trial));
  }
  return trials;
}

// Decisions of earlier searches are positions only; running the space again says what they chose.
void nameChoices(const std::vector<tune::TuneTask>& tasks, tune::TuneResult& result) {
  for (size_t i = 0; i < tasks.size(); ++i) {
    tune::TuneResult::Task& task = result.tasks[i];
    if (task.best < 0) continue;
    tune::Decisions& best = task.trials[static_cast<size_t>(task.best)].decisions;
    best = tune::withChoices(tasks[i].space, best);
  }
}

// For other values of a size. The arguments have to outlive what is returned.
tune::SizeTimer::StartRunner runnersOf(const Loaded& program, int function, const TuneSettings& options,
                                       const std::string& size) {
  return [&program, function, &options, &size](int64_t value) -> Result<std::unique_ptr<tune::TrialRunner>> {
    tune::LocalRunnerOptions at = options.runner;
    at.measure.inputs.bind.insert_or_assign(size, value);
    Result<tune::StartedRunner> started =
        tune::startRunner(program.file, program.program.snapshot.function(function), at);
    if (!started) return started.error();
    return std::move(started->runner);
  };
}

// `programs`: of each task. `sizes`: each task is the same function at one of these values.
int search(const CommandLine& arguments, const std::vector<const Loaded*>& programs, TuneSettings& options,
           const tune::Machine& machine, std::vector<tune::TuneTask>& tasks, const std::vector<tune::Decisions>& pins,
           const std::optional<ListedSize>& sizes) {
  Result<tune::RecordStore> store = tune::RecordStore::open(recordFile(arguments));
  if (!store) return fail(arguments, store.error());
  const TargetDescriptor& target = *findTarget(options.runner.measure.target);
  // Shared by the runners of all functions. A kernel of a device is measured from any core.
  const int threads = target.onThisProcessor ? tune::threadsOf(options.runner.measure) : 2;
  options.runner.cores = tune::coresOfKernels(options.workers, threads);
  if (!options.queue) tune::leaveCoresTo(*options.runner.cores);
  // Of records of earlier versions, which do not say whether all results were compared: on this machine they were.
  const bool whole = !target.emulated && options.runner.measure.host.empty();
  std::vector<std::unique_ptr<tune::TrialRunner>> runners;
  std::vector<TimedReference> references;
  std::vector<tune::Record> records;
  for (size_t i = 0; i < tasks.size(); ++i) {
    tune::TuneTask& task = tasks[i];
    if (sizes) options.runner.measure.inputs.bind[sizes->name] = sizes->values[i];
    Result<tune::Record> record = recordOf(*programs[i], options, task);
    if (!record) return fail(arguments, record.error());
    if (arguments.has("--resume")) {
      Result<std::vector<Trial>> known = knownTrials(*store, *record, task.space, pins[i], whole);
      if (!known) return fail(arguments, known.error());
      task.known = std::move(*known);
    }
    records.push_back(std::move(*record));
    for (const tune::Decision& pin : pins[i]) task.space.pin(pin);  // records are of the space without them
    auto runner = startRunner(*programs[i], task.function, options, references);
    if (!runner) return fail(arguments, runner.error());
    runners.push_back(std::move(*runner));
    task.runner = runners.back().get();
  }
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);
  for (size_t i = 0; i < references.size(); ++i) printSumErrors(arguments.json(), tasks[i].name, references[i].sums);
  TuneReport report(arguments.json(), std::move(records), *store, options.search.seconds, target.emulated);
  tune::TuneResult result = tune::tuneTasks(tasks, options.search, machine, *options.strategy, *options.model,
                                            *runners.front(), report, [] { return interrupted.load(); });
  nameChoices(tasks, result);
  proveBest(tasks, result);
  // Times that were taken in turns with the best can be compared with theirs.
  for (size_t i = 0; i < runners.size(); ++i)
    if (const std::vector<double> ms = runners[i]->referenceInTurns(); !ms.empty())
      references[i].ms = summarize(ms).median;
  if (!result.error) report.end(result, references);
  if (sizes && result.end == tune::TuneResult::End::Stopped) return kWrongResult;  // nothing is timed any more
  if (sizes && !result.error) {
    tune::SizeTimer timing(sizes->name, sizes->values,
                           runnersOf(*programs.front(), tasks.front().function, options, sizes->name));
    for (size_t i = 0; i < runners.size(); ++i) timing.add(sizes->values[i], runners[i].get());
    return writeVersions(arguments, tasks, result, timing);
  }
  // What was found counts, even if the records or the queue failed later.
  if (Status s = writeBest(arguments, tasks, result); !s) return fail(arguments, s.error());
  if (result.error) return fail(arguments, *result.error);
  for (const auto& runner : runners)
    if (const std::optional<Explanation> why = runner->failure()) return fail(arguments, *why);
  const bool found = std::any_of(result.tasks.begin(), result.tasks.end(), [](const auto& t) { return t.best >= 0; });
  return found ? kDone : kWrongResult;
}

// Options that the search takes, and the machine that it is for; or the code of an error that was printed.
struct Settings {
  TuneSettings options;
  tune::Machine machine;
};
// Symbolic ones with which the candidates are timed.
std::map<std::string, int64_t> sizesOf(const Loaded& program, int function, const Settings& settings) {
  return tune::sizesOf(program.file, program.program.snapshot.function(function),
                       settings.options.runner.measure.inputs.bind);
}

std::variant<Settings, int> readSettings(const CommandLine& arguments) {
  Result<TuneSettings> options = readTuneOptions(arguments);
  if (!options) return fail(arguments, options.error(), nullptr, kWrongUsage);
  const int threads = options->runner.measure.threads;
  Result<std::optional<TuneQueue>> queue = tuneQueue(arguments, options->runner.measure);
  if (!queue) return fail(arguments, queue.error());
  options->queue = std::move(*queue);
  if (options->queue) options->runner.measure.threads = options->queue->workers.threads;
  const tune::Machine machine =
      options->queue && options->queue->workers.device.empty()
          ? tune::machineOf(options->queue->workers.processor, options->queue->workers.threads)
          : tune::machineFor(*findTarget(options->runner.measure.target), options->runner.measure.device, threads);
  return Settings{std::move(*options), machine};
}

int searchPinned(const CommandLine& arguments, const std::vector<const Loaded*>& programs, Settings& settings,
                 std::vector<tune::TuneTask>& tasks, const std::optional<ListedSize>& sizes = std::nullopt) {
  const Result<std::vector<tune::Decisions>> pins = readPins(arguments, tasks);
  if (!pins)
    return fail(arguments, pins.error(), nullptr,
                pins.error().kind.starts_with("usage.") ? kWrongUsage : kInputAtFault);
  return search(arguments, programs, settings.options, settings.machine, tasks, *pins, sizes);
}

// All kernels of a model share the trials, by what they take of its time. Those for which no rule fits stay as they
// are.
int runModelSearch(const CommandLine& arguments, const ModelKernels& model) {
  for (const char* option : {"--space", "--script", "--trace", "--do", "--dispatch", "-o"})
    if (arguments.has(option))
      return fail(arguments, explain(err::kUsageModel(option, model.title), "leave it out, or name one of its kernels"),
                  nullptr, kWrongUsage);
  std::variant<Settings, int> read = readSettings(arguments);
  if (const int* code = std::get_if<int>(&read)) return *code;
  Settings& settings = std::get<Settings>(read);
  std::vector<tune::TuneTask> tasks;
  std::vector<const Loaded*> programs;
  std::optional<Explanation> none;
  for (const ModelKernel& kernel : model.kernels) {
    const Schedule start(kernel.program.program.snapshot);
    Result<ChosenSpace> space =
        chooseSpace(arguments, kernel.program, start, 0, settings.machine, sizesOf(kernel.program, 0, settings));
    if (!space) {
      none = space.error();
      std::cerr << kernel.program.function.name << " stays as it is: " << space.error().message << "\n";
      continue;
    }
    if (arguments.has("--print-space"))
      std::cout << "# " << kernel.program.function.name << "\n" << space->file->source.text << "\n";
    tasks.push_back({.name = kernel.program.function.name,
                     .space = tune::Space(space->file, space->function, start),
                     .function = 0,
                     .weight = kernel.calls});
    programs.push_back(&kernel.program);
  }
  if (tasks.empty()) return fail(arguments, none ? *none : err::kUsageNoKernel(""));
  if (arguments.has("--print-space")) return kDone;
  return searchPinned(arguments, programs, settings, tasks);
}

// One function, with a task for each value of a size.
int runDispatch(const CommandLine& arguments, const Loaded& program, const Schedule& start) {
  const Result<ListedSize> size = listedSize(arguments);
  if (!size) return fail(arguments, size.error(), nullptr, kWrongUsage);
  const Result<int> function = onlyFunction(program.program);
  if (!function) return fail(arguments, function.error());
  std::variant<Settings, int> read = readSettings(withSize(arguments, *size, size->values.front()));
  if (const int* code = std::get_if<int>(&read)) return *code;
  Settings& settings = std::get<Settings>(read);
  std::map<std::string, int64_t>& bind = settings.options.runner.measure.inputs.bind;
  const std::vector<std::string> symbolic = symbolicSizes(program.program.snapshot.function(*function));
  if (std::find(symbolic.begin(), symbolic.end(), size->name) == symbolic.end())
    return fail(arguments, explain(err::kVersionsNoSize(functionTitle(program.program, *function), size->name),
                                   didYouMean(size->name, symbolic)));
  std::vector<tune::TuneTask> tasks;
  for (const int64_t value : size->values) {
    bind[size->name] = value;
    Result<ChosenSpace> space =
        chooseSpace(arguments, program, start, *function, settings.machine, sizesOf(program, *function, settings));
    if (!space) return fail(arguments, space.error());
    tasks.push_back({.name = functionTitle(program.program, *function) + " " + size->name + "=" + std::to_string(value),
                     .space = tune::Space(space->file, space->function, start),
                     .function = *function});
    if (const auto why = tasks.back().space.failure()) return fail(arguments, *why, &space->file->source);
  }
  return searchPinned(arguments, std::vector<const Loaded*>(tasks.size(), &program), settings, tasks, *size);
}

int run(const CommandLine& arguments) {
  if (const auto model = kernelsOfModel(arguments)) {
    const int* code = std::get_if<int>(&*model);
    return code ? *code : runModelSearch(arguments, std::get<ModelKernels>(*model));
  }
  std::variant<Loaded, int> loaded = loadProgram(arguments, arguments.get("FILE"));
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const Loaded& program = std::get<Loaded>(loaded);
  const SteppedSchedule stepped = applySteps(arguments, program);
  if (stepped.error) return failSteps(arguments, stepped);
  if (arguments.has("--dispatch")) return runDispatch(arguments, program, stepped.schedule);
  std::variant<Settings, int> read = readSettings(arguments);
  if (const int* code = std::get_if<int>(&read)) return *code;
  Settings& settings = std::get<Settings>(read);
  InputNames names{program.file.source.name, {}, {}};
  for (const int function : functionsOf(program)) add(names, inputNames(program.program.snapshot.function(function)));
  if (const auto code = refuseUnknownNames(arguments, names)) return *code;
  std::vector<tune::TuneTask> tasks;
  if (arguments.has("--space"))  // which is of one function
    if (const Result<int> only = onlyFunction(program.program); !only) return fail(arguments, only.error());
  for (const int function : functionsOf(program)) {
    Result<ChosenSpace> space = chooseSpace(arguments, program, stepped.schedule, function, settings.machine,
                                            sizesOf(program, function, settings));
    if (!space) return fail(arguments, space.error());
    if (arguments.has("--print-space")) std::cout << space->file->source.text;
    tasks.push_back({.name = functionTitle(program.program, function),
                     .space = tune::Space(space->file, space->function, stepped.schedule),
                     .function = function});
    const std::optional<Explanation> why = tasks.back().space.failure();
    if (why) return fail(arguments, *why, &space->file->source);
  }
  if (arguments.has("--print-space")) return kDone;
  return searchPinned(arguments, std::vector<const Loaded*>(tasks.size(), &program), settings, tasks);
}

}  // namespace

Command tuneCommand() {
  Command c{"tune",
            "search for the fastest schedule of a function",
            {{"FILE", "FILE[:FUNC]", "", OptionSpec::kRequired}},
            run};
  for (OptionSpec& option : stepOptions()) c.options.push_back(std::move(option));
  for (OptionSpec& option : tuneOptions()) c.options.push_back(std::move(option));
  for (OptionSpec& option : queueOptions()) c.options.push_back(std::move(option));
  return c;
}

}  // namespace lw
