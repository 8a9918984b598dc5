// How well the cost models of tuning order candidates that they have not seen.
//   lw_bench_tune_model measure FILE FUNCTION COUNT DATA [SEED]   times candidates of a space, one JSON line each
//   lw_bench_tune_model again FILE FUNCTION DATA                  times the same candidates once more
//   lw_bench_tune_model judge FILE FUNCTION DATA [SHUFFLES]       rank correlation after 32, 64, 128 and 192 of them
//   lw_bench_tune_model explain FILE FUNCTION DATA                the draft beside the measured time
//   lw_bench_tune_model time|facts FILE FUNCTION DECISIONS        of one candidate: its time, what the draft knows of
//   it lw_bench_tune_model importance FILE FUNCTION DATA             which decisions matter lw_bench_tune_model speed
//   FILE FUNCTION                       ms that the features of a scheduled function take
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <numeric>
#include <random>
#include <set>

#include "core/support/json.h"

#include "backends/measure/kernel.h"
#include "backends/tune/tuning_machine.h"
#include "core/script/schedule_script.h"
#include "core/tune/cost_model.h"
#include "core/tune/importance.h"
#include "core/tune/model/store_time.h"
#include "tests/tune/recorded_times.h"

namespace lw::tune {
namespace {

constexpr double kSampleMs = 5, kMostSeconds = 1;  // of one sample; of all samples of a candidate
constexpr int kSamples = 3;

Result<std::vector<double>> timesOf(const PrimFunc& scheduled, const std::vector<Argument>& arguments) {
  Result<Kernel> kernel = Kernel::build(scheduled, {.maxSeconds = 20});
  if (!kernel) return std::move(kernel).error();
  Result<RunnerProcess> child = RunnerProcess::start({.timeoutSeconds = 10});
  if (!child) return std::move(child).error();
  Result<Launch> launch = kernel->load(*child, arguments, 1, 0);
  if (!launch) return std::move(launch).error();
  Result<int64_t> calls = callsPerSample(*child, *launch, kSampleMs);
  if (!calls) return std::move(calls).error();
  launch->loops = *calls;
  std::vector<double> ms;
  double spent = 0;
  for (int i = 0; i < kSamples && spent < kMostSeconds * 1e3; ++i) {
    const Result<double> ns = child->run(*launch);
    if (!ns) return ns.error();
    spent += *ns * 1e-6;
    ms.push_back(*ns * 1e-6 / static_cast<double>(*calls));
  }
  return ms;
}

int measureSpace(const TuneSpace& space, int count, const char* path, uint64_t seed) {
  std::set<std::string> known;
  for (const Recorded& r : recordedIn(path)) known.insert(toJson(r.decisions));
  Result<std::vector<Argument>> arguments =
      makeArguments(space.function(), inputsFromComments(space.file->source.text));
  if (!arguments) stop(toText(arguments.error()));
  std::ofstream out(path, std::ios::app);
  for (int tries = 0; static_cast<int>(known.size()) < count && tries < 20 * count; ++tries) {
    const auto drawn = space.space.candidate({}, seed++);
    const auto* candidate = std::get_if<Candidate>(&drawn);
    if (!candidate) {
      std::printf("refused: %s\n", std::get<RefusedCandidate>(drawn).why.message.c_str());
      continue;
    }
    const std::string decisions = toJson(candidate->decisions);
    if (!known.insert(decisions).second) continue;
    const Result<std::vector<double>> ms = timesOf(candidate->schedule.program().function(), *arguments);
    nlohmann::ordered_json line;
    line["decisions"] = nlohmann::ordered_json::parse(decisions);
    if (ms)
      line["ms"] = *ms;
    else
      line["why"] = ms.error().message;
    out << line.dump() << "\n" << std::flush;
    std::printf("%3zu  %s\n", known.size(), line.dump().c_str());
    std::fflush(stdout);
  }
  return 0;
}

// Times what is recorded once more; on a shared machine the least of all times counts.
int measureAgain(const TuneSpace& space, const char* path) {
  const std::vector<Recorded> known = recordedIn(path);
  Result<std::vector<Argument>> arguments =
      makeArguments(space.function(), inputsFromComments(space.file->source.text));
  if (!arguments) stop(toText(arguments.error()));
  std::string text;
  for (const Recorded& r : known) {
    const auto made = space.space.candidate(r.decisions, 1);
    const auto* candidate = std::get_if<Candidate>(&made);
    if (!candidate) stop("a recorded candidate is refused now");
    std::vector<double> ms = r.ms;
    if (const auto more = timesOf(candidate->schedule.program().function(), *arguments))
      ms.insert(ms.end(), more->begin(), more->end());
    nlohmann::ordered_json line;
    line["decisions"] = nlohmann::ordered_json::parse(toJson(r.decisions));
    line["ms"] = ms;
    text += line.dump() + "\n";
  }
  std::ofstream(path) << text;
  return 0;
}

int measureOne(const TuneSpace& space, const char* decisions) {
  const auto made = space.space.candidate(*decisionsFromJson(decisions), 1);
  const auto* candidate = std::get_if<Candidate>(&made);
  if (!candidate) stop(std::get<RefusedCandidate>(made).why.message);
  Result<std::vector<Argument>> arguments =
      makeArguments(space.function(), inputsFromComments(space.file->source.text));
  const auto ms = timesOf(candidate->schedule.program().function(), *arguments);
  if (!ms) stop(toText(ms.error()));
  for (const double one : *ms) std::printf("%.3f ms\n", one);
  return 0;
}

// How the model orders the candidates of `unseen`, and the fastest of its first ten over the fastest of all.
struct Judgement {
  double correlation = 0, regret = 0;
};
Judgement judged(const CostModel& model, std::span<const Sample> unseen) {
  std::vector<Features> features;
  std::vector<double> ms;
  for (const Sample& s : unseen) {
    if (!std::isfinite(s.ms)) continue;
    features.push_back(s.features);
    ms.push_back(s.ms);
  }
  const std::vector<double> expected = model.expect(features);
  std::vector<size_t> order(ms.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return expected[a] < expected[b]; });
  double best = ms[order[0]];
  for (size_t i = 0; i < 10 && i < order.size(); ++i) best = std::min(best, ms[order[i]]);
  return {rankCorrelation(expected, ms), best / *std::min_element(ms.begin(), ms.end())};
}

int judgeModels(const TuneSpace& space, const char* path, int shuffles) {
  const std::vector<Sample> samples = samplesOf(space, recordedIn(path), thisMachine(1));
  const std::pair<const char*, std::unique_ptr<CostModel>> models[] = {{"draft", draftModel()},
                                                                       {"learned", learnedModel()}};
  std::printf("%zu candidates; rank correlation (least of %d shuffles), and the best of the first ten over the best\n",
              samples.size(), shuffles);
  for (const size_t known : {32u, 64u, 128u, 192u})
    for (const auto& [name, model] : models) {
      if (samples.size() < known + 32) continue;
      double sum = 0, least = 1, regret = 0, spent = 0;
      for (int seed = 0; seed < shuffles; ++seed) {
        std::vector<Sample> mixed = samples;
        std::shuffle(mixed.begin(), mixed.end(), std::mt19937(static_cast<unsigned>(seed)));
        const auto begin = std::chrono::steady_clock::now();
        const auto learned = model->learned(std::span(mixed).first(known));
        spent += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
        const Judgement j = judged(*learned, std::span(mixed).subspan(known));
        sum += j.correlation / shuffles, least = std::min(least, j.correlation), regret += j.regret / shuffles;
      }
      std::printf("%4zu  %-11s %.3f (%.3f)  %.3f  %6.0f ms\n", known, name, sum, least, regret, spent / shuffles);
    }
  return 0;
}

// The draft of each candidate beside what was measured.
int explainDraft(const TuneSpace& space, const char* path) {
  const std::vector<Recorded> recorded = recordedIn(path);
  const std::vector<Sample> samples = samplesOf(space, recorded, thisMachine(1));
  for (size_t i = 0; i < samples.size(); ++i)
    std::printf("%6.2f  %8.3f ms, draft %8.3f  %s\n", samples[i].features.draftMs / samples[i].ms, samples[i].ms,
                samples[i].features.draftMs, toJson(recorded[i].decisions).c_str());
  return 0;
}

int printFacts(const TuneSpace& space, const char* decisions) {
  const auto made = space.space.candidate(*decisionsFromJson(decisions), 1);
  const auto* candidate = std::get_if<Candidate>(&made);
  if (!candidate) stop(std::get<RefusedCandidate>(made).why.message);
  const StoreFacts facts = storeFacts(candidate->schedule.program().function(), thisMachine(1));
  for (size_t i = 0; i < facts.times.size(); ++i) {
    const InnerTile& t = facts.tiles[i];
    std::printf("%s: %.3f ms, compute %.3f, traffic",
                facts.table.buffers[static_cast<size_t>(facts.table.stores[i].accesses.back().buffer)].name.c_str(),
                facts.times[i].ms, facts.times[i].computeMs);
    for (const double ms : facts.times[i].trafficMs) std::printf(" %.3f", ms);
    std::printf(
        "; tile: kind %d, length %g, expanded %g, repeats %g, tiles %g, arithmetic %g, loads %g, stores %g, gathers "
        "%g, sums %g, needed %g, chain %g, in registers %d, cycles %.1f\n",
        static_cast<int>(t.kind), t.length, t.expanded, t.repeats, t.tiles, t.arithmetic, t.loads, t.stores, t.gathers,
        t.sums, t.needed, t.chain, t.inRegisters, t.cycles);
  }
  return 0;
}

int printImportance(const char* path) {
  std::vector<TimedDecisions> timed;
  for (const Recorded& r : recordedIn(path))
    if (!r.ms.empty()) timed.push_back({r.decisions, *std::min_element(r.ms.begin(), r.ms.end())});
  const auto begin = std::chrono::steady_clock::now();
  const auto all = importanceOf(timed);
  for (const DecisionImportance& d : all)
    std::printf("%-12s %.2f (%.2f to %.2f), alone %.2f, best %s\n", d.name.c_str(), d.share, d.low, d.high, d.alone,
                toText(d.best).c_str());
  std::printf("%.0f ms\n", std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  return 0;
}

int timeFeatures(const char* path, const char* function) {
  const TuneSpace space = openSpace(path, function);
  const ScriptRun run = interpretSchedule(*space.file, function, space.space.start());
  if (run.error) stop(toText(*run.error));
  const PrimFunc& scheduled = run.schedule.program().function();
  const Machine machine = thisMachine(1);
  std::vector<double> ms;
  for (int i = 0; i < 50; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    const Features f = featuresOf(scheduled, machine);
    ms.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    if (i == 0)
      std::printf("%zu stores, %zu numbers each, draft %.3f ms\n", f.rows.size(), f.rows[0].size(), f.draftMs);
  }
  std::sort(ms.begin(), ms.end());
  std::printf("features: %.3f ms (median), %.3f (least)\n", ms[ms.size() / 2], ms.front());
  return 0;
}

}  // namespace
}  // namespace lw::tune

int main(int argc, char** argv) {
  using namespace lw::tune;
  const std::string command = argc > 3 ? argv[1] : "";
  if (command == "measure" && argc > 5)
    return measureSpace(openSpace(argv[2], argv[3]), std::atoi(argv[4]), argv[5],
                        argc > 6 ? std::strtoull(argv[6], nullptr, 10) : 1);
  if (command == "judge" && argc > 4)
    return judgeModels(openSpace(argv[2], argv[3]), argv[4], argc > 5 ? std::atoi(argv[5]) : 5);
  if (command == "explain" && argc > 4) return explainDraft(openSpace(argv[2], argv[3]), argv[4]);
  if (command == "facts" && argc > 4) return printFacts(openSpace(argv[2], argv[3]), argv[4]);
  if (command == "time" && argc > 4) return measureOne(openSpace(argv[2], argv[3]), argv[4]);
  if (command == "again" && argc > 4) return measureAgain(openSpace(argv[2], argv[3]), argv[4]);
  if (command == "importance" && argc > 4) return printImportance(argv[4]);
  if (command == "speed") return timeFeatures(argv[2], argv[3]);
  std::fprintf(
      stderr, "usage: lw_bench_tune_model measure|again|time|judge|explain|facts|importance|speed FILE FUNCTION ...\n");
  return 2;
}
