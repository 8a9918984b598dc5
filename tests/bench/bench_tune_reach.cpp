// How many trials a search with the learned model needs to be as fast as the best of many random trials.
//   scripts/bench tune-model [seeds] [trials] [program]      prints a table
// The program is one of tests/bench/tune; its space is written by the rules. One thread.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "backends/tune/local_runner.h"
#include "backends/tune/tuning_machine.h"
#include "core/schedule/program.h"
#include "core/te/read_program.h"
#include "core/tune/rules/rule.h"
#include "core/tune/search/tuner.h"

namespace lw::tune {
namespace {

constexpr int kRounds = 11;
constexpr double kAsFast = 1.01;  // times the goal: smaller differences are not measured reliably

[[noreturn]] void end(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1);
}

struct Problem {
  SourceFile file;
  Schedule start;
  int function;
  Space space;
  std::shared_ptr<CorePool> cores;  // of kernels
};

Problem problemOf(const std::string& name, std::shared_ptr<CorePool> cores) {
  const std::string path = LW_SOURCE_DIR "/tests/bench/tune/" + name + ".py";
  std::ifstream in(path);
  if (!in) end("there is no " + path);
  std::stringstream text;
  text << in.rdbuf();
  SourceFile file = readProgram(path, text.str());
  const Result<Program> program = programOf(file, "");
  if (!program) end(program.error().message);
  const int function = program->function.value_or(0);
  const Schedule start(program->snapshot);
  const WrittenSpace written = writeSpace(start.program(), function, thisMachine(1), cpuRules());
  if (written.text.empty()) end("no rule fits");
  const auto space = std::make_shared<const SourceFile>(readProgram("space.py", written.text));
  return {std::move(file), start, function, Space(space, "space", start), std::move(cores)};
}

std::unique_ptr<LocalRunner> runnerOf(const Problem& problem) {
  LocalRunnerOptions options;
  options.measure.threads = 1;
  options.measure.minMs = 1;
  options.measure.peaks = false;
  options.cores = problem.cores;
  auto runner = LocalRunner::start(problem.file, problem.start.program().function(problem.function), options);
  if (!runner) end(runner.error().message);
  return std::move(*runner);
}

// Ends the search at the first trial that is fast enough.
struct UntilFast : TuneObserver {
  explicit UntilFast(double ms) : goal(ms) {}
  Status done(size_t, const Trial& trial, const TuneProgress&) override {
    if (reached) return success();
    ++trials;
    reached = trial.outcome == Outcome::Measured && trial.medianMs() <= kAsFast * goal;
    if (reached) decisions = trial.decisions;
    return success();
  }
  double goal;
  int trials = 0;
  bool reached = false;
  Decisions decisions;
};

TuneResult searched(const Problem& problem, int trials, uint64_t seed, Strategy& strategy, const CostModel& model,
                    LocalRunner& runner, UntilFast& observer) {
  std::vector<TuneTask> tasks;
  tasks.push_back({.name = "f", .space = problem.space, .function = problem.function});
  const TuneOptions options{.trials = trials, .seed = seed, .finalists = 1};
  return tuneTasks(std::move(tasks), options, thisMachine(1), strategy, model, runner, observer,
                   [&] { return observer.reached; });
}

PrimFunc scheduled(const Problem& problem, const Decisions& decisions) {
  const auto made = problem.space.candidate(decisions, 1);
  const auto* candidate = std::get_if<Candidate>(&made);
  if (!candidate) end("a measured candidate is refused");
  return candidate->schedule.program().function(problem.function);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// The trials that the learned search needs; `trials` and one: it did not get there.
int reach(const Problem& problem, int trials, uint64_t seed) {
  const std::unique_ptr<LocalRunner> runner = runnerOf(problem);
  UntilFast all(0);
  const TuneResult random = searched(problem, trials, seed, *randomSearch(), *noModel(), *runner, all);
  const TuneResult::Task& task = random.tasks.front();
  if (task.best < 0) end("no random candidate is right");
  const PrimFunc goal = scheduled(problem, task.trials[static_cast<size_t>(task.best)].decisions);
  // One lucky measurement is no goal: it is measured again.
  const std::vector<TrialResult> again = runner->inTurns({{0, goal, "", 0}}, kRounds);
  if (again.empty()) end("the goal cannot be measured again");
  UntilFast observer(median(again[0].ms));
  searched(problem, trials, seed, *evolutionarySearch(), *learnedModel(), *runner, observer);
  double ratio = 0;
  if (observer.reached) {
    const std::vector<TrialResult> turns =
        runner->inTurns({{0, goal, "", 0}, {1, scheduled(problem, observer.decisions), "", 0}}, kRounds);
    if (turns.size() == 2) ratio = median(turns[1].ms) / median(turns[0].ms);
  }
  char needed[32], beside[32] = "";
  std::snprintf(needed, sizeof needed, observer.reached ? "%d" : "not in %d", observer.trials);
  if (ratio > 0) std::snprintf(beside, sizeof beside, "%.2f", ratio);
  std::printf("| %llu | %.3f | %s | %s |\n", static_cast<unsigned long long>(seed), observer.goal, needed, beside);
  std::fflush(stdout);
  return observer.reached ? observer.trials : trials + 1;
}

int run(int argc, char** argv) {
  const int seeds = argc > 1 ? std::atoi(argv[1]) : 5, trials = argc > 2 ? std::atoi(argv[2]) : 512;
  const std::string name = argc > 3 ? argv[3] : "product_square";
  if (seeds < 1 || trials < 8) end("usage: lw_bench_tune_reach [seeds] [trials, 8 or more] [program]");
  const std::shared_ptr<CorePool> cores = coresOfKernels(1, 1);
  const Problem problem = problemOf(name, cores);
  leaveCoresTo(*cores);
  std::printf(
      "%s, one thread: the best of %d random trials, and the trials of the search with the learned model until "
      "one is\nas fast (within %.0f %%); both measured again in turns, the second beside the first.\n\n",
      name.c_str(), trials, 100 * (kAsFast - 1));
  std::printf("| seed | best random, ms | trials | in turns |\n|---|---|---|---|\n");
  std::vector<double> needed;
  for (int seed = 1; seed <= seeds; ++seed) needed.push_back(reach(problem, trials, static_cast<uint64_t>(seed)));
  std::printf("\nMedian: %g trials.\n", median(needed));
  return 0;
}

}  // namespace
}  // namespace lw::tune

int main(int argc, char** argv) { return lw::tune::run(argc, argv); }
