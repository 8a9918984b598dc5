// The server of all tests of this program, and a class of workers for each test.
#pragma once

#include <atomic>

#include "tests/queue/support/rabbit_server.h"
#include "tests/queue/support/tcp_proxy.h"
#include "tests/queue/support/trials.h"
#include "tests/queue/support/worker_process.h"

namespace lw::test {

inline RabbitServer& server() {
  static RabbitServer shared;
  return shared;
}

inline WorkerClass freshClass() {
  static std::atomic<int> next = 0;
  WorkerClass fresh = ownClass("cpu", 1);
  fresh.name = "test-" + std::to_string(next++);
  return fresh;
}

inline std::vector<std::string> workerOptions(const std::string& url, const WorkerClass& workers) {
  return {"--queue", url, "--class", workers.name};
}

inline tune::QueueRunnerOptions runnerOptions(const QueueAddress& address, const WorkerClass& workers) {
  tune::QueueRunnerOptions options;
  options.address = address;
  options.workers = workers;
  options.measure.peaks = false;
  options.measure.repeat = 3;
  options.maxSeconds = 1;
  options.patienceSeconds = 60;
  return options;
}

}  // namespace lw::test
