// The team without oneTBB: each part of a loop runs once, also by fewer threads than there are.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "backends/runner/team_plain.h"

namespace lw {
namespace {

struct Loop {
  std::vector<std::atomic<int>> runs = std::vector<std::atomic<int>>(1000);
  std::mutex mutex;
  std::set<std::thread::id> threads;
};

void runPart(int64_t begin, int64_t end, void* context) {
  auto* loop = static_cast<Loop*>(context);
  for (int64_t i = begin; i < end; ++i) ++loop->runs[static_cast<size_t>(i)];
  const std::lock_guard lock(loop->mutex);
  loop->threads.insert(std::this_thread::get_id());
}

TEST(PlainTeam, SharesItsThreads) {
  const std::unique_ptr<KernelTeam> all = makePlainTeam(4);
  for (const int count : {1, 2, 3, 4}) {
    const std::unique_ptr<KernelTeam> some = all->sharing(count);
    std::set<std::thread::id> seen;
    for (int round = 0; round < 50; ++round) {
      Loop loop;
      (round % 2 ? *some : *some->sharing(count)).parallelFor(0, 1000, runPart, &loop);
      for (const std::atomic<int>& runs : loop.runs) ASSERT_EQ(runs, 1);
      ASSERT_LE(loop.threads.size(), static_cast<size_t>(count));
      seen.insert(loop.threads.begin(), loop.threads.end());
    }
    EXPECT_LE(seen.size(), static_cast<size_t>(count)) << "always the same ones";
  }
  Loop loop;
  all->parallelFor(0, 1000, runPart, &loop);
  for (const std::atomic<int>& runs : loop.runs) ASSERT_EQ(runs, 1);
}

}  // namespace
}  // namespace lw
