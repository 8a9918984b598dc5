#include "backends/tune/core_pool.h"

#include <sched.h>

#include <algorithm>

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

namespace {

std::vector<int> allowedCores() {
  cpu_set_t set;
  std::vector<int> cores;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &set)) cores.push_back(core);
  return cores;
}

}  // namespace

int mostWorkers() { return std::max(1, static_cast<int>(allowedCores().size())); }

std::shared_ptr<CorePool> coresOfKernels(int workers, int threads) {
  std::vector<int> cores = allowedCores();
  if (threads != 1 || cores.size() < 2) return std::make_shared<CorePool>(std::vector<int>{kAnyCore});
  const int count = std::clamp(workers, 1, static_cast<int>(cores.size()));
  cores.erase(cores.begin(), cores.end() - count);
  return std::make_shared<CorePool>(std::move(cores));
}

void leaveCoresTo(const CorePool& pool) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return;
  for (const int core : pool.cores())
    if (core != kAnyCore) CPU_CLR(core, &set);
  if (CPU_COUNT(&set) > 0) sched_setaffinity(0, sizeof set, &set);
}

}  // namespace lw::tune
