// The cores on which kernels of one thread are measured alone. Whoever measures takes one, and waits while all are
// taken.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

namespace lw::tune {

class CorePool : public std::enable_shared_from_this<CorePool> {
 public:
  explicit CorePool(std::vector<int> cores) : free_(std::move(cores)), size_(static_cast<int>(free_.size())) {}

  std::shared_ptr<const int> take();  // given back when the last copy ends
  int size() const { return size_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<int> free_;
  int size_;
};

inline constexpr int kAnyCore = -1;

// How many candidates this machine can measure at a time: one core proposes and builds them.
int mostWorkers();
// For kernels of one thread: the last `workers` cores of this machine. Kernels of several threads, and all kernels
// where there is one core only, run anywhere and one at a time.
std::shared_ptr<CorePool> coresOfKernels(int workers, int threads);
// The calling thread, and those that it starts from now on, leave the last cores to kernels. Nothing happens if there
// are not more cores than that.
void leaveCoresToKernels(int count = 1);

}  // namespace lw::tune
