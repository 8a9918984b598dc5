// What lw tune prints: a line of progress, or one JSON object a line.
#pragma once

#include "app/lw/command.h"
#include "core/tune/tuner.h"

namespace lw {

class TuneReport : public tune::TuneObserver {
 public:
  // `functions`: names of the tasks. `seconds`: time limit, 0: none.
  TuneReport(bool json, std::vector<std::string> functions, double seconds);
  Status done(size_t task, const tune::Trial& trial, const tune::TuneProgress& progress) override;
  void phase(std::string_view name) override;
  // `referenceMs`: of each function; 0: not timed.
  void end(const tune::TuneResult& result, const std::vector<double>& referenceMs) const;

 private:
  std::string line(const tune::TuneProgress& progress) const;
  void printTask(size_t index, const tune::TuneResult::Task& task, double referenceMs) const;
  void writeTask(size_t index, const tune::TuneResult& result, double referenceMs) const;

  bool json_, terminal_;
  std::vector<std::string> functions_;
  double limit_;
};

}  // namespace lw
