#include "app/lw/tune_versions.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <limits>
#include <set>

#include "app/lw/errors.h"
#include "backends/measure/measure.h"
#include "backends/tune/target_tuning.h"
#include "core/support/json.h"
#include "core/tune/search/choose_versions.h"

namespace lw {
namespace {

constexpr int kVersionRounds = 7;
constexpr int kNarrowings = 2;  // timings between two values that were timed
constexpr int kBetween = 3;     // values that are timed between two listed ones, where there are so many
constexpr size_t kNear = 1;     // further listed values on each side, whose candidates are timed there
constexpr size_t kMostBetween = 5;
constexpr double kFar = 1.5;  // times the fastest at both listed values: not timed between them

// The fastest candidates of all listed values, timed for these and for values between them.
struct SizeTimes {
  std::vector<Schedule> candidates;
  std::vector<size_t> of;               // the position of the listed value whose search found the candidate
  std::vector<int64_t> values;          // growing
  std::vector<std::vector<double>> ms;  // of a candidate, for each value; 0: it failed, or was not timed
};

std::optional<std::vector<int64_t>> valuesIn(const std::string& text) {
  std::vector<int64_t> values;
  const char *at = text.data(), *end = at + text.size();
  while (true) {
    int64_t value = 0;
    const auto [stop, error] = std::from_chars(at, end, value);
    if (error != std::errc() || value < 1) return std::nullopt;
    values.push_back(value);
    if (stop == end) break;
    if (*stop != ',') return std::nullopt;
    at = stop + 1;
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

}  // namespace

Result<ListedSize> listedSize(const CommandLine& arguments) {
  std::optional<ListedSize> found;
  for (const std::string& text : arguments.all("--bind")) {
    if (text.find(',') == std::string::npos) continue;
    const size_t equals = text.find('=');
    std::optional<std::vector<int64_t>> values;
    if (equals != std::string::npos && equals > 0) values = valuesIn(text.substr(equals + 1));
    if (!values) return explain(err::kUsagePair("--bind", text), "for example --bind n=1,2,4,8");
    if (found) return explain(err::kUsageTwoLists(found->name, text.substr(0, equals)), "list the values of one size");
    found = ListedSize{text.substr(0, equals), std::move(*values)};
  }
  if (!found || found->values.size() < 2) return explain(err::kUsageNoList(), "for example --bind n=1,2,4,8,16,64,256");
  return std::move(*found);
}

CommandLine withSize(CommandLine arguments, const ListedSize& size, int64_t value) {
  for (std::string& text : arguments.values["--bind"])
    if (text.starts_with(size.name + "=")) text = size.name + "=" + std::to_string(value);
  return arguments;
}

Result<std::vector<double>> VersionTimes::at(const std::vector<const Schedule*>& candidates, int64_t value) {
  if (!runners_.contains(value))
    if (Status started = start(value); !started) return started.error();
  tune::TrialRunner& runner = *runners_.at(value);
  std::vector<tune::TrialRequest> right;
  std::vector<double> ms(candidates.size(), 0);
  for (size_t i = 0; i < candidates.size(); ++i) {
    tune::TrialRequest request{
        .number = static_cast<int>(i), .scheduled = candidates[i]->program().function(function_), .decisions = {}};
    runner.submit(request);
    const std::optional<tune::TrialResult> result = runner.next();
    if (result && result->outcome == tune::Outcome::Measured) right.push_back(std::move(request));
    if (result && result->outcome == tune::Outcome::Stopped) ms[i] = summarize(result->ms).median;  // far too slow
  }
  const std::vector<tune::TrialResult> timed = runner.inTurns(right, kVersionRounds);
  for (const tune::TrialResult& t : timed)
    ms[static_cast<size_t>(t.number)] = t.ms.empty() ? 0 : summarize(t.ms).median;
  return ms;
}

Result<std::vector<double>> VersionTimes::once(const std::vector<const Schedule*>& candidates, int64_t value) {
  Result<std::vector<double>> ms = at(candidates, value);
  if (own_.erase(value)) runners_.erase(value);
  return ms;
}

Status VersionTimes::start(int64_t value) {
  tune::LocalRunnerOptions own = options_.runner;
  own.measure.inputs.bind.insert_or_assign(size_.name, value);
  Result<tune::StartedRunner> started =
      tune::startRunner(program_.file, program_.program.snapshot.function(function_), own);
  if (!started) return started.error();
  runners_[value] = started->runner.get();
  own_[value] = std::move(started->runner);
  return success();
}

namespace {

// Candidates that are worth timing between two listed values, the first of which has this position.
std::vector<size_t> candidatesBetween(const SizeTimes& times, size_t position) {
  const auto least = [&](size_t v) {
    double best = std::numeric_limits<double>::infinity();
    for (const std::vector<double>& ms : times.ms)
      if (ms[v] > 0) best = std::min(best, ms[v]);
    return best;
  };
  const double before = least(position), after = least(position + 1);
  std::vector<std::pair<double, size_t>> near;  // with how many times as long as the fastest, at the better end
  for (size_t c = 0; c < times.candidates.size(); ++c) {
    if (times.of[c] + kNear < position || times.of[c] > position + 1 + kNear) continue;
    const double a = times.ms[c][position] / before, b = times.ms[c][position + 1] / after;
    const double better = a > 0 && b > 0 ? std::min(a, b) : std::max(a, b);
    if (better > 0 && better <= kFar) near.emplace_back(better, c);
  }
  std::sort(near.begin(), near.end());
  if (near.size() > kMostBetween) near.resize(kMostBetween);
  std::vector<size_t> found;
  for (const auto& [ratio, c] : near) found.push_back(c);
  return found;
}

// A tile that fits a power of two does not fit the numbers after it: values between the listed ones are timed, too.
Status timeBetween(const ListedSize& size, SizeTimes& times, VersionTimes& timing) {
  const SizeTimes listed = times;
  for (size_t v = 0; v + 1 < size.values.size(); ++v) {
    const int64_t low = size.values[v], high = size.values[v + 1];
    const std::vector<size_t> near = candidatesBetween(listed, v);
    std::vector<const Schedule*> candidates;
    for (const size_t c : near) candidates.push_back(&listed.candidates[c]);
    for (int64_t i = 1, last = low; i <= kBetween && !candidates.empty(); ++i) {
      const int64_t value = low + (high - low) * i / (kBetween + 1);
      if (value == last) continue;
      last = value;
      const Result<std::vector<double>> ms = timing.once(candidates, value);
      if (!ms) return ms.error();
      const auto at = std::upper_bound(times.values.begin(), times.values.end(), value) - times.values.begin();
      times.values.insert(times.values.begin() + at, value);
      for (std::vector<double>& row : times.ms) row.insert(row.begin() + at, 0);
      for (size_t c = 0; c < near.size(); ++c) times.ms[near[c]][static_cast<size_t>(at)] = (*ms)[c];
    }
  }
  return success();
}

// Boundaries between values whose candidates differ are narrowed by timing both in between.
Result<SizeVersions> versionsOf(const ListedSize& size, const SizeTimes& times, const std::vector<size_t>& chosen,
                                VersionTimes& timing) {
  SizeVersions made{size.name, {}};
  for (size_t v = 0; v < chosen.size(); ++v) {
    if (v + 1 < chosen.size() && chosen[v] == chosen[v + 1]) continue;
    made.versions.push_back({std::nullopt, traceOf(times.candidates[chosen[v]])});
    if (v + 1 == chosen.size()) break;
    const Schedule &before = times.candidates[chosen[v]], &after = times.candidates[chosen[v + 1]];
    int64_t low = times.values[v], high = times.values[v + 1];
    for (int i = 0; i < kNarrowings && high - low > 1; ++i) {
      const auto middle = static_cast<int64_t>(std::llround(std::sqrt(double(low) * double(high))));
      const int64_t between = std::clamp(middle, low + 1, high - 1);
      const Result<std::vector<double>> ms = timing.once({&before, &after}, between);
      if (!ms) return ms.error();
      const bool stays = (*ms)[0] > 0 && ((*ms)[1] <= 0 || (*ms)[0] <= (*ms)[1]);
      if (stays)
        low = between;
      else
        high = between;
    }
    made.versions.back().most = low;
  }
  return made;
}

// What is told: the listed values.
SizeTimes ofListed(const ListedSize& size, const SizeTimes& times, std::vector<size_t>& chosen) {
  SizeTimes listed = times;
  for (size_t v = times.values.size(); v-- > 0;) {
    if (std::binary_search(size.values.begin(), size.values.end(), times.values[v])) continue;
    const auto at = static_cast<std::ptrdiff_t>(v);
    listed.values.erase(listed.values.begin() + at);
    chosen.erase(chosen.begin() + at);
    for (std::vector<double>& row : listed.ms) row.erase(row.begin() + at);
  }
  return listed;
}

// `between`: values that were timed as well.
void printVersions(bool json, const ListedSize& size, const SizeTimes& times, const std::vector<size_t>& chosen,
                   const std::vector<int64_t>& between, const SizeVersions& versions) {
  if (json) {
    nlohmann::ordered_json j{{"event", "versions"}, {"size", size.name}, {"values", size.values}};
    j["ms"] = times.ms;
    j["chosen"] = chosen;
    j["between"] = between;
    for (const SizeVersion& version : versions.versions)
      j["most"].push_back(version.most ? nlohmann::ordered_json(*version.most) : nlohmann::ordered_json());
    std::cout << j.dump() << std::endl;
    return;
  }
  std::printf("\ntimes, and how many times as long as the fastest, by %s:\n%14s", size.name.c_str(), "");
  for (const int64_t value : size.values) std::printf(" %9lld", static_cast<long long>(value));
  std::vector<double> least(size.values.size(), std::numeric_limits<double>::infinity());
  for (const std::vector<double>& row : times.ms)
    for (size_t v = 0; v < row.size(); ++v)
      if (row[v] > 0) least[v] = std::min(least[v], row[v]);
  std::printf("\n%14s", "fastest");
  for (const double ms : least) std::printf(" %9s", timeText(ms).c_str());
  for (size_t c = 0; c < times.ms.size(); ++c) {
    std::printf("\n  candidate %2zu", c + 1);
    for (size_t v = 0; v < size.values.size(); ++v) {
      char text[32];
      std::snprintf(text, sizeof text, times.ms[c][v] > 0 ? "%s%.2f" : "wrong", chosen[v] == c ? "*" : "",
                    times.ms[c][v] / least[v]);
      std::printf(" %9s", text);
    }
  }
  if (!between.empty()) std::printf("\n%zu values between them were timed as well", between.size());
  std::printf("\n%zu versions by %s:", versions.versions.size(), size.name.c_str());
  for (const SizeVersion& version : versions.versions)
    std::printf(version.most ? " up to %lld," : " all others\n", static_cast<long long>(version.most.value_or(0)));
}

}  // namespace

namespace {

// The fastest candidate of a search, and the one after it.
std::vector<int> fastestOf(const tune::TuneResult::Task& task) {
  if (task.best < 0) return {};
  std::vector<int> found{task.best};
  const auto ms = [&](int i) { return task.trials[static_cast<size_t>(i)].medianMs(); };
  for (const int i : task.again)
    if (i != task.best && (found.size() < 2 || ms(i) < ms(found[1]))) {
      found.resize(1);
      found.push_back(i);
    }
  return found;
}

Result<SizeTimes> fastestCandidates(const std::vector<tune::TuneTask>& tasks, const tune::TuneResult& result) {
  SizeTimes times;
  std::set<std::string> known;
  for (size_t i = 0; i < tasks.size(); ++i)
    for (const int number : fastestOf(result.tasks[i])) {
      tune::Space space = tasks[i].space;
      auto made = space.candidate(result.tasks[i].trials[static_cast<size_t>(number)].decisions, 0);
      if (auto* refused = std::get_if<tune::RefusedCandidate>(&made)) return std::move(refused->why);
      Schedule& schedule = std::get<tune::Candidate>(made).schedule;
      if (!known.insert(toJson(traceOf(schedule))).second) continue;
      times.candidates.push_back(std::move(schedule));
      times.of.push_back(i);
    }
  return times;
}

}  // namespace

// The best schedules of each value run at all values; the fastest ones are written as versions of the function.
int writeVersions(const CommandLine& arguments, const std::vector<tune::TuneTask>& tasks,
                  const tune::TuneResult& result, VersionTimes& timing) {
  const ListedSize& size = timing.size();
  Result<SizeTimes> fastest = fastestCandidates(tasks, result);
  if (!fastest) return fail(arguments, fastest.error());
  SizeTimes& times = *fastest;
  if (times.candidates.empty()) return kWrongResult;
  times.values = size.values;
  times.ms.assign(times.candidates.size(), std::vector<double>(size.values.size(), 0));
  std::vector<const Schedule*> all;
  for (const Schedule& candidate : times.candidates) all.push_back(&candidate);
  for (size_t v = 0; v < size.values.size(); ++v) {
    const Result<std::vector<double>> ms = timing.at(all, size.values[v]);
    if (!ms) return fail(arguments, ms.error());
    for (size_t c = 0; c < all.size(); ++c) times.ms[c][v] = (*ms)[c];
  }
  if (Status s = timeBetween(size, times, timing); !s) return fail(arguments, s.error());
  std::vector<size_t> chosen = tune::chooseVersions(times.ms);
  const Result<SizeVersions> versions = versionsOf(size, times, chosen, timing);
  if (!versions) return fail(arguments, versions.error());
  const Result<PrimFunc> joined =
      withVersions(tasks.front().space.start().program(), tasks.front().function, *versions);
  if (!joined) return fail(arguments, joined.error());
  std::vector<int64_t> between;
  std::set_difference(times.values.begin(), times.values.end(), size.values.begin(), size.values.end(),
                      std::back_inserter(between));
  const SizeTimes listed = ofListed(size, times, chosen);
  printVersions(arguments.json(), size, listed, chosen, between, *versions);
  if (arguments.has("-o")) {
    const std::string& path = arguments.get("-o");
    const std::string text = path.ends_with(".py") ? toPython(*versions) : toJson(*versions);
    if (Status s = writeFile(path, text); !s) return fail(arguments, s.error());
  }
  return kDone;
}

}  // namespace lw
