// A worker: takes the trials of its class from a queue, one at a time, has lw-runner run them, and answers. It compiles
// nothing; texts for a device are compiled by its driver.
#pragma once

#include <functional>

#include "backends/queue/address.h"
#include "core/tune/trial.h"

namespace lw {

struct WorkerOptions {
  QueueAddress address;
  std::string workerClass;     // empty: named by this machine's processor and device
  std::string target;          // of the kernels; part of the name of the class, like the next two
  std::string device;          // of such a target: its number; empty: the first
  int threads = 1;             // of a kernel
  int64_t memory = 0;          // bytes that a run may use; 0: what this machine has left
  std::function<bool()> stop;  // ends after the trial under way
  std::function<void(const std::string& workerClass)> ready =
      {};                                                 // waits for trials now; again after a lost connection
  std::function<void(const Explanation& why)> lost = {};  // the connection, which is made again
  std::function<void(tune::Outcome outcome)> done = {};   // a trial
};

// Returns how many trials it answered. An error: it could not begin. A connection that is lost later is made again, for
// as long as it takes; an answer that was not confirmed is sent again then.
Result<int64_t> runWorker(const WorkerOptions& options);

}  // namespace lw
