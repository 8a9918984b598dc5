#include "core/analysis/cost/cache_sim.h"

#include <gtest/gtest.h>

namespace lw {
namespace {

// B[j, i] = A[i, j] for 8 x 8 floats: lines of 4 floats, A at 0, B at 256 bytes. `tile` x `tile` elements at a time.
std::vector<int64_t> transpose(int tile) {
  std::vector<int64_t> addresses;
  for (int i0 = 0; i0 < 8; i0 += tile)
    for (int j0 = 0; j0 < 8; j0 += tile)
      for (int i = i0; i < i0 + tile; ++i)
        for (int j = j0; j < j0 + tile; ++j) {
          addresses.push_back(4 * (8 * i + j));
          addresses.push_back(256 + 4 * (8 * j + i));
        }
  return addresses;
}

// Eight lines that any address may use. Row by row: every line of A is fetched once (16), and of B every element finds
// its line gone, because eight lines of B and one of A are used between: 64 fetches, the first use of each of 16 lines
// among them.
TEST(CacheSim, TransposeLosesTheLinesOfItsColumns) {
  const CacheRun run = simulateCache(transpose(8), {1, 8, 16});
  const auto counts = run.countUpTo(128);
  EXPECT_EQ(counts.accesses(), 128);
  EXPECT_EQ(counts.cold, 32);
  EXPECT_EQ(counts.capacity, 48);
  EXPECT_EQ(counts.conflict, 0);
  EXPECT_EQ(counts.hits, 48) << "three of four loads of A";
}

// Tiles of 4 x 4 need four lines of A and four of B: they stay, and every line is fetched once.
TEST(CacheSim, TiledTransposeFetchesEveryLineOnce) {
  const auto counts = simulateCache(transpose(4), {1, 8, 16}).countUpTo(128);
  EXPECT_EQ(counts.misses(), 32);
  EXPECT_EQ(counts.cold, 32);
  EXPECT_EQ(counts.hits, 96);
}

// The same eight lines as two sets of four ways: the lines of a tile of B are 32 bytes apart, so all four fall into one
// set, with the lines of A that do.
TEST(CacheSim, SetsMakeConflicts) {
  const CacheRun run = simulateCache(transpose(4), {2, 4, 16});
  const auto counts = run.countUpTo(128);
  EXPECT_EQ(counts.cold, 32);
  EXPECT_EQ(counts.capacity, 0);
  EXPECT_GT(counts.conflict, 0);
  // Lines 0, 2, 4 of one set with two ways, then 0 again: 0 has gone, though four lines would have held all three.
  const std::vector<int64_t> three{0, 32, 64, 0};
  EXPECT_EQ(simulateCache(three, {2, 2, 16}).touches,
            (std::vector<Touch>{Touch::Cold, Touch::Cold, Touch::Cold, Touch::Conflict}));
  EXPECT_EQ(simulateCache(three, {1, 2, 16}).touches.back(), Touch::Capacity);
  EXPECT_EQ(simulateCache(three, {1, 4, 16}).touches.back(), Touch::Hit);
}

TEST(CacheSim, TheLeastRecentlyUsedLineLeaves) {
  const std::vector<int64_t> addresses{0, 16, 0, 32, 16};  // 16 leaves for 32
  EXPECT_EQ(simulateCache(addresses, {1, 2, 16}).touches,
            (std::vector<Touch>{Touch::Cold, Touch::Cold, Touch::Hit, Touch::Cold, Touch::Capacity}));
}

TEST(CacheSim, HoldsTheLastLinesOfEachSet) {
  const std::vector<int64_t> addresses{0, 16, 32, 0, 64, 20};  // lines 0 1 2 0 4 1, two sets of two ways
  EXPECT_EQ(residentLines(addresses, 6, {2, 2, 16}), (std::vector<int64_t>{1, 4, 0}));
  EXPECT_EQ(residentLines(addresses, 4, {2, 2, 16}), (std::vector<int64_t>{0, 2, 1}));
  EXPECT_TRUE(residentLines(addresses, 0, {2, 2, 16}).empty());
  // What it holds is what the next access hits.
  for (const int64_t line : {0, 1, 2, 3, 4}) {
    std::vector<int64_t> next = addresses;
    next.push_back(line * 16);
    const std::vector<int64_t> held = residentLines(addresses, 6, {2, 2, 16});
    EXPECT_EQ(simulateCache(next, {2, 2, 16}).touches.back() == Touch::Hit,
              std::find(held.begin(), held.end(), line) != held.end())
        << line;
  }
}

TEST(CacheSim, DistancesCountDistinctLines) {
  const std::vector<int64_t> addresses{0, 16, 20, 32, 4, 0, 16};
  const CacheRun run = simulateCache(addresses, {4, 4, 16});
  EXPECT_EQ(run.distances, (std::vector<int32_t>{-1, -1, 0, -1, 2, 0, 2}));
  const ReuseHistogram histogram = reuseHistogram(run.distances);
  EXPECT_EQ(histogram.first, 3);
  ASSERT_EQ(histogram.bars.size(), 3u);
  EXPECT_EQ(histogram.bars[0].count, 2);
  EXPECT_EQ(histogram.bars[1].count, 0);
  EXPECT_EQ(histogram.bars[2].count, 2);
  EXPECT_EQ(histogram.bars[2].from, 2);
  EXPECT_EQ(histogram.bars[2].to, 3);
}

TEST(CacheSim, CountsUpToAnyAccess) {
  std::vector<int64_t> addresses;
  for (int i = 0; i < 5000; ++i) addresses.push_back(i * 7 % 4096);
  const CacheRun run = simulateCache(addresses, {4, 2, 64});
  for (const size_t end :
       {size_t{0}, size_t{1}, size_t{1023}, size_t{1024}, size_t{1025}, size_t{4999}, size_t{5000}, size_t{9000}}) {
    CacheRun::Counts expected;
    for (size_t i = 0; i < std::min<size_t>(end, 5000); ++i)
      ++(run.touches[i] == Touch::Hit ? expected.hits : expected.cold);
    EXPECT_EQ(run.countUpTo(end).hits, expected.hits) << end;
    EXPECT_EQ(run.countUpTo(end).misses(), expected.cold) << end;
  }
}

TEST(CacheSim, ACopyGetsACacheOfItsSize) {
  const CacheShape real{64, 8, 64};  // 32 KiB
  EXPECT_EQ(scaledCache(real, 1 << 20, 1 << 20), real);
  EXPECT_EQ(scaledCache(real, 1 << 20, 1 << 18).bytes(), 8 << 10);
  EXPECT_EQ(scaledCache(real, 1e9, 1000).lines(), 8) << "never fewer";
  EXPECT_LE(scaledCache({64, 12, 64}, 1 << 20, 1 << 19).bytes(), 48 << 10);
}

}  // namespace
}  // namespace lw
