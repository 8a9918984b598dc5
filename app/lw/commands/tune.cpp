// lw tune: searches a space for the fastest schedule.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/lw/command.h"
#include "app/lw/commands/math_option.h"
#include "app/lw/errors.h"
#include "app/lw/steps.h"
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
  std::string strategy, model;
};

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
  options.strategy = arguments.get("--search");
  options.model = arguments.get("--model");
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

std::unique_ptr<tune::CostModel> modelNamed(const std::string& name) {
  if (name == "off") return tune::noModel();
  if (name == "draft") return tune::draftModel();
  if (name == "learned") return tune::learnedModel();
  return nullptr;
}

// ---- the space ----

struct ChosenSpace {
  std::shared_ptr<const SourceFile> file;
  std::string function;
  std::vector<std::string> rules;  // that wrote it; empty: a person did
};

Result<ChosenSpace> chooseSpace(const CommandLine& arguments, const Loaded& program, const Schedule& start,
                                const tune::Machine& machine) {
  if (arguments.has("--space")) {
    const FileAndFunction space = splitTarget(arguments.get("--space"));
    if (space.file == program.file.source.name || space.file.empty())
      return ChosenSpace{std::make_shared<const SourceFile>(program.file), space.function, {}};
    Result<std::string> text = readFile(space.file);
    if (!text) return std::move(text).error();
    return ChosenSpace{
        std::make_shared<const SourceFile>(readProgram(space.file, std::move(*text))), space.function, {}};
  }
  const int function = program.program.function.value_or(0);
  const tune::WrittenSpace written = tune::writeSpace(start.program(), function, machine, tune::cpuRules());
  if (written.text.empty()) {
    Message why;
    for (const auto& [rule, reason] : written.others) {
      Message one = say("{0}: {1}", Ident(rule), reason);
      why = why.empty() ? one : say("{0}; {1}", why, one);
    }
    return explain(err::kTuneNoRule(program.program.name), std::move(why));
  }
  return ChosenSpace{std::make_shared<const SourceFile>(readProgram("space.py", written.text)), "space", written.rules};
}

// ---- what is shown ----

const char* endText(tune::TuneResult::End end) {
  using End = tune::TuneResult::End;
  switch (end) {
    case End::Trials:
      return "all trials are done";
    case End::Seconds:
      return "the time is over";
    case End::Stopped:
      return "stopped";
    case End::Exhausted:
      return "the space has no further candidates";
    case End::AllRefused:
      return "every candidate was refused";
    case End::Failed:
      return "failed";
  }
  return "";
}

nlohmann::json toJson(const Trial& trial, const TuneProgress& p) {
  nlohmann::json j{{"event", "trial"},
                   {"number", p.trials},
                   {"outcome", tune::nameOf(trial.outcome)},
                   {"decisions", nlohmann::ordered_json::parse(tune::toJson(trial.decisions))},
                   {"compile_ms", trial.compileMs},
                   {"expected_ms", trial.expectedMs},
                   {"seconds", p.seconds},
                   {"best_ms", p.bestMs},
                   {"trials_per_minute", p.trialsPerMinute},
                   {"refused", p.refused},
                   {"drawn", p.drawn}};
  j["ms"] = trial.ms;
  if (trial.why) j["why"] = trial.why->message;
  return j;
}

class Progress : public tune::TuneObserver {
 public:
  Progress(bool json, double seconds) : json_(json), limit_(seconds) {}

  Status done(size_t, const Trial& trial, const TuneProgress& p) override {
    if (json_) {
      std::cout << toJson(trial, p).dump() << std::endl;
      return success();
    }
    if (terminal_)
      std::fprintf(stderr, "\r%s", line(p).c_str());
    else if (p.trials % kTrialsPerLine == 0)
      std::fprintf(stderr, "%s\n", line(p).c_str());
    return success();
  }
  void phase(std::string_view name) override {
    if (!json_ && name == "comparing") std::fprintf(stderr, "%sComparing the best candidates\n", terminal_ ? "\n" : "");
  }

 private:
  std::string line(const TuneProgress& p) const {
    const double perTrial = p.trials > 0 ? p.seconds / p.trials : 0;
    double left = perTrial * (p.wanted - p.trials);
    if (limit_ > 0) left = std::min(left, limit_ - p.seconds);
    char text[200];
    std::snprintf(text, sizeof text, "%d of %d  best %s  %.0f a minute  %d of %d drawn refused  %.0f s left   ",
                  p.trials, p.wanted, p.bestMs > 0 ? timeText(p.bestMs).c_str() : "none", p.trialsPerMinute, p.refused,
                  p.drawn, std::max(left, 0.0));
    return text;
  }

  static constexpr int kTrialsPerLine = 16;  // where lines stay
  bool json_, terminal_ = isatty(STDERR_FILENO) != 0;
  double limit_;
};

void report(const CommandLine& arguments, const tune::TuneResult& result, double referenceMs) {
  const tune::TuneResult::Task& task = result.tasks.front();
  const Trial* best = task.best >= 0 ? &task.trials[static_cast<size_t>(task.best)] : nullptr;
  std::map<tune::Outcome, int> counts;
  for (const Trial& t : task.trials) ++counts[t.outcome];
  if (arguments.json()) {
    nlohmann::json j{{"event", "end"},
                     {"end", endText(result.end)},
                     {"trials", task.trials.size()},
                     {"seconds", result.seconds},
                     {"refused", task.refused},
                     {"drawn", task.drawn}};
    for (const auto& [outcome, count] : counts) j["outcomes"][std::string(tune::nameOf(outcome))] = count;
    for (const auto& r : task.refusals)
      j["refusals"].push_back({{"kind", r.kind}, {"count", r.count}, {"first", r.first.message}});
    if (best) {
      j["best"] = {{"ms", best->medianMs()},
                   {"decisions", nlohmann::ordered_json::parse(tune::toJson(best->decisions))},
                   {"ties", task.ties.size()}};
      j["trace"] = nlohmann::json::parse(best->trace);
    }
    if (referenceMs > 0) j["reference_ms"] = referenceMs;
    std::cout << j.dump() << std::endl;
    return;
  }
  std::printf("%s after %zu trials in %.0f s", endText(result.end), task.trials.size(), result.seconds);
  for (const auto& [outcome, count] : counts)
    if (outcome != tune::Outcome::Measured) std::printf("; %d %s", count, std::string(tune::nameOf(outcome)).c_str());
  std::printf("\n");
  for (const auto& r : task.refusals) std::printf("  refused %d times: %s\n", r.count, r.first.message.c_str());
  if (!best) return;
  std::printf("best: %s", timeText(best->medianMs()).c_str());
  if (referenceMs > 0)
    std::printf(", %.2fx the speed of the reference (%s)", referenceMs / best->medianMs(),
                timeText(referenceMs).c_str());
  if (!task.ties.empty()) std::printf("; %zu others cannot be told apart from it", task.ties.size());
  std::printf("\n");
  for (const tune::Decision& d : best->decisions) std::printf("  %s = %s\n", d.name.c_str(), toText(d.value).c_str());
}

int run(const CommandLine& arguments) {
  std::variant<Loaded, int> loaded = load(arguments, arguments.get("FILE"));
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const Loaded& program = std::get<Loaded>(loaded);
  Result<Options> options = readOptions(arguments);
  if (!options) return fail(arguments, options.error(), nullptr, kWrongUsage);
  const std::unique_ptr<tune::CostModel> model = modelNamed(options->model);
  if (!model) return fail(arguments, err::kTuneModel(options->model), nullptr, kWrongUsage);
  const std::unique_ptr<tune::Strategy> strategy = tune::strategyNamed(options->strategy);
  if (!strategy) return fail(arguments, err::kTuneStrategy(options->strategy), nullptr, kWrongUsage);
  const SteppedSchedule stepped = applySteps(arguments, program);
  if (stepped.error) return failSteps(arguments, stepped);
  const int threads = options->runner.measure.threads;
  const tune::Machine machine = tune::thisMachine(threads);
  Result<ChosenSpace> space = chooseSpace(arguments, program, stepped.schedule, machine);
  if (!space) return fail(arguments, space.error());
  if (arguments.has("--print-space")) {
    std::cout << space->file->source.text;
    return kDone;
  }
  tune::TuneTask task{program.program.name,
                      tune::Space(space->file, space->function, stepped.schedule),
                      program.program.function.value_or(0),
                      1,
                      {}};
  tune::leaveLastCoreToKernels();
  auto runner = tune::LocalRunner::start(program.file, program.function, options->runner);
  if (!runner) return fail(arguments, runner.error());
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);
  Progress progress(arguments.json(), options->search.seconds);
  std::vector<tune::TuneTask> tasks;
  tasks.push_back(std::move(task));
  const tune::TuneResult result = tune::tuneTasks(std::move(tasks), options->search, machine, *strategy, *model,
                                                  **runner, progress, [] { return interrupted.load(); });
  if (result.error) return fail(arguments, *result.error);
  report(arguments, result, (*runner)->referenceMs());
  const tune::TuneResult::Task& only = result.tasks.front();
  if (only.best >= 0 && arguments.has("-o"))
    if (Status s = writeFile(arguments.get("-o"), only.trials[static_cast<size_t>(only.best)].trace + "\n"); !s)
      return fail(arguments, s.error());
  return only.best >= 0 ? kDone : kWrongResult;
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
      {"-o", "write the best trace: FILE.json", "", OptionSpec::kValue}};
  c.options.insert(c.options.end(), own.begin(), own.end());
  return c;
}

}  // namespace lw
