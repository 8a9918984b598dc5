#include "backends/tune/size_times.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/tune/search/choose_versions.h"

namespace lw::tune {
namespace {

constexpr int kVersionRounds = 7;
constexpr int kNarrowings = 4;  // timings between two values

// A candidate that failed is never the faster one.
bool isFaster(const TimeSummary& a, const TimeSummary& b) {
  return a.count > 0 && (b.count == 0 || a.median <= b.median);
}

Status addVersions(SizeChoice& made, SizeTimer& timer, int function) {
  const std::vector<int64_t>& values = timer.values();
  made.versions.size = timer.size();
  for (size_t v = 0; v < made.chosen.size(); ++v) {
    if (v + 1 < made.chosen.size() && made.chosen[v] == made.chosen[v + 1]) continue;
    made.versions.versions.push_back({std::nullopt, traceOf(made.candidates[made.chosen[v]])});
    made.candidateOf.push_back(made.chosen[v]);
    if (v + 1 == made.chosen.size()) break;
    const Schedule &before = made.candidates[made.chosen[v]], &after = made.candidates[made.chosen[v + 1]];
    int64_t low = values[v], high = values[v + 1];
    for (int i = 0; i < kNarrowings && high - low > 1; ++i) {
      const auto middle = static_cast<int64_t>(std::llround(std::sqrt(double(low) * double(high))));
      const int64_t between = std::clamp(middle, low + 1, high - 1);
      const Result<std::vector<TimeSummary>> times = timer.at({&before, &after}, function, between);
      if (!times) return times.error();
      (isFaster((*times)[0], (*times)[1]) ? low : high) = between;
    }
    made.versions.versions.back().most = low;
  }
  return success();
}

// The best of each task, each once.
Status addBest(SizeChoice& made, const std::vector<TuneTask>& tasks, const TuneResult& result) {
  std::set<std::string> known;
  for (size_t i = 0; i < tasks.size(); ++i) {
    const TuneResult::Task& task = result.tasks[i];
    if (task.best < 0) continue;
    Space space = tasks[i].space;
    auto candidate = space.candidate(task.trials[static_cast<size_t>(task.best)].decisions, 0);
    if (auto* refused = std::get_if<RefusedCandidate>(&candidate)) return refused->why;
    Schedule& schedule = std::get<Candidate>(candidate).schedule;
    if (!known.insert(toJson(traceOf(schedule))).second) continue;
    made.candidates.push_back(std::move(schedule));
    made.foundAt.push_back(i);
  }
  return success();
}

}  // namespace

Result<std::vector<TimeSummary>> SizeTimer::at(const std::vector<const Schedule*>& candidates, int function,
                                               int64_t value) {
  if (!runners_.contains(value)) {
    Result<std::unique_ptr<TrialRunner>> started = start_(value);
    if (!started) return started.error();
    own_.push_back(std::move(*started));
    runners_[value] = own_.back().get();
  }
  TrialRunner& runner = *runners_.at(value);
  std::vector<TrialRequest> right;
  std::vector<TimeSummary> times(candidates.size());
  for (size_t i = 0; i < candidates.size(); ++i) {
    TrialRequest request{
        .number = static_cast<int>(i), .scheduled = candidates[i]->program().function(function), .decisions = {}};
    runner.submit(request);
    const std::optional<TrialResult> result = runner.next();
    if (result && result->outcome == Outcome::Measured) right.push_back(std::move(request));
    if (result && result->outcome == Outcome::Stopped) times[i] = summarizeInOrder(result->ms);  // far too slow
  }
  const std::vector<TrialResult> timed = runner.inTurns(right, kVersionRounds);
  for (const TrialResult& one : timed)
    if (!one.ms.empty()) times[static_cast<size_t>(one.number)] = summarizeInOrder(one.ms);
  return times;
}

Result<SizeChoice> chooseBySize(const std::vector<TuneTask>& tasks, const TuneResult& result, SizeTimer& timer,
                                const std::function<bool()>& stop) {
  SizeChoice made;
  if (Status s = addBest(made, tasks, result); !s) return s.error();
  if (made.candidates.empty()) return made;
  const int function = tasks.front().function;
  std::vector<const Schedule*> all;
  for (const Schedule& candidate : made.candidates) all.push_back(&candidate);
  made.times.resize(all.size());
  std::vector<std::vector<double>> medians(all.size());
  for (const int64_t value : timer.values()) {
    const Result<std::vector<TimeSummary>> times = timer.at(all, function, value);
    if (!times) return times.error();
    if (stop && stop()) return SizeChoice();
    for (size_t c = 0; c < all.size(); ++c) {
      made.times[c].push_back((*times)[c]);
      medians[c].push_back((*times)[c].count > 0 ? (*times)[c].median : 0);
    }
  }
  made.chosen = chooseVersions(medians);
  if (Status s = addVersions(made, timer, function); !s) return s.error();
  return made;
}

}  // namespace lw::tune
