// One request that is being answered: whether it was cancelled, how long it may take, and who hears of its progress.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>

namespace lw::serve {

class Context {
 public:
  using Clock = std::chrono::steady_clock;

  void begin(double seconds);
  bool begun() const { return begun_; }
  void cancel() { cancelled_ = true; }
  void starve() { starved_ = cancelled_ = true; }  // it is cancelled because there is no memory
  bool starved() const { return starved_; }
  bool cancelled() const { return cancelled_; }
  bool late() const { return Clock::now() > end_.load(); }
  bool stopped() const { return cancelled() || late(); }

  // `done` never falls. Told at most ten times a second, and from one thread at a time.
  void progress(double done, double total, const std::string& what);
  std::function<void(double done, double total, const std::string& what)> tell;  // empty: nobody listens

 private:
  std::atomic<bool> cancelled_ = false, starved_ = false, begun_ = false;
  std::atomic<Clock::time_point> end_ = Clock::time_point::max();
  Clock::time_point told_ = {};
  double done_ = 0;
  std::string what_;
};

}  // namespace lw::serve
