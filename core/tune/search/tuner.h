// The search: proposes candidates in batches, has them built and measured, and learns from the results. Measuring is
// somebody else's (TrialRunner), and so is keeping the results (TuneObserver).
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/tune/search/strategy.h"
#include "core/tune/search/trial_runner.h"

namespace lw::tune {

// What is tuned: one function of a program, with its space. Several share the trials of a search.
struct TuneTask {
  std::string name;  // of the function
  Space space;
  int function = 0;               // of the space's program
  double weight = 1;              // how often it runs, in a whole that consists of all tasks
  std::vector<Trial> known;       // measured earlier; they count as trials
  TrialRunner* runner = nullptr;  // of its own; null: that of the search
};

struct TuneOptions {
  int trials = 64;     // in all, those that are known included
  double seconds = 0;  // no batch is begun after them; 0: no limit
  uint64_t seed = 1;
  int batch = 8;      // candidates that are proposed together
  int finalists = 4;  // measured again in turns at the end
  int finalRounds = 7;
};

struct TuneProgress {
  size_t task = 0;
  int trials = 0, wanted = 0;  // done, asked for
  double bestMs = 0;           // of the task; 0: none yet
  double seconds = 0, trialsPerMinute = 0;
  int refused = 0, drawn = 0;  // of the task's space
};

class TuneObserver {
 public:
  virtual ~TuneObserver() = default;
  // A trial is done; called before anything else happens, so that it can be kept. An error ends the search.
  virtual Status done(size_t task, const Trial& trial, const TuneProgress& progress) = 0;
  // One of the best was measured again, in turns with the others; its new times replace the earlier ones.
  virtual Status measuredAgain(size_t task, const Trial& trial) {
    (void)task, (void)trial;
    return success();
  }
  virtual void proposed(size_t task, int count) { (void)task, (void)count; }
  // "searching", then "comparing" if several candidates are among the fastest.
  virtual void phase(std::string_view name) { (void)name; }
};

struct TuneResult {
  struct Task {
    std::vector<Trial> trials;  // in order, those that are known first
    int best = -1;              // index; -1: no candidate was right
    std::vector<int> ties;      // others that cannot be told apart from the best
    std::vector<int> again;     // the best and others that were measured again, in turns; empty: all were timed once
    bool proved = false;        // the best one is proved to compute what the program does, for all inputs and sizes
    std::vector<CandidatePool::Refusals> refusals;
    int refused = 0, drawn = 0;
  };
  std::vector<Task> tasks;
  enum class End : uint8_t { Trials, Seconds, Stopped, Exhausted, AllRefused, Failed } end = End::Trials;
  std::optional<Explanation> error;  // of the observer
  double seconds = 0;
};

// The same tasks, options and results of the runner give the same search. Runs on the calling thread; `stop` is asked
// between candidates.
TuneResult tuneTasks(std::vector<TuneTask> tasks, const TuneOptions& options, const Machine& machine,
                     Strategy& strategy, const CostModel& model, TrialRunner& runner, TuneObserver& observer,
                     const std::function<bool()>& stop);

}  // namespace lw::tune
