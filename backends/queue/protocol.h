// What tuning and its workers send each other: the names at the server, and the messages.
//
//   tuning                                  server                                     worker
//   trials      -> exchange loopwright.trials, key CLASS.SEARCH
//                                           queue loopwright.trials.CLASS ->           one at a time
//                                           queue loopwright.results.SEARCH <-         started; asks for the ground
//   ground      -> the worker's own queue                             ->               once for each search
//                                           queue loopwright.results.SEARCH <-         results; then acknowledges
//
// The queue of trials is a quorum queue with a delivery limit: a trial that several workers took and none answered goes
// through the exchange loopwright.dead to the results of its search and, for people, to the queue loopwright.dead.
// A trial whose search is over is found by `started`, which no queue takes then.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "backends/queue/connection.h"
#include "backends/tune/trial_bench.h"

namespace lw {

inline constexpr const char* kTrialsExchange = "loopwright.trials";
inline constexpr const char* kDeadExchange = "loopwright.dead";
inline constexpr int kDeliveryLimit = 2;  // returns of a trial; after one more it is dead

std::string trialsQueue(const std::string& workerClass);
std::string resultsQueue(const std::string& search);
std::string classQueue(const std::string& workerClass);
std::string trialsKey(const std::string& workerClass, const std::string& search);
// Exchanges, the queue of trials, the one of dead letters and the one that describes the class.
Status declareClass(QueueConnection& connection, const std::string& workerClass);
Status declareResults(QueueConnection& connection, const std::string& search);

// QueueMessage::type
inline constexpr const char* kTrialType = "trial";
inline constexpr const char* kStartedType = "started";
inline constexpr const char* kGroundType = "ground";
inline constexpr const char* kResultType = "result";
inline constexpr const char* kClassType = "class";

// One task of a worker: to measure one candidate, or to compare several in turns.
struct TrialJob {
  std::string search;
  int number = 0;          // of the job, counted by the search
  int rounds = 0;          // 0: measures the only candidate
  std::string measuredOn;  // as measuredOn() says of the class that they are for
  tune::BenchOptions options;
  std::vector<tune::BuiltTrial> trials;
};
std::string encodeJob(const TrialJob& job);
Result<TrialJob> decodeJob(std::string_view bytes);

struct JobStarted {
  int number = 0;
  std::string worker;
  std::string groundTo;  // the queue that waits for the ground; empty: the worker has it
};
std::string encodeStarted(const JobStarted& started);
Result<JobStarted> decodeStarted(std::string_view bytes);

struct JobResult {
  int number = 0;  // of the job
  std::string worker, workerClass;
  std::vector<tune::TrialResult> results;
};
std::string encodeResult(const JobResult& result);
Result<JobResult> decodeResult(std::string_view bytes);

// The ground of a search: its buffers and expected results, as a kernel package without kernels.
std::string encodeGround(const std::vector<PackageArray>& arrays);
Result<std::vector<PackageArray>> decodeGround(std::string_view bytes);

}  // namespace lw
