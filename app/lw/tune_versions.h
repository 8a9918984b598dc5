// lw tune --dispatch: which of the schedules that were found for several values of a size runs for which values.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/lw/tune_options.h"
#include "core/trace/size_versions.h"
#include "core/tune/search/trial_runner.h"

namespace lw {

// What --bind lists: `n=1,2,4`.
struct ListedSize {
  std::string name;
  std::vector<int64_t> values;  // growing
};
// The list among the values of --bind; an error if there is none, or more than one.
Result<ListedSize> listedSize(const CommandLine& arguments);
// The same command line with one value of the size.
CommandLine withSize(CommandLine arguments, const ListedSize& size, int64_t value);

// The fastest candidates of all values, timed for each value.
struct SizeTimes {
  std::vector<Schedule> candidates;
  std::vector<std::vector<double>> ms;  // of a candidate, for each value; 0: it failed
};
// Times the candidate at a value of the size; 0: it failed.
using TimeAt = std::function<Result<std::vector<double>>(const std::vector<const Schedule*>& candidates, int64_t value)>;
// Boundaries between values whose candidates differ are narrowed by timing both in between.
Result<SizeVersions> versionsOf(const ListedSize& size, const SizeTimes& times, const std::vector<size_t>& chosen,
                                const TimeAt& timeAt);

void printVersions(bool json, const ListedSize& size, const SizeTimes& times, const std::vector<size_t>& chosen,
                   const SizeVersions& versions);

}  // namespace lw
