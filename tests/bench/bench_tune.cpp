// Searches beside the hand-made schedules and the references, one thread.
//   scripts/bench tune [trials]      writes tests/bench/RESULTS.md
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "backends/blas/library.h"
#include "backends/tune/local_runner.h"
#include "backends/tune/tuning_machine.h"
#include "core/schedule/program.h"
#include "core/te/read_program.h"
#include "core/te/schedule_code.h"
#include "core/tune/rules/rule.h"
#include "core/tune/search/tuner.h"

namespace lw::tune {
namespace {

namespace fs = std::filesystem;

constexpr int kRounds = 21;

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Times of two in turns: the median of their ratios, and the quartiles of these.
std::string ratioText(const std::vector<double>& ours, const std::vector<double>& theirs) {
  std::vector<double> ratios;
  for (size_t i = 0; i < ours.size() && i < theirs.size(); ++i) ratios.push_back(theirs[i] / ours[i]);
  if (ratios.empty()) return "";
  std::sort(ratios.begin(), ratios.end());
  char text[64];
  std::snprintf(text, sizeof text, "%.2f (%.2f to %.2f)", ratios[ratios.size() / 2], ratios[ratios.size() / 4],
                ratios[ratios.size() * 3 / 4]);
  return text;
}

struct Quiet : TuneObserver {
  Status done(size_t, const Trial& trial, const TuneProgress& p) override {
    ++counts[trial.outcome];
    best.push_back(p.bestMs);
    perMinute = p.trialsPerMinute;
    return success();
  }
  std::map<Outcome, int> counts;
  std::vector<double> best;  // after each trial
  double perMinute = 0;
};

struct Row {
  std::string text;
  double ratio = 0;  // to the fastest of the others
};

std::optional<Row> failed(const std::string& name, const std::string& why) {
  std::fprintf(stderr, "%s: %s\n", name.c_str(), why.c_str());
  return std::nullopt;
}

std::string contents(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The schedule that somebody wrote for the same program: of the sample of this name, or the composite `gebp` for
// products.
std::optional<Schedule> handMade(const std::string& name, const Schedule& start) {
  const fs::path sample = fs::path(LW_SOURCE_DIR "/samples/kernels") / (name + ".py");
  if (fs::exists(sample)) {
    ScriptRun run = interpretScheduleOf(readProgram(sample.string(), contents(sample)), "schedule", start);
    if (!run.error) return std::move(run.schedule);
  }
  if (!name.starts_with("product_")) return std::nullopt;
  ScriptRun run = interpretStep("gebp(\"C\")", start);
  if (run.error) return std::nullopt;
  return std::move(run.schedule);
}

// Those of the figure; the others are listed below them.
constexpr std::string_view kFirst[] = {"product_square",  "product_tall", "product_wide", "product_odd",
                                       "product_batched", "conv2d",       "conv2d_1x1",   "depthwise",
                                       "softmax",         "layer_norm",   "mlp",          "sums",
                                       "attention"};

bool isFirst(std::string_view name) {
  return std::find(std::begin(kFirst), std::end(kFirst), name) != std::end(kFirst);
}

// A file with one function and a reference.
std::optional<Row> tune(const fs::path& path, int trials, uint64_t seed, std::shared_ptr<CorePool> cores) {
  const std::string name = path.stem().string();
  const SourceFile file = readProgram(path.string(), contents(path));
  const Result<Program> program = programOf(file, "");
  if (!program) return failed(name, program.error().message);
  const int function = program->function.value_or(0);
  const Machine machine = thisMachine(1);
  const Schedule start(program->snapshot);
  const WrittenSpace written = writeSpace(start.program(), function, machine, cpuRules());
  if (written.text.empty()) return failed(name, "no rule fits");
  const auto space = std::make_shared<const SourceFile>(readProgram("space.py", written.text));
  LocalRunnerOptions options;
  options.measure.threads = 1;
  options.measure.minMs = 1;
  options.measure.peaks = false;
  options.cores = std::move(cores);
  auto runner = LocalRunner::start(file, program->snapshot.function(function), options);
  if (!runner) return failed(name, runner.error().message);
  std::vector<TuneTask> tasks;
  tasks.push_back({.name = name, .space = Space(space, "space", start), .function = function});
  Quiet quiet;
  const TuneResult result = tuneTasks(tasks, {.trials = trials, .seed = seed}, machine, *evolutionarySearch(),
                                      *learnedModel(), **runner, quiet, {});
  const TuneResult::Task& task = result.tasks.front();
  if (task.best < 0) return failed(name, "no candidate is right");
  const auto best = std::get<Candidate>(tasks[0].space.candidate(task.trials[size_t(task.best)].decisions, 1));
  std::vector<TrialRequest> requests = {{0, best.schedule.program().function(function), "", 0}};
  if (const std::optional<Schedule> made = handMade(name, start))
    requests.push_back({1, made->program().function(function), "", 0});
  const std::vector<TrialResult> turns = (*runner)->inTurns(requests, kRounds);
  if (turns.empty()) return failed(name, "the comparison failed");
  const std::vector<double>& reference = (*runner)->referenceInTurns();
  const bool two = turns.size() > 1;
  const double ours = median(turns[0].ms);
  double others = median(reference) > 0 ? median(reference) : 1e30;
  if (two) others = std::min(others, median(turns[1].ms));
  char text[400];
  std::snprintf(
      text, sizeof text, "| %s | %.3f | %s | %s | %.2f | %.2f | %.0f | %d | %d of %d |", name.c_str(), ours,
      two ? ratioText(turns[0].ms, turns[1].ms).c_str() : "", ratioText(turns[0].ms, reference).c_str(),
      others / quiet.best.at(std::min<size_t>(63, quiet.best.size() - 1)), others / ours, result.seconds,
      int(task.trials.size() - size_t(quiet.counts[Outcome::Measured]) - size_t(quiet.counts[Outcome::Stopped])),
      task.refused, task.drawn);
  std::printf("%s\n", text);
  std::fflush(stdout);
  return Row{text, others / ours};
}

int run(int argc, char** argv) {
  const int trials = argc > 1 ? std::atoi(argv[1]) : 256;
  const std::shared_ptr<CorePool> cores = coresOfKernels(1, 1);
  leaveCoresTo(*cores);
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(LW_SOURCE_DIR "/tests/bench/tune"))
    if (entry.path().extension() == ".py" && (argc < 4 || entry.path().stem() == argv[3]))
      paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end(), [](const fs::path& a, const fs::path& b) {
    return std::pair(!isFirst(a.stem().string()), a) < std::pair(!isFirst(b.stem().string()), b);
  });
  std::ostringstream out;
  out << "# Searches beside hand-made schedules and references\n\nUnscheduled programs of tests/bench/tune, " << trials
      << " trials each, seed 1, one thread: spaces written by rules, evolution, learned model. In turns, " << kRounds
      << " rounds:\nthe best candidate, the hand-made schedule and the reference (NumPy's operations over "
      << blas::textOf(blas::kernels())
      << "). "
         "\"Of the best other\": beside the faster of these two.\n\n| program | ms | beside hand-made | beside the "
         "reference | of the best other after 64 | after all | s | failed | refused "
         "|\n|---|---|---|---|---|---|---|---|---|\n";
  double logs = 0;
  int count = 0;
  double least = 1e30;
  for (const fs::path& path : paths)
    if (const std::optional<Row> row = tune(path, trials, 1, cores)) {
      out << row->text << "\n";
      if (!isFirst(path.stem().string())) continue;
      logs += std::log(row->ratio);
      least = std::min(least, row->ratio);
      ++count;
    }
  char last[160];
  std::snprintf(last, sizeof last,
                "\nOf the first %d programs, the geometric mean of the best other's time over ours is %.2f, the least "
                "%.2f.\n",
                count, count ? std::exp(logs / count) : 0, least);
  out << last;
  std::printf("%s", last);
  if (argc > 2 && std::string(argv[2]) != "-") std::ofstream(argv[2], std::ios::app) << out.str();
  return count > 0 ? 0 : 1;
}

}  // namespace
}  // namespace lw::tune

int main(int argc, char** argv) { return lw::tune::run(argc, argv); }
