// The team without oneTBB: each part of a loop runs once, also by fewer threads than there are.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "backends/runner/runtime.h"
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

// As for candidates of a search whose calls take long.
TEST(KernelThreads, RunAPartOfEachParallelLoop) {
  KernelThreads threads(1);
  const auto iterations = [&](double part) {
    Loop loop;
    threads.setPart(part);
    const auto body = [](int64_t begin, int64_t end, void* context) {
      runPart(begin, end, context);
      return 0;
    };
    EXPECT_EQ(threads.parallelFor(body, 0, 1000, &loop), 0);
    size_t count = 0;
    while (count < loop.runs.size() && loop.runs[count] == 1) ++count;
    for (size_t i = count; i < loop.runs.size(); ++i) EXPECT_EQ(loop.runs[i], 0) << i;
    return count;
  };
  EXPECT_EQ(iterations(1), 1000u);
  EXPECT_EQ(threads.leftOutNs(), 0);
  EXPECT_EQ(iterations(0.25), 250u);
  EXPECT_NE(threads.leftOutNs(), 0) << "the other 750 take three times as long";
  EXPECT_EQ(threads.leftOutNs(), 0) << "it is told once";
  EXPECT_EQ(iterations(1e-9), 1u);
}

}  // namespace
}  // namespace lw
