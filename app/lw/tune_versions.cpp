#include "app/lw/tune_versions.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <iostream>
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
constexpr int kNarrowings = 4;  // timings between two values

// The fastest candidates of all values, timed for each value.
struct SizeTimes {
  std::vector<Schedule> candidates;
  std::vector<std::vector<double>> ms;  // of a candidate, for each value; 0: it failed
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
  for (size_t i = 0; i < timed.size(); ++i) ms[static_cast<size_t>(right[i].number)] = summarize(timed[i].ms).median;
  return ms;
}

Status VersionTimes::start(int64_t value) {
  tune::LocalRunnerOptions own = options_.runner;
  own.measure.inputs.bind.insert_or_assign(size_.name, value);
  Result<tune::StartedRunner> started =
      tune::startRunner(program_.file, program_.program.snapshot.function(function_), own);
  if (!started) return started.error();
  own_.push_back(std::move(started->runner));
  runners_[value] = own_.back().get();
  return success();
}

namespace {

// Boundaries between values whose candidates differ are narrowed by timing both in between.
Result<SizeVersions> versionsOf(const ListedSize& size, const SizeTimes& times, const std::vector<size_t>& chosen,
                                VersionTimes& timing) {
  SizeVersions made{size.name, {}};
  for (size_t v = 0; v < chosen.size(); ++v) {
    if (v + 1 < chosen.size() && chosen[v] == chosen[v + 1]) continue;
    made.versions.push_back({std::nullopt, traceOf(times.candidates[chosen[v]])});
    if (v + 1 == chosen.size()) break;
    const Schedule &before = times.candidates[chosen[v]], &after = times.candidates[chosen[v + 1]];
    int64_t low = size.values[v], high = size.values[v + 1];
    for (int i = 0; i < kNarrowings && high - low > 1; ++i) {
      const auto middle = static_cast<int64_t>(std::llround(std::sqrt(double(low) * double(high))));
      const int64_t between = std::clamp(middle, low + 1, high - 1);
      const Result<std::vector<double>> ms = timing.at({&before, &after}, between);
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

void printVersions(bool json, const ListedSize& size, const SizeTimes& times, const std::vector<size_t>& chosen,
                   const SizeVersions& versions) {
  if (json) {
    nlohmann::ordered_json j{{"event", "versions"}, {"size", size.name}, {"values", size.values}};
    j["ms"] = times.ms;
    j["chosen"] = chosen;
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
  std::printf("\n%zu versions by %s:", versions.versions.size(), size.name.c_str());
  for (const SizeVersion& version : versions.versions)
    std::printf(version.most ? " up to %lld," : " all others\n", static_cast<long long>(version.most.value_or(0)));
}

}  // namespace

// The best schedule of each value runs at all values; the fastest ones are written as versions of the function.
int writeVersions(const CommandLine& arguments, const std::vector<tune::TuneTask>& tasks,
                  const tune::TuneResult& result, VersionTimes& timing) {
  const ListedSize& size = timing.size();
  SizeTimes times;
  std::set<std::string> known;
  for (size_t i = 0; i < tasks.size(); ++i) {
    const tune::TuneResult::Task& task = result.tasks[i];
    if (task.best < 0) continue;
    tune::Space space = tasks[i].space;
    auto made = space.candidate(task.trials[static_cast<size_t>(task.best)].decisions, 0);
    if (auto* refused = std::get_if<tune::RefusedCandidate>(&made)) return fail(arguments, refused->why);
    Schedule& schedule = std::get<tune::Candidate>(made).schedule;
    if (known.insert(toJson(traceOf(schedule))).second) times.candidates.push_back(std::move(schedule));
  }
  if (times.candidates.empty()) return kWrongResult;
  times.ms.assign(times.candidates.size(), std::vector<double>(size.values.size(), 0));
  std::vector<const Schedule*> all;
  for (const Schedule& candidate : times.candidates) all.push_back(&candidate);
  for (size_t v = 0; v < size.values.size(); ++v) {
    const Result<std::vector<double>> ms = timing.at(all, size.values[v]);
    if (!ms) return fail(arguments, ms.error());
    for (size_t c = 0; c < all.size(); ++c) times.ms[c][v] = (*ms)[c];
  }
  const std::vector<size_t> chosen = tune::chooseVersions(times.ms);
  const Result<SizeVersions> versions = versionsOf(size, times, chosen, timing);
  if (!versions) return fail(arguments, versions.error());
  const Result<PrimFunc> joined =
      withVersions(tasks.front().space.start().program(), tasks.front().function, *versions);
  if (!joined) return fail(arguments, joined.error());
  printVersions(arguments.json(), size, times, chosen, *versions);
  if (arguments.has("-o")) {
    const std::string& path = arguments.get("-o");
    const std::string text = path.ends_with(".py") ? toPython(*versions) : toJson(*versions);
    if (Status s = writeFile(path, text); !s) return fail(arguments, s.error());
  }
  return kDone;
}

}  // namespace lw
