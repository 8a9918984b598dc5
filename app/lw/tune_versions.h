// lw tune --dispatch: which of the schedules that were found for several values of a size runs for which values.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/lw/options/tune_options.h"
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

// Times candidates at values of the size; runners of the search are used again.
class VersionTimes {
 public:
  VersionTimes(const Loaded& program, int function, const TuneSettings& options, ListedSize size)
      : program_(program), function_(function), options_(options), size_(std::move(size)) {}
  void add(int64_t value, tune::TrialRunner* runner) { runners_[value] = runner; }
  const ListedSize& size() const { return size_; }
  // Of each candidate, in ms; 0: it failed.
  Result<std::vector<double>> at(const std::vector<const Schedule*>& candidates, int64_t value);
  // The same for a value that is not timed again: its inputs are given back.
  Result<std::vector<double>> once(const std::vector<const Schedule*>& candidates, int64_t value);

 private:
  Status start(int64_t value);

  const Loaded& program_;
  int function_;
  const TuneSettings& options_;
  ListedSize size_;
  std::map<int64_t, tune::TrialRunner*> runners_;
  std::map<int64_t, std::unique_ptr<tune::TrialRunner>> own_;
};

// The best schedule of each value runs at all values; the fastest ones are written as versions of the function. The
// code with which the command ends.
int writeVersions(const CommandLine& arguments, const std::vector<tune::TuneTask>& tasks,
                  const tune::TuneResult& result, VersionTimes& timing);

}  // namespace lw
