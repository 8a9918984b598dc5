// Watches how much memory this process uses. A limit of the system would count the large stacks of threads in full, and
// allocations that it refuses end the process in libraries that expect none to fail.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace lw::serve {

class MemoryWatch {
 public:
  // `exceeded` is called, from a thread of the watch, while the process uses more than `bytes`. If it uses twice as
  // much nevertheless, the process ends.
  MemoryWatch(int64_t bytes, std::function<void()> exceeded);
  ~MemoryWatch();

 private:
  void watch();
  int64_t bytes_;
  std::function<void()> exceeded_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ending_ = false;
  std::thread thread_;
};

int64_t residentMemory();  // bytes of this process; 0: the system does not say

}  // namespace lw::serve
