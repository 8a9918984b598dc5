// A runner that measures one candidate after the other on a thread of its own.
#pragma once

#include <atomic>
#include <thread>

#include "backends/tune/work_queue.h"
#include "core/tune/search/trial_runner.h"

namespace lw::tune {

class OneByOne {
 public:
  explicit OneByOne(std::function<TrialResult(const TrialRequest&)> measure)
      : measure_(std::move(measure)), thread_([this] { measureAll(); }) {}
  ~OneByOne() {
    cancel();
    thread_.join();
  }
  OneByOne(const OneByOne&) = delete;
  OneByOne& operator=(const OneByOne&) = delete;

  void submit(TrialRequest request) {
    ++underWay_;
    requests_.put(std::move(request));
  }
  std::optional<TrialResult> next() {
    std::optional<TrialResult> result = results_.take([this] { return underWay_ == 0; });
    if (result) --underWay_;
    return result;
  }
  void pause(bool paused) {
    paused_ = paused;
    paused_.notify_all();
  }
  void cancel() {
    cancelled_ = true;
    pause(false);
    requests_.close();
    results_.close();
  }
  bool cancelled() const { return cancelled_; }

 private:
  void measureAll() {
    while (std::optional<TrialRequest> request = requests_.take()) {
      paused_.wait(true);
      if (cancelled_) break;
      TrialResult result = measure_(*request);
      if (cancelled_) break;
      results_.put(std::move(result));
    }
    results_.close();
  }

  std::function<TrialResult(const TrialRequest&)> measure_;
  std::atomic<bool> cancelled_ = false, paused_ = false;
  std::atomic<int> underWay_ = 0;
  WorkQueue<TrialRequest> requests_;
  WorkQueue<TrialResult> results_;
  std::thread thread_;  // the last member: it uses the others
};

}  // namespace lw::tune
