#include "backends/target/target.h"
#include "backends/targets/targets.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

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

TEST_F(PeaksFile, AFolderThatCannotBeWrittenIsNoError) {
  EXPECT_EQ(keepPeaks({1, 100, 50, 10, {}}, "/proc/nowhere/peaks.json").gflops32, 100);
  EXPECT_FALSE(knownPeaks(1, "/proc/nowhere/peaks.json"));
}

}  // namespace
}  // namespace lw
