#include "backends/target/target.h"
#include "backends/targets/targets.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "backends/measure/machine.h"
#include "backends/target/load.h"
#include "backends/target/memory.h"
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
  ASSERT_EQ(targets.size(), 4u);
  EXPECT_EQ(targets[0].descriptor->name, "cpu");
  EXPECT_TRUE(targets[0].state.available);
  EXPECT_EQ(targets[1].descriptor->name, "cuda");
  EXPECT_EQ(targets[2].descriptor->name, "opencl");
  EXPECT_EQ(targets[3].descriptor->name, "gpu-emulator");
  EXPECT_TRUE(targets[3].state.available) << "it needs no device";
  for (const auto& [target, state] : targets) EXPECT_NE(state.available, !state.reason.empty()) << target->name;
  if (!std::filesystem::exists("/usr/lib/x86_64-linux-gnu/libcuda.so.1") && targets[1].state.device.empty()) {
    EXPECT_EQ(targets[1].state.reason, "no NVIDIA driver: libcuda.so.1 not found");
  }
}

TEST(Target, EveryDescriptionIsComplete) {
  std::set<std::string_view> names;
  for (const TargetDescriptor* target : allTargets()) {
    EXPECT_TRUE(names.insert(target->name).second) << target->name;
    EXPECT_EQ(findTarget(target->name), target);
    ASSERT_TRUE(target->pipeline && target->find && target->measure) << target->name;
    EXPECT_EQ(&target->pipeline() == &gpuPipeline(), target->kernels) << target->name;
    EXPECT_EQ(target->driverText == nullptr, target->packaged.empty()) << target->name;
    std::set<std::string_view> stages, shown;
    for (const CodeText* text : codeTextsOf(*target)) {
      EXPECT_TRUE(stages.insert(text->stage).second && shown.insert(text->name).second) << text->stage;
      EXPECT_TRUE(text->write && !text->help.empty() && !text->label.empty() && !text->note.empty()) << text->stage;
      EXPECT_EQ(text->ofKernels, target->kernels) << text->stage;
    }
    EXPECT_FALSE(stages.empty()) << target->name;
  }
  EXPECT_EQ(findTarget("toaster"), nullptr);
  EXPECT_EQ(targetNames(), "cpu, cuda, opencl or gpu-emulator");
}

TEST(Target, TextsOfCodeBeginNearestToTheProgram) {
  const auto stages = [](const char* target) {
    std::string text;
    for (const CodeText* code : codeTextsOf(*findTarget(target))) text += std::string(code->stage) + " ";
    return text;
  };
  EXPECT_EQ(stages("cpu"), "llvm llvm-opt asm ");
  for (const char* target : {"cuda", "opencl", "gpu-emulator"}) EXPECT_EQ(stages(target), "opencl ptx sass ");
}

TEST(Target, ReadsAvailableMemory) {
  EXPECT_EQ(parseAvailableMemory(
                "MemTotal:       24000000 kB\nMemFree:  1 kB\nMemAvailable:       20 kB\nSwapFree:       10 kB\n"),
            30 << 10);
  EXPECT_EQ(parseAvailableMemory("SwapFree:       10 kB\n"), 0);
  EXPECT_EQ(parseAvailableMemory(""), 0);
  EXPECT_GT(availableMemory(), 0);
  EXPECT_EQ(memoryText(8589934592.0), "8589934592 bytes (8.0 GiB)");
  EXPECT_EQ(memoryText(1 << 21), "2097152 bytes (2.0 MiB)");
  EXPECT_EQ(memoryText(100), "100 bytes");
}

class PeaksFile : public testing::Test {
 protected:
  std::filesystem::path folder = std::filesystem::temp_directory_path() / ("lw_peaks_" + std::to_string(getpid()));
  std::string file = folder / "cache" / "peaks.json";
  void TearDown() override { std::filesystem::remove_all(folder); }
};

TEST_F(PeaksFile, KeepsTheBestForEachNumberOfThreads) {
  EXPECT_FALSE(knownPeaks(1, file)) << "there is no file yet";
  keepPeaks({1, 100, 50, 10, {{32 << 10, 300}, {1 << 20, 90}}}, file);
  keepPeaks({2, 190, 95, 15, {}}, file);
  const Peaks best = keepPeaks({1, 90, 55, 12, {{32 << 10, 310}, {2 << 20, 80}}}, file);
  EXPECT_EQ(best.gflops32, 100) << "a busy machine measures too little";
  EXPECT_EQ(best.gflops64, 55);
  const std::optional<Peaks> known = knownPeaks(1, file);
  ASSERT_TRUE(known);
  EXPECT_EQ(known->gflops(32), 100);
  EXPECT_EQ(known->gflops(64), 55);
  EXPECT_EQ(known->gbps, 12);
  ASSERT_EQ(known->caches.size(), 2u);
  EXPECT_EQ(known->caches[0].gbps, 310);
  EXPECT_EQ(known->caches[1].bytes, 2 << 20) << "a cache of another size is another cache";
  EXPECT_EQ(knownPeaks(2, file)->gbps, 15);
}

TEST_F(PeaksFile, DamageAndOtherMachinesSayNothing) {
  keepPeaks({1, 100, 50, 10, {}}, file);
  std::ofstream(file) << "damaged";
  EXPECT_FALSE(knownPeaks(1, file));
  std::ofstream(file)
      << R"([{"cpu": 7}, {"cpu": "Another", "cores": 1, "threads": 1, "method": 2, "gflops32": 5, "gflops64": 5, "gbps": 5}])";
  EXPECT_FALSE(knownPeaks(1, file));
  keepPeaks({1, 100, 50, 10, {}}, file);
  EXPECT_EQ(knownPeaks(1, file)->gflops32, 100);
  std::ifstream in(file);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  EXPECT_NE(text.find("Another"), std::string::npos) << "what is another machine's stays";
}

TEST_F(PeaksFile, FiguresThatContradictEachOtherAreRaisedAndMarked) {
  keepPeaks({1, 100, 50, 20, {{32 << 10, 300}, {1 << 20, 90}, {32 << 20, 15}}}, file);
  keepPeaks({2, 80, 95, 18, {{32 << 10, 290}, {1 << 20, 180}, {32 << 20, 40}}}, file);
  const Peaks one = *knownPeaks(1, file), two = *knownPeaks(2, file);
  EXPECT_EQ(one.caches[2].gbps, 20) << "L3 is no slower than the memory behind it";
  EXPECT_THAT(one.atLeast, testing::ElementsAre("L3"));
  EXPECT_EQ(two.gflops32, 100) << "two threads do no less than one";
  EXPECT_EQ(two.gflops64, 95);
  EXPECT_EQ(two.gbps, 20);
  EXPECT_EQ(two.caches[0].gbps, 300);
  EXPECT_THAT(two.atLeast, testing::ElementsAre("gflops", "memory", "L1"));
  EXPECT_EQ(keepPeaks({2, 190, 90, 30, {{32 << 10, 600}}}, file).gflops32, 190);
  EXPECT_TRUE(knownPeaks(2, file)->atLeast.empty()) << "measured again";
}

TEST_F(PeaksFile, SayWhatElseRanAndWhatOpenBlasReached) {
  Peaks busy{1, 80, 40, 10, {}};
  busy.load = {1.5, 0.2};
  busy.productGflops = 30, busy.productKernels = "Prescott";
  keepPeaks(busy, file);
  EXPECT_EQ(knownPeaks(1, file)->load.others, 1.5);
  EXPECT_FALSE(isQuiet(knownPeaks(1, file)->load));
  EXPECT_EQ(
      productText(*knownPeaks(1, file)),
      "OpenBLAS's product of 1024 x 1024 x 1024: 30.0 GFLOP/s with its Prescott kernels, 38 % of the peak; it should "
      "reach 60 %, so references with products take too long");
  Peaks quiet{1, 100, 50, 12, {}};
  quiet.load = {0.1, 0};
  quiet.productGflops = 87, quiet.productKernels = "SkylakeX";
  const Peaks best = keepPeaks(quiet, file);
  EXPECT_TRUE(isQuiet(best.load));
  EXPECT_EQ(productText(best),
            "OpenBLAS's product of 1024 x 1024 x 1024: 87.0 GFLOP/s with its SkylakeX kernels, 87 % of the peak");
}

TEST(PeakRounds, TakeTurnsAndGoOnWhileFiguresContradictEachOther) {
  std::vector<int> order;
  // In the first three rounds something slows down two threads.
  const auto round = [&](int threads) -> Result<Peaks> {
    order.push_back(threads);
    const bool disturbed = order.size() <= 6;
    return Peaks{threads, threads == 1 ? 100.0 : disturbed ? 90.0 : 190.0, 50, 10, {{32 << 10, 300}}};
  };
  const Result<std::vector<Peaks>> best = bestOfRounds({1, 2}, round);
  ASSERT_TRUE(best.ok());
  EXPECT_THAT(order, testing::ElementsAre(1, 2, 1, 2, 1, 2, 1, 2));
  EXPECT_EQ((*best)[1].gflops32, 190);
  order.clear();
  const auto never = [&](int threads) -> Result<Peaks> {
    order.push_back(threads);
    return Peaks{threads, threads == 1 ? 100.0 : 90.0, 50, 10, {}};
  };
  ASSERT_TRUE(bestOfRounds({1, 2}, never).ok());
  EXPECT_EQ(order.size(), 2u * kMostPeakRounds);
  const auto failing = [](int) -> Result<Peaks> { return Explanation(); };
  EXPECT_FALSE(bestOfRounds({1}, failing).ok());
}

TEST(Load, IsWhatOtherProcessesTook) {
  const auto counters = [](double wall, const std::string& stat, double own) {
    std::optional<LoadCounters> c = parseCounters(stat, 100);
    EXPECT_TRUE(c) << stat;
    c->wall = wall, c->own = own;
    return *c;
  };
  EXPECT_FALSE(parseCounters("", 100));
  EXPECT_FALSE(parseCounters("intr 5 6 7\n", 100));
  const LoadCounters before = counters(10, "cpu  1000 0 200 5000 10 0 0 0 0 0\ncpu0 1 2\n", 3);
  // In two seconds: 3 of user and 0.5 of system, of which this process took 2; 0.4 stolen.
  const LoadCounters after = counters(12, "cpu  1300 0 250 5000 10 0 0 40 0 0\n", 5);
  const std::optional<MachineLoad> load = loadBetween(before, after);
  ASSERT_TRUE(load);
  EXPECT_DOUBLE_EQ(load->others, 0.75);
  EXPECT_DOUBLE_EQ(load->stolen, 0.2);
  EXPECT_FALSE(isQuiet(*load));
  EXPECT_TRUE(isQuiet(MachineLoad{0.1, 0.02}));
  EXPECT_FALSE(loadBetween(before, counters(10.05, "cpu  1000 0 200 5000 10 0 0 0 0 0\n", 3))) << "too short";
  EXPECT_EQ(loadBetween(before, counters(12, "cpu  1000 0 200 5000 10 0 0 0 0 0\n", 5))->others, 0)
      << "counters that lag behind give no negative load";
}

TEST_F(PeaksFile, AFolderThatCannotBeWrittenIsNoError) {
  EXPECT_EQ(keepPeaks({1, 100, 50, 10, {}}, "/proc/nowhere/peaks.json").gflops32, 100);
  EXPECT_FALSE(knownPeaks(1, "/proc/nowhere/peaks.json"));
}

}  // namespace
}  // namespace lw
