// The model of a device's time: what must be slower is slower. No time is compared with a device.
#include "backends/emulator/device_time.h"

#include "backends/emulator/instructions.h"
#include "backends/emulator/warps.h"
#include "core/ir/visit.h"
#include "core/te/read_program.h"
#include "tests/emulator/gpu_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

constexpr const char* kScaled = R"(from tvm.script import tir as T


@T.prim_func
def scale(A: T.Buffer((SIZE, 1024), "float32"), B: T.Buffer((SIZE, 1024), "float32")):
    for i, j in T.grid(SIZE, 1024):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)


def rows(sch):
    i, j = sch.get_loops("B")
    j0, j1 = sch.split(j, [None, 128])
    sch.bind(i, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    sch.bind(j1, "threadIdx.x")


def columns(sch):
    i, j = sch.get_loops("B")
    i0, i1 = sch.split(i, [None, 128])
    sch.reorder(j, i0, i1)
    sch.bind(j, "blockIdx.y")
    sch.bind(i0, "blockIdx.x")
    sch.bind(i1, "threadIdx.x")
)";

std::string ofSize(int64_t size) {
  std::string text = kScaled;
  for (size_t at; (at = text.find("SIZE")) != std::string::npos;) text.replace(at, 4, std::to_string(size));
  return text;
}

std::string sampleText(const std::string& name) { return contents(LW_SOURCE_DIR "/samples/" + name); }

EmulatorReport reportOf(const std::string& text, const std::string& schedule, int64_t launchSteps = 100000,
                        const GpuDevice& device = defaultGpuDevice()) {
  const Scheduled s = scheduledBy(text, schedule);
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, device);
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : toText(program.error()));
  Result<std::vector<Argument>> arguments = makeArguments(s.source, {});
  if (!program || !arguments) return {};
  const Result<EmulatorReport> report =
      emulate(*program, s.scheduled, *arguments, {.device = &device, .launchSteps = launchSteps});
  EXPECT_TRUE(report.ok()) << (report.ok() ? "" : toText(report.error()));
  return report.ok() ? *report : EmulatorReport();
}

TEST(DeviceTime, CoalescedIsFasterThanStrided) {
  const EmulatorReport rows = reportOf(ofSize(2048), "rows"), columns = reportOf(ofSize(2048), "columns");
  EXPECT_LT(1.5 * rows.modelledMs, columns.modelledMs);
  EXPECT_EQ(rows.kernels[0].time.bound, "memory");
  EXPECT_EQ(columns.kernels[0].time.bound, "L2");
}

TEST(DeviceTime, ASmallLaunchPaysForItsStart) {
  const EmulatorReport one = reportOf(ofSize(1), "rows"), two = reportOf(ofSize(2), "rows");
  EXPECT_EQ(one.kernels[0].time.bound, "launch");
  EXPECT_NEAR(two.modelledMs, one.modelledMs, 0.05 * one.modelledMs) << "twice the work, but one launch";
  EXPECT_GT(reportOf(sampleText("gpu/reduction.py"), "parts_first").modelledMs, 1.5 * one.modelledMs) << "two launches";
}

TEST(DeviceTime, IsNeverBelowTheLeast) {
  const auto least = [](const std::string& text) {
    return leastMs(countWork(readProgram("program.py", text).functions.at(0)), defaultGpuDevice());
  };
  EXPECT_NEAR(least(ofSize(1)), 0.003, 0.0001) << "one launch";
  const EmulatorReport rows = reportOf(ofSize(2048), "rows");
  EXPECT_GE(rows.modelledMs, least(ofSize(2048)));
  EXPECT_LE(rows.modelledMs, 1.1 * least(ofSize(2048))) << "each element is read and written once";
  for (const char* sample : {"matmul", "batch_matmul", "conv2d", "softmax", "layer_norm", "transpose", "column_sums"}) {
    const std::string text = sampleText("gpu/" + std::string(sample) + ".py");
    EXPECT_GE(reportOf(text, "schedule", 10'000'000).modelledMs, least(text)) << sample;
  }
}

// The sample stores columns of a tile of 32 x 32, whose elements are in one bank; `schedule` pads the rows.
TEST(DeviceTime, BankConflictsCost) {
  EmulatorReport conflicts = reportOf(sampleText("gpu/transpose.py"), "through_shared_memory"),
                 padded = reportOf(sampleText("gpu/transpose.py"), "schedule");
  ASSERT_EQ(conflicts.kernels.size(), 1u);
  for (EmulatorReport* report : {&conflicts, &padded}) {
    report->kernels[0].launch.grid = {4096, 1, 1};  // as for a large matrix
    modelTimes(*report, defaultGpuDevice());
  }
  EXPECT_LT(1.2 * padded.modelledMs, conflicts.modelledMs);
  EXPECT_EQ(conflicts.kernels[0].time.bound, "shared memory and L1");
}

TEST(DeviceTime, MoreOccupancyIsNeverSlower) {
  EmulatorReport report = reportOf(sampleText("gpu/matmul.py"), "schedule");
  GpuKernelReport& kernel = report.kernels.at(0);
  for (const int64_t blocks : {4, 100, 109, 500, 1000, 5000}) {
    kernel.launch.grid = {blocks, 1, 1};
    double before = 1e30;
    for (int resident = 1; resident <= 32; ++resident) {
      kernel.occupancy.blocks = resident;
      const double ms = modelledTime(kernel, defaultGpuDevice()).ms;
      EXPECT_LE(ms, before) << blocks << " blocks, " << resident << " at a time";
      before = ms;
    }
  }
}

TEST(DeviceTime, MoreBlocksAreNeverFaster) {
  EmulatorReport report = reportOf(sampleText("gpu/matmul.py"), "schedule");
  double before = 0;
  for (int64_t blocks = 4; blocks < 5000; blocks += 77) {
    report.kernels.at(0).launch.grid = {blocks, 1, 1};
    const double ms = modelledTime(report.kernels[0], defaultGpuDevice()).ms;
    EXPECT_GE(1.01 * ms, before) << blocks << "; more of what they load is in L2, but there is more to load";
    before = ms;
  }
}

TEST(DeviceTime, ADeviceWithMoreMultiprocessorsAndBandwidthIsFaster) {
  const std::string text = ofSize(2048);
  EXPECT_LT(reportOf(text, "rows", 100000, *findGpuDevice("sm_90")).modelledMs,
            reportOf(text, "rows", 100000, *findGpuDevice("sm_75")).modelledMs);
}

// Tiles of shared memory and registers, beside one thread for each element: several times as fast, and more so where
// neighbouring threads do not load neighbouring elements.
TEST(DeviceTime, AProductByTilesIsMuchFaster) {
  const GpuDevice& device = *findGpuDevice("sm_86");
  const std::string space = sampleText("tuning/gpu_matmul_space.py");
  std::string strided = space;
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"i1, \"threadIdx.y\"", "i1, \"threadIdx.x\""},
                                 {"j1, \"threadIdx.x\"", "j1, \"threadIdx.y\""}})
    strided.replace(strided.find(from), from.size(), to);
  const EmulatorReport naive = reportOf(space, "naive", 100000, device),
                       columns = reportOf(strided, "naive", 100000, device);
  EmulatorReport tiles = reportOf(sampleText("gpu/matmul.py"), "virtual_threads", 100000, device);
  // Of 128 x 128 elements; in a product of 1024 x 1024 there are 64 times as many blocks, which compute 8 times as
  // long.
  tiles.kernels[0].launch.grid = {8 * 16 * 16, 1, 1};
  modelTimes(tiles, device);
  EXPECT_LT(5 * tiles.modelledMs, naive.modelledMs) << tiles.kernels[0].time.bound << naive.kernels[0].time.bound;
  EXPECT_LT(6 * tiles.modelledMs, columns.modelledMs) << columns.kernels[0].time.bound;
}

TEST(DeviceTime, ValuesInRegistersAreNotLoadedAgain) {
  const EmulatorReport report = reportOf(sampleText("gpu/matmul.py"), "blocking");
  for (const GpuAccessCount& a : report.kernels.at(0).accesses)
    if (a.buffer == "A" || a.buffer == "B") EXPECT_EQ(a.issued * 8, a.requests) << "a thread has 8 x 8 elements";
  EXPECT_GT(report.kernels[0].work.instructions.float32, 0);
}

// Of a long launch only some blocks run: the counts of one block are the same, and nothing is said about the others.
TEST(DeviceTime, OfLongLaunchesSomeBlocksAreEmulated) {
  const std::string text = ofSize(64);
  const EmulatorReport all = reportOf(text, "rows", 0), some = reportOf(text, "rows", 300);
  EXPECT_TRUE(all.complete);
  EXPECT_FALSE(some.complete);
  EXPECT_LT(some.steps * 100, all.steps);
  EXPECT_EQ(some.longest, all.steps);
  EXPECT_DOUBLE_EQ(some.modelledMs, all.modelledMs);
  EXPECT_TRUE(some.clean());
  const EmulatorReport two = reportOf(sampleText("gpu/reduction.py"), "parts_first", 300);
  EXPECT_FALSE(two.complete);
  EXPECT_TRUE(two.clean()) << "what the first kernel left out is not missing: " << textOf(two);
}

TEST(DeviceTime, RegistersBeyondWhatABlockCanHaveCost) {
  const GpuDevice& a100 = *findGpuDevice("sm_80");
  EXPECT_EQ(mostRegisters(a100, 32), 255);
  EXPECT_EQ(mostRegisters(a100, 256), 255);
  EXPECT_EQ(mostRegisters(a100, 320), 200);
  EXPECT_EQ(mostRegisters(a100, 1024), 64);
  EXPECT_EQ(mostRegisters(a100, 1000), 64);

  EmulatorReport report = reportOf(ofSize(64), "rows");
  GpuKernelReport kernel = report.kernels.at(0);
  kernel.launch.block = {1024, 1, 1};
  kernel.work.instructions.float32 = 1e7;
  kernel.registers = 64;
  const double fits = modelledTime(kernel, a100).ms;
  kernel.registers = 250;
  EXPECT_GT(modelledTime(kernel, a100).ms, fits);
}

// A loop whose body may store often is not written out, whatever is around the stores.
TEST(DeviceTime, LoopsAroundManyStoresEnd) {
  const SourceFile file = readProgram("while.py", R"(from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((4,), "int32")):
    for i in range(4):
        while A[i] < 300:
            A[i] = A[i] + 1
)");
  const Stmt& body = file.functions.at(0).body;
  const emulator::InstructionTable table(body);
  int loops = 0;
  forEachStmt(body, [&](const Stmt& s) {
    const auto* loop = s.as<For>();
    if (!loop) return;
    ++loops;
    EXPECT_NE(table.ofIteration(loop), nullptr);
  });
  EXPECT_EQ(loops, 1);
}

TEST(DeviceTime, OneAtomicCopyOfAStatementMakesItAtomic) {
  const Buffer buffer = scheduledBy(ofSize(4), "rows").source.buffers.at(0).second;
  emulator::Warps warps(32);
  const int sites[2] = {};
  warps.touch(0, {&sites[0], &buffer, {}, true, 0, 0});
  warps.touch(0, {&sites[1], &buffer, {}, true, 0, 1, false, true});
  ASSERT_EQ(warps.counts.size(), 1u);
  EXPECT_TRUE(warps.counts[0].atomic);
}

}  // namespace
}  // namespace lw
