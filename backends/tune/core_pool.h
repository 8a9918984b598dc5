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
  explicit CorePool(std::vector<int> cores) : cores_(std::move(cores)), free_(cores_) {}

  std::shared_ptr<const int> take();  // given back when the last copy ends
  const std::vector<int>& cores() const { return cores_; }
  int size() const { return static_cast<int>(cores_.size()); }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  const std::vector<int> cores_;
  std::vector<int> free_;
};

inline constexpr int kAnyCore = -1;

// How many candidates this thread's cores can measure at a time. With as many workers, one of them shares its core with
// what proposes and builds.
int mostWorkers();
// For kernels of one thread: the last `workers` cores that this thread may use. Kernels of several threads, and all
// kernels where there is one core only, run anywhere and one at a time.
std::shared_ptr<CorePool> coresOfKernels(int workers, int threads);
// The calling thread, and those that it starts from now on, leave the cores of the pool to kernels. Nothing happens if
// its kernels run anywhere, or on all cores. Make the pool first: it is of the cores that the thread may use at that
// time.
void leaveCoresTo(const CorePool& pool);

}  // namespace lw::tune
