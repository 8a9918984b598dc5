#include "backends/runner/team_plain.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace lw {
namespace {

// The threads take parts of a loop until none is left. One loop at a time: a parallel loop inside another runs
// serially.
class PlainTeam : public KernelTeam {
 public:
  explicit PlainTeam(int threads) {
    for (int i = 1; i < threads; ++i) threads_.emplace_back([this, i] { help(i); });
  }
  ~PlainTeam() override {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    begins_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  void execute(void (*work)(void*), void* context) override { work(context); }

  std::unique_ptr<KernelTeam> sharing(int threads) override;

  void parallelFor(int64_t begin, int64_t end, void (*part)(int64_t, int64_t, void*), void* context) override {
    share(begin, end, part, context, static_cast<int>(threads_.size()) + 1);
  }

  // By the first `count` threads.
  void share(int64_t begin, int64_t end, void (*part)(int64_t, int64_t, void*), void* context, int count) {
    {
      const std::lock_guard lock(mutex_);
      next_ = begin, end_ = end, part_ = part, context_ = context;
      grain_ = std::max<int64_t>(1, (end - begin) / (kParts * count));
      helping_ = threads_.size();
      count_ = count;
      ++loop_;
    }
    begins_.notify_all();
    takeParts();
    std::unique_lock lock(mutex_);
    ends_.wait(lock, [&] { return helping_ == 0; });
  }

 private:
  static constexpr int64_t kParts = 16;  // of a loop, for each thread

  void takeParts() {
    for (int64_t first; (first = next_.fetch_add(grain_)) < end_;)
      part_(first, std::min(first + grain_, end_), context_);
  }

  void help(int number) {
    int64_t seen = 0;
    std::unique_lock lock(mutex_);
    while (true) {
      begins_.wait(lock, [&] { return ended_ || loop_ != seen; });
      if (ended_) return;
      seen = loop_;
      if (number < count_) {
        lock.unlock();
        takeParts();
        lock.lock();
      }
      if (--helping_ == 0) ends_.notify_one();
    }
  }

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable begins_, ends_;
  int64_t loop_ = 0;  // counted
  int count_ = 1;     // threads that take parts of it
  size_t helping_ = 0;
  bool ended_ = false;
  std::atomic<int64_t> next_ = 0;
  int64_t end_ = 0, grain_ = 1;
  void (*part_)(int64_t, int64_t, void*) = nullptr;
  void* context_ = nullptr;
};

class SharedTeam : public KernelTeam {
 public:
  SharedTeam(PlainTeam& all, int threads) : all_(all), threads_(threads) {}
  void execute(void (*work)(void*), void* context) override { all_.execute(work, context); }
  void parallelFor(int64_t begin, int64_t end, void (*part)(int64_t, int64_t, void*), void* context) override {
    all_.share(begin, end, part, context, threads_);
  }
  std::unique_ptr<KernelTeam> sharing(int threads) override { return all_.sharing(threads); }

 private:
  PlainTeam& all_;
  int threads_;
};

std::unique_ptr<KernelTeam> PlainTeam::sharing(int threads) { return std::make_unique<SharedTeam>(*this, threads); }

}  // namespace

std::unique_ptr<KernelTeam> makePlainTeam(int threads) { return std::make_unique<PlainTeam>(threads); }

}  // namespace lw
