#include "backends/target/target.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "backends/target/peaks.h"

namespace lw {
namespace {

TEST(Target, ReadsProcCpuinfo) {
  const CpuInfo info = parseCpuInfo(
      "processor\t: 0\nmodel name\t: Some CPU @ 3 GHz\nflags\t\t: fpu avx avx2 fma avx512f avx512_bf16\n\n"
      "processor\t: 1\nmodel name\t: Another\nflags\t\t: fpu\n");
  EXPECT_EQ(info.model, "Some CPU @ 3 GHz");
  EXPECT_EQ(info.features, (std::vector<std::string>{"avx", "avx2", "fma", "avx512f", "avx512_bf16"}));
  EXPECT_EQ(info.vectorBits, 512);
  EXPECT_EQ(parseCpuInfo("").model, "x86-64");
  EXPECT_EQ(parseCpuInfo("flags\t\t: fpu avx\n").vectorBits, 256);
  EXPECT_EQ(parseCpuInfo("flags :\nmodel name:").vectorBits, 128);
}

TEST(Target, ReadsCacheSizes) {
  EXPECT_EQ(parseCacheSize("32K"), 32 << 10);
  EXPECT_EQ(parseCacheSize("2M"), 2 << 20);
  EXPECT_EQ(parseCacheSize("512"), 512);
  EXPECT_EQ(parseCacheSize(""), 0);
  EXPECT_EQ(parseCacheSize("large"), 0);
  EXPECT_EQ(parseCacheSize("3 frogs"), 0);
}

TEST(Target, EveryTargetIsAvailableOrSaysWhyNot) {
  const auto targets = findTargets();
  ASSERT_EQ(targets.size(), 3u);
  EXPECT_EQ(targets[0].name, "cpu");
  EXPECT_TRUE(targets[0].available);
  EXPECT_EQ(targets[1].name, "cuda");
  EXPECT_EQ(targets[2].name, "opencl");
  for (const Target& target : targets) EXPECT_NE(target.available, !target.reason.empty()) << target.name;
  if (!std::filesystem::exists("/usr/lib/x86_64-linux-gnu/libcuda.so.1") && targets[1].device.empty()) {
    EXPECT_EQ(targets[1].reason, "no NVIDIA driver: libcuda.so.1 not found");
  }
}

TEST(Peaks, AreMeasuredOnceAndKept) {
  const auto folder = std::filesystem::temp_directory_path() / ("lw_peaks_" + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count()));
  const std::string file = folder / "cache" / "peaks.tsv";
  const Peaks first = cachedPeaks(1, file);
  EXPECT_GT(first.gflops, 1);
  EXPECT_LT(first.gflops, 1000);
  EXPECT_GT(first.gbps, 0.5);
  EXPECT_LT(first.gbps, 1000);
  std::printf("  one thread: %.1f GFLOP/s, %.1f GB/s\n", first.gflops, first.gbps);
  const auto start = std::chrono::steady_clock::now();
  const Peaks second = cachedPeaks(1, file);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(100)) << "the second time it is read";
  EXPECT_NEAR(second.gflops, first.gflops, 0.01 * first.gflops);
  std::ofstream(file) << "damaged\n\t\t\n";
  EXPECT_GT(cachedPeaks(1, file).gflops, 1) << "a damaged file is measured again";
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace lw
