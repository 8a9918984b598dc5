// Schedules that were found for several values of a size: how long each takes at each value, and which of them runs for
// which values.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backends/runner/statistics.h"
#include "core/trace/size_versions.h"
#include "core/tune/search/tuner.h"

namespace lw::tune {

// Times candidates at values of a size; runners of the search are used again.
class SizeTimer {
 public:
  using StartRunner = std::function<Result<std::unique_ptr<TrialRunner>>(int64_t value)>;
  // `values`: growing. `start`: makes a runner for another value.
  SizeTimer(std::string size, std::vector<int64_t> values, StartRunner start)
      : size_(std::move(size)), values_(std::move(values)), start_(std::move(start)) {}
  void add(int64_t value, TrialRunner* runner) { runners_[value] = runner; }
  const std::string& size() const { return size_; }
  const std::vector<int64_t>& values() const { return values_; }
  // Of each candidate, in ms and with the interval of turns with the others; count 0: it failed.
  Result<std::vector<TimeSummary>> at(const std::vector<const Schedule*>& candidates, int function, int64_t value);

 private:
  std::string size_;
  std::vector<int64_t> values_;
  StartRunner start_;
  std::map<int64_t, TrialRunner*> runners_;
  std::vector<std::unique_ptr<TrialRunner>> own_;
};

struct SizeChoice {
  std::vector<Schedule> candidates;             // the best of each value, each once
  std::vector<size_t> foundAt;                  // the value for which each was found, by its place
  std::vector<std::vector<TimeSummary>> times;  // of each candidate, at each value; count 0: it failed
  std::vector<size_t> chosen;                   // a candidate for each value
  SizeVersions versions;
  std::vector<size_t> candidateOf;  // of each version
};

// The best schedule of each task, one for each value, is timed at all values. The fastest ones become versions, and the
// boundaries between values whose candidates differ are narrowed by timing both in between. No candidates: no task has
// a right one, or `stop`.
Result<SizeChoice> chooseBySize(const std::vector<TuneTask>& tasks, const TuneResult& result, SizeTimer& timer,
                                const std::function<bool()>& stop = {});

}  // namespace lw::tune
