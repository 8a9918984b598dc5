// Runs candidates that are built, one after the other, in lw-runner: checks their results and times them. It compiles
// nothing, so that a worker of a queue does the same for candidates from another machine.
#pragma once

#include <functional>
#include <memory>

#include "backends/measure/kernel.h"
#include "backends/package/package.h"
#include "core/tune/search/trial_runner.h"

namespace lw::tune {

struct BuiltTrial {
  int number = 0;
  KernelCode code;
  KernelCall call;
  double compileMs = 0;
  double bestMs = 0;   // as TrialRequest::bestMs
  std::string device;  // of kernels for a device: what RunnerProcess::loadGpu() takes in place of the code
};

struct BenchOptions {
  int threads = 1;           // of the kernel
  int repeat = 10;           // samples of one candidate at most
  double minMs = 0;          // least time of a sample
  double sampleMs = 60;      // timing of one candidate ends after so long, but not before three samples
  double stopRatio = 2;      // a candidate that takes longer than this many times the best is not timed further
  double partMs = 200;       // a call that takes longer is timed on a part of its parallel loops
  double maxSeconds = 5;     // of one call; longer is an error. Ten times the best, where that is more
  double loadSeconds = 120;  // of any other request to lw-runner
  int64_t memory = 0;        // bytes that a run may use; 0: what this machine has left
};

class TrialBench {
 public:
  // `arrays`: the buffers of the function in order, with the expected contents of those that are written. `cancelled`
  // is asked while a candidate runs, from the thread that measures.
  TrialBench(std::vector<PackageArray> arrays, const BenchOptions& options, std::function<bool()> cancelled);
  ~TrialBench();

  // `core`: where kernels run (backends/tune/core_pool.h); -1: anywhere.
  TrialResult measure(const BuiltTrial& trial, int core = -1);
  // Candidates `rounds` times each, in turns in one child, whole; `afterRound` may time something to compare with. What
  // computes something wrong is reported and not timed. Empty: one of them failed.
  std::vector<TrialResult> inTurns(const std::vector<BuiltTrial>& trials, int rounds,
                                   const std::function<void()>& afterRound = {}, int core = -1);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Whether samples of a candidate, in ms, show that it takes longer than `limit`. While timing goes on, one sample is
// not enough, unless it is far beyond, and samples that disagree were taken while something disturbed the machine: more
// are needed. `last`: there will be no more.
bool isSlow(const std::vector<double>& ms, double limit, bool last);

}  // namespace lw::tune
