// A thread that carries out tasks in their order, on a stack that deep programs fit on.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace lw::serve {

class Lane {
 public:
  Lane();
  ~Lane();  // carries out what is left

  void add(std::function<void()> task);
  // Waits until nothing is left to do; false: not within this time.
  bool drained(std::chrono::milliseconds most);

 private:
  void work();
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool busy_ = false, ending_ = false;
  std::thread thread_;
};

}  // namespace lw::serve
