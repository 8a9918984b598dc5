// Lets threads through one at a time, in the order in which they came.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

namespace lw::tune {

class Turnstile {
 public:
  // Waits for its turn, which ends with the value.
  [[nodiscard]] std::shared_ptr<void> pass() {
    std::unique_lock lock(mutex_);
    const uint64_t mine = next_++;
    changed_.wait(lock, [&] { return mine == served_; });
    return {this, [](void* self) { static_cast<Turnstile*>(self)->leave(); }};
  }

 private:
  void leave() {
    const std::lock_guard lock(mutex_);
    ++served_;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  uint64_t next_ = 0, served_ = 0;
};

}  // namespace lw::tune
