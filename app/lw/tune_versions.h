// lw tune --dispatch: which of the schedules that were found for several values of a size runs for which values.
#pragma once

#include <string>
#include <vector>

#include "app/lw/options/tune_options.h"
#include "backends/tune/size_times.h"

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

// The best schedule of each value runs at all values; the fastest ones are written as versions of the function. The
// code with which the command ends.
int writeVersions(const CommandLine& arguments, const std::vector<tune::TuneTask>& tasks,
                  const tune::TuneResult& result, tune::SizeTimer& timing);

}  // namespace lw
