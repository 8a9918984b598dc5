// Records every trial of lw tune and prints the progress: one line, or one JSON object a line.
#pragma once

#include "app/lw/command.h"
#include "backends/blas/kernels.h"
#include "backends/measure/sum_errors.h"
#include "core/tune/records/records.h"
#include "core/tune/search/tuner.h"

namespace lw {

// What results are compared with.
struct TimedReference {
  double ms = 0;                           // 0: it is not timed
  std::optional<blas::Kernels> blas = {};  // that it calculates with
  std::optional<SumErrors> sums = {};      // of the program that is tuned
};

// Says before a search that the program itself misses what it is compared with, and what helps.
void printSumErrors(bool json, const std::string& function, const std::optional<SumErrors>& sums);

class TuneReport : public tune::TuneObserver {
 public:
  // One for each task: the function's name, and what its trials are recorded under. `seconds`: time limit, 0: none.
  // `modelled`: times are those of a model.
  TuneReport(bool json, std::vector<tune::Record> tasks, tune::RecordStore& store, double seconds, bool modelled);
  Status done(size_t task, const tune::Trial& trial, const tune::TuneProgress& progress) override;
  Status measuredAgain(size_t task, const tune::Trial& trial) override { return record(task, trial); }
  void phase(std::string_view name) override;
  // `references`: of each function.
  void end(const tune::TuneResult& result, const std::vector<TimedReference>& references) const;

 private:
  std::string line(const tune::TuneProgress& progress) const;
  void printTask(size_t index, const tune::TuneResult::Task& task, const TimedReference& reference) const;
  void writeTask(size_t index, const tune::TuneResult& result, const TimedReference& reference) const;

  Status record(size_t task, const tune::Trial& trial);

  bool json_, terminal_;
  std::vector<tune::Record> tasks_;
  tune::RecordStore& store_;
  double limit_;
  bool modelled_;
};

}  // namespace lw
