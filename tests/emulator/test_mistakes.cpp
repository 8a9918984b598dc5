// Mistakes are reported: by the checks of lowering, or by the emulator, which names both threads.
#include <gmock/gmock.h>

#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "passes/support/atomic_kernels.h"
#include "tests/emulator/gpu_fixture.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;

const std::string kWindow = contents(LW_SOURCE_DIR "/samples/gpu/window_sum.py");

// Runs a kernel without the checks of lowering.
EmulatorReport emulated(const PrimFunc& lowered, const PrimFunc& scheduled) {
  const Result<GpuProgram> program = splitHostDevice(lowered);
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : toText(program.error()));
  Result<std::vector<Argument>> arguments = makeArguments(lowered, {});
  const Result<EmulatorReport> report = emulate(*program, scheduled, *arguments);
  EXPECT_TRUE(report.ok()) << (report.ok() ? "" : toText(report.error()));
  return report.ok() ? *report : EmulatorReport();
}

Scheduled program(const std::string& text) {
  return scheduledBy(text + "\n\ndef schedule(sch):\n    pass\n", "schedule");
}

Explanation refusal(const std::string& text) {
  const Result<GpuProgram> lowered = lowerForGpu(program(text).scheduled, defaultGpuDevice());
  EXPECT_FALSE(lowered.ok());
  return lowered.ok() ? Explanation() : lowered.error();
}

const std::string kImports = "from tvm.script import tir as T\n\n\n@T.prim_func\n";

// The message explains why a copy cannot be fetched one iteration ahead.
TEST(Mistakes, CopiesThatCannotRunAhead) {
  const auto reason = [](const std::string& schedule) {
    const std::string text = contents(LW_SOURCE_DIR "/samples/gpu/matmul.py") + "\n\ndef wrong(sch):\n" + schedule;
    const Result<GpuProgram> lowered = lowerForGpu(scheduledBy(text, "wrong").scheduled, defaultGpuDevice());
    EXPECT_FALSE(lowered.ok());
    return lowered.ok() ? std::string() : lowered.error().message;
  };
  EXPECT_THAT(
      reason("    schedule(sch)\n    sch.annotate(sch.get_block(\"C_local\"), \"double_buffer_scope\", 0)\n"),
      HasSubstr("the copy of block \"C_local\" cannot be double buffered: the enclosing loop j_1 is not serial"));
  EXPECT_THAT(reason("    schedule(sch)\n    sch.annotate(sch.get_block(\"B_shared\"), \"double_buffer_scope\", 0)\n"),
              HasSubstr("other statements of loop k_0 precede it"));
}

TEST(Mistakes, RaceNamesBothThreadsAndBothBlocks) {
  const Scheduled s = scheduledBy(kWindow, "schedule");
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  ASSERT_TRUE(program.ok());
  const EmulatorReport report = emulated(withoutBarrier(program->lowered, 0), s.scheduled);
  ASSERT_FALSE(report.clean());
  const GpuFinding& f = report.findings.front();
  EXPECT_EQ(f.kind, GpuFinding::Kind::Race);
  EXPECT_THAT(f.explanation.message, HasSubstr("thread (0, 0, 0) of block (0, 0, 0)"));
  EXPECT_THAT(f.explanation.message, HasSubstr("a load in block C"));
  EXPECT_THAT(f.explanation.message, HasSubstr("a store in block A_shared"));
  EXPECT_THAT(f.explanation.message, HasSubstr("; there is no barrier between them"));
  EXPECT_NE(f.first.thread, f.second.thread);
  EXPECT_EQ(f.explanation.blocks.size(), 2u);
}

// i and k are bound to threads although k carries the sum: all threads of a row add to the same element.
TEST(Mistakes, WronglyBoundReductionIsARace) {
  const Scheduled s = program(kImports + R"(
def main(A: T.Buffer((4, 64), "float32"), S: T.Buffer((4,), "float32")):
    for i in T.thread_binding(4, thread="blockIdx.x"):
        for k in T.thread_binding(64, thread="threadIdx.x"):
            with T.block("S"):
                vi, vk = T.axis.remap("SS", [i, k])
                S[vi] = S[vi] + A[vi, vk]
)");
  const Result<GpuProgram> lowered = lowerForGpu(s.scheduled, defaultGpuDevice());
  if (!lowered) {
    EXPECT_THAT(lowered.error().message, HasSubstr("threads exchange elements of S inside one statement"));
    PrimFunc f = s.scheduled;
    f = lowerAll(f, gpuPipeline()).back().function;
    const EmulatorReport report = emulated(f, s.scheduled);
    ASSERT_FALSE(report.clean());
    EXPECT_THAT(report.findings.front().explanation.message, HasSubstr("access S["));
    return;
  }
  FAIL() << "nobody noticed";
}

// The thread blocks of a launch have no order.
TEST(Mistakes, BlocksThatExchangeValuesRace) {
  const Scheduled s = program(kImports + R"(
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    for i in T.thread_binding(8, thread="blockIdx.x"):
        with T.block("A"):
            vi = T.axis.spatial(8, i)
            A[vi] = T.float32(1)
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = A[7 - vi]
)");
  const Result<GpuProgram> lowered = lowerForGpu(s.scheduled, defaultGpuDevice());
  ASSERT_FALSE(lowered.ok());
  EXPECT_THAT(lowered.error().message, HasSubstr("thread blocks in one kernel access the same elements of A"));
  // The emulator reports it, too, without the checks of lowering.
  const EmulatorReport report = emulated(lowerAll(s.scheduled, gpuPipeline()).back().function, s.scheduled);
  ASSERT_FALSE(report.clean());
  EXPECT_THAT(report.findings.front().explanation.message, HasSubstr("; the blocks of a kernel run in no fixed order"));
}

TEST(Mistakes, BarrierUnderAConditionIsFound) {
  const Scheduled s = scheduledBy(kWindow, "schedule");
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  ASSERT_TRUE(program.ok());
  const KernelNest nest = *[&] {
    std::optional<KernelNest> found;
    forEachStmt(program->lowered.body, [&](const Stmt& x) {
      if (!found) found = kernelNest(x);
    });
    return found;
  }();
  PrimFunc broken = program->lowered;
  broken.body = rewriteStmts(broken.body, [&](const Stmt& x) -> std::optional<Stmt> {
    if (!isBarrier(x)) return std::nullopt;
    return Stmt(IfThenElse{lt(nest.axes.back()->var, 64), x, {}}, x.origin());
  });
  const EmulatorReport report = emulated(broken, s.scheduled);
  ASSERT_FALSE(report.clean());
  const GpuFinding& last = report.findings.back();
  EXPECT_EQ(last.kind, GpuFinding::Kind::DivergentBarrier);
  EXPECT_THAT(last.explanation.message, HasSubstr("thread (0, 0, 0) of block (0, 0, 0) waits at a barrier"));
  EXPECT_THAT(last.explanation.message, HasSubstr("thread (64, 0, 0) of block (0, 0, 0) has finished"));
}

TEST(Mistakes, SharedMemoryThatNobodyWrote) {
  const Scheduled s = program(kImports + R"(
def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for b in T.thread_binding(1, thread="blockIdx.x"):
        with T.block("whole"):
            S = T.alloc_buffer((64,), scope="shared")
            for i in T.thread_binding(64, thread="threadIdx.x"):
                if i < 32:
                    S[i] = A[i]
            for j in T.thread_binding(64, thread="threadIdx.x"):
                B[j] = S[63 - j]
)");
  const EmulatorReport report = emulated(lowerAll(s.scheduled, gpuPipeline()).back().function, s.scheduled);
  ASSERT_FALSE(report.clean());
  EXPECT_EQ(report.findings.front().kind, GpuFinding::Kind::Uninitialised);
  EXPECT_THAT(report.findings.front().explanation.message,
              HasSubstr("thread (0, 0, 0) of block (0, 0, 0) reads S[63]"));
  EXPECT_THAT(report.findings.front().explanation.message, HasSubstr(", which has not been written"));
}

TEST(Mistakes, OutOfBoundsNamesTheThread) {
  const Scheduled s = program(kImports + R"(
def main(A: T.Buffer((60,), "float32"), B: T.Buffer((64,), "float32")):
    for i in T.thread_binding(64, thread="threadIdx.x"):
        B[i] = A[i]
)");
  const Result<GpuProgram> lowered = splitHostDevice(lowerAll(s.scheduled, gpuPipeline()).back().function);
  Result<std::vector<Argument>> arguments = makeArguments(s.source, {});
  const Result<EmulatorReport> report = emulate(*lowered, s.scheduled, *arguments);
  ASSERT_FALSE(report.ok());
  EXPECT_THAT(report.error().message, HasSubstr("a load of A[60] is out of bounds"));
  EXPECT_THAT(report.error().message, HasSubstr("by thread (60, 0, 0) of block (0, 0, 0)"));
}

TEST(Mistakes, WhatIsNotBoundIsSaid) {
  const Explanation e = refusal(kImports + R"(
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = A[vi]
)");
  EXPECT_THAT(e.message, HasSubstr("block \"B\" runs outside of any kernel"));
  EXPECT_THAT(e.hint, HasSubstr("bind"));
}

TEST(Mistakes, ExtentsOfOneKernelMustAgree) {
  const Explanation e = refusal(kImports + R"(
def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for b in T.thread_binding(1, thread="blockIdx.x"):
        for i in T.thread_binding(64, thread="threadIdx.x"):
            A[i] = T.float32(1)
        for j in T.thread_binding(32, thread="threadIdx.x"):
            B[j] = A[j]
)");
  EXPECT_THAT(e.message,
              HasSubstr("loop j has 32 iterations, but threadIdx.x has the extent 64 in loop i of the same kernel"));
}

TEST(Mistakes, LimitsOfTheDeviceAreNamed) {
  const Scheduled many = program(kImports + R"(
def main(A: T.Buffer((4096,), "float32")):
    for i in T.thread_binding(64, thread="threadIdx.y"):
        for j in T.thread_binding(64, thread="threadIdx.x"):
            A[i * 64 + j] = T.float32(1)
)");
  const Result<GpuProgram> lowered = lowerForGpu(many.scheduled, defaultGpuDevice());
  ASSERT_TRUE(lowered.ok()) << toText(lowered.error());
  const Result<GpuPlan> plan = planLaunches(*lowered, {}, defaultGpuDevice());
  ASSERT_FALSE(plan.ok());
  EXPECT_THAT(plan.error().message,
              HasSubstr("a thread block of 4096 threads (64 x 64) exceeds the device's limit of 1024"));

  const Explanation shared = refusal(kImports + R"(
def main(A: T.Buffer((64,), "float32")):
    for b in T.thread_binding(1, thread="blockIdx.x"):
        with T.block("whole"):
            S = T.alloc_buffer((16384,), scope="shared")
            for i in T.thread_binding(64, thread="threadIdx.x"):
                for k in range(256):
                    S[i * 256 + k] = T.float32(1)
            for i in T.thread_binding(64, thread="threadIdx.x"):
                A[i] = S[i * 256 + 255]
)");
  EXPECT_THAT(shared.message, HasSubstr("a thread block needs 65536 bytes of shared memory"));
}

TEST(Mistakes, LocalMemoryDoesNotReachOtherThreads) {
  const Explanation e = refusal(kImports + R"(
def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for b in T.thread_binding(1, thread="blockIdx.x"):
        with T.block("whole"):
            S = T.alloc_buffer((64,), scope="local")
            for i in T.thread_binding(64, thread="threadIdx.x"):
                S[i] = A[i]
            for j in T.thread_binding(64, thread="threadIdx.x"):
                B[j] = S[63 - j]
)");
  EXPECT_THAT(e.message, HasSubstr("threads read elements of S that other threads write"));
  EXPECT_THAT(e.hint, HasSubstr("shared"));
}

// Threads combine the values that they add to an element, which an earlier kernel has initialised.
TEST(Mistakes, AnUpdateWithoutInitIsReducedToo) {
  const Scheduled s = program(kImports + R"(
def main(A: T.Buffer((4, 64), "float32"), S: T.Buffer((4,), "float32")):
    for i in T.thread_binding(4, thread="blockIdx.x"):
        with T.block("S_init"):
            vi = T.axis.spatial(4, i)
            S[vi] = T.float32(5)
    for i in T.thread_binding(4, thread="blockIdx.x"):
        for k in T.thread_binding(64, thread="threadIdx.x"):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                S[vi] = S[vi] + A[vi, vk]
)");
  expectRight(s, "an update without init");
}

TEST(Mistakes, ReductionsThatCannotCrossThreadsSayWhy) {
  const Explanation started = refusal(kImports + R"(
def main(A: T.Buffer((4, 64), "float32"), S: T.Buffer((4,), "float32")):
    for i in T.thread_binding(4, thread="blockIdx.x"):
        for k in T.thread_binding(64, thread="threadIdx.x"):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    S[vi] = T.float32(5)
                S[vi] = S[vi] + A[vi, vk]
)");
  EXPECT_THAT(started.message, HasSubstr("would be combined once for each thread"));
  const Explanation mixed = refusal(kImports + R"(
def main(A: T.Buffer((4, 8), "float32"), S: T.Buffer((4,), "float32")):
    for f in T.thread_binding(32, thread="threadIdx.x"):
        with T.block("S"):
            vi = T.axis.spatial(4, f // 8)
            vk = T.axis.reduce(8, f % 8)
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
)");
  EXPECT_THAT(mixed.message, HasSubstr("loop f also selects the element that is reduced"));
  EXPECT_THAT(mixed.hint, HasSubstr("split the loop so that one part runs over the reduction alone"));
}

}  // namespace
}  // namespace lw
