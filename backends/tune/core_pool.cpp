#include "backends/tune/core_pool.h"

#include <sched.h>

#include <algorithm>

#include "backends/runner/runner.h"

namespace lw::tune {

std::shared_ptr<const int> CorePool::take() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !free_.empty(); });
  const int core = free_.back();
  free_.pop_back();
  return {new int(core), [pool = shared_from_this()](const int* taken) {
            {
              const std::lock_guard held(pool->mutex_);
              pool->free_.push_back(*taken);
            }
            pool->changed_.notify_one();
            delete taken;
          }};
}

int mostWorkers() { return std::max(1, onlineCores() - 1); }

std::shared_ptr<CorePool> coresOfKernels(int workers, int threads) {
  const int cores = onlineCores();
  if (threads != 1 || cores < 2) return std::make_shared<CorePool>(std::vector<int>{kAnyCore});
  std::vector<int> last;
  for (int core = cores - std::clamp(workers, 1, mostWorkers()); core < cores; ++core) last.push_back(core);
  return std::make_shared<CorePool>(std::move(last));
}

void leaveCoresToKernels(int count) {
  const int left = onlineCores() - count;
  if (left < 1) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int core = 0; core < left; ++core) CPU_SET(core, &set);
  sched_setaffinity(0, sizeof set, &set);
}

}  // namespace lw::tune
