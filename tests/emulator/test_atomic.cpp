// Updates of elements that several blocks or threads share: correct for every operation; they are a race unless they
// are atomic.
#include <gmock/gmock.h>

#include "core/ir/update.h"
#include "tests/emulator/gpu_fixture.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;

const std::string kImports = "from tvm.script import tir as T\n\n\n@T.prim_func\n";

// Divides the reduction of each row among 4 blocks of 32 threads.
std::string rows(const std::string& type, const std::string& start, const std::string& update) {
  return kImports + "def main(A: T.Buffer((6, 384), \"" + type + "\"), S: T.Buffer((6,), \"" + type + R"(")):
    for i, k in T.grid(6, 384):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = )" +
         start + R"(
            S[vi] = )" +
         update + R"(


def schedule(sch):
    i, k = sch.get_loops("S")
    ko, kj, ki = sch.split(k, [4, None, 32])
    start = sch.decompose_reduction("S", i)
    sch.bind(sch.get_loops(start)[0], "threadIdx.x")
    sch.atomic("S_update")
    sch.bind(i, "blockIdx.y")
    sch.bind(ko, "blockIdx.x")
    sch.bind(ki, "threadIdx.x")
)";
}

TEST(Atomic, BlocksShareARow) {
  expectRight(scheduledBy(rows("float32", "T.float32(0)", "S[vi] + A[vi, vk]"), "schedule"), "float sum");
  expectRight(scheduledBy(rows("int32", "0", "S[vi] + A[vi, vk]"), "schedule"), "integer sum");
  expectRight(scheduledBy(rows("float32", "T.float32(-1000)", "T.max(S[vi], A[vi, vk])"), "schedule"), "maximum");
  expectRight(scheduledBy(rows("int32", "100000", "T.min(S[vi], A[vi, vk])"), "schedule"), "minimum");
  expectRight(
      scheduledBy(rows("float32", "T.float32(1)", "(A[vi, vk] * T.float32(0.001) + T.float32(1)) * S[vi]"), "schedule"),
      "product");
}

// The threads of a block combine their parts, and one of them updates the element.
TEST(Atomic, OneUpdateForEachBlock) {
  const Scheduled s = scheduledBy(rows("float32", "T.float32(0)", "S[vi] + A[vi, vk]"), "schedule");
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  ASSERT_TRUE(program.ok());
  const std::string text = print(program->lowered).text;
  EXPECT_THAT(text, HasSubstr("if threadIdx_x == 0:\n                    T.attr(0, \"atomic\", 1)\n"));
  EXPECT_EQ(text.find("\"atomic\""), text.rfind("\"atomic\""));
}

PrimFunc withoutAtomics(PrimFunc f) {
  f.body = rewriteStmts(f.body, [](const Stmt& s) -> std::optional<Stmt> {
    const auto* attribute = s.as<AttrStmt>();
    return attribute && isAtomic(*attribute) ? std::optional(attribute->body) : std::nullopt;
  });
  return f;
}

// Binds the outer loops of a program, which are serial as written, to blockIdx.y.
PrimFunc boundOuter(PrimFunc f) {
  f.body = rewriteStmts(f.body, [](const Stmt& s) -> std::optional<Stmt> {
    const auto* loop = s.as<For>();
    if (!loop || loop->kind != ForKind::Serial) return std::nullopt;
    For copy = *loop;
    copy.kind = ForKind::ThreadBinding;
    copy.thread = "blockIdx.y";
    return Stmt(copy, s.origin());
  });
  return f;
}

TEST(Atomic, WithoutItBlocksRace) {
  const Scheduled s = scheduledBy(rows("float32", "T.float32(0)", "S[vi] + A[vi, vk]"), "schedule");
  const Result<GpuProgram> lowered = lowerForGpu(s.scheduled, defaultGpuDevice());
  ASSERT_TRUE(lowered.ok());
  const Result<GpuProgram> program = splitHostDevice(withoutAtomics(lowered->lowered));
  ASSERT_TRUE(program.ok());
  Result<std::vector<Argument>> arguments = makeArguments(s.source, {});
  const Result<EmulatorReport> report = emulate(*program, s.scheduled, *arguments);
  ASSERT_TRUE(report.ok());
  EXPECT_FALSE(report->clean());
}

// Another thread block may update the element before this block initialises it: thread blocks of a kernel have no
// order.
TEST(Atomic, TheStartIsAKernelOfItsOwn) {
  std::string text = rows("float32", "T.float32(0)", "S[vi] + A[vi, vk]");
  text.replace(text.find("decompose_reduction(\"S\", i)"), 27, "decompose_reduction(\"S\", ko)");
  text.erase(text.find("    sch.bind(sch.get_loops(start)[0]"),
             text.find("    sch.atomic") - text.find("    sch.bind(sch.get_loops(start)[0]"));
  const SourceFile file = readProgram("test.py", text);
  const ScriptRun run = interpretScheduleOf(file, "schedule", Schedule(Snapshot(*file.select(""))));
  ASSERT_TRUE(run.error);
  EXPECT_THAT(
      run.error->message,
      HasSubstr(
          "thread blocks in the kernel of loop i would access the same elements of S, and they run in no fixed order"));
}

TEST(Atomic, WrittenSoItIsRefusedByLowering) {
  const SourceFile file = readProgram("test.py", R"(
from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((4, 64), "float32"), S: T.Buffer((4,), "float32")):
    for i in range(4):
        with T.block("S_init"):
            vi = T.axis.spatial(4, i)
            S[vi] = T.float32(0)
        for k in T.thread_binding(64, thread="blockIdx.x"):
            with T.block("S_update"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.attr(0, "atomic", 1)
                S[vi] = S[vi] + A[vi, vk]
)");
  ASSERT_FALSE(file.hasErrors());
  const PrimFunc f = *file.select("");
  const Result<GpuProgram> refused = lowerForGpu(boundOuter(f), defaultGpuDevice());
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(
      refused.error().message,
      HasSubstr(
          "a kernel updates S atomically in block \"S_update\" and also initialises or reads it in block \"S_init\""));
  EXPECT_THAT(refused.error().hint, HasSubstr("decompose_reduction at the outermost loop"));
  // The emulator reports it, too, without the checks of lowering.
  const Result<GpuProgram> program = splitHostDevice(lowerAll(boundOuter(f), gpuPipeline()).back().function);
  ASSERT_TRUE(program.ok());
  Result<std::vector<Argument>> arguments = makeArguments(f, {});
  const Result<EmulatorReport> report = emulate(*program, boundOuter(f), *arguments);
  ASSERT_TRUE(report.ok());
  EXPECT_FALSE(report->clean());
}

// The data decide which element is incremented; each thread makes its own updates.
TEST(Atomic, Histogram) {
  expectRight(scheduledBy(contents(LW_SOURCE_DIR "/samples/histogram.py"), "gpu"), "histogram");
}

// Threads of a block that count in shared memory need no barrier between their updates, but one before the result is
// read.
TEST(Atomic, InSharedMemory) {
  const Scheduled s = scheduledBy(kImports + R"(
def main(A: T.Buffer((4, 256), "int32"), H: T.Buffer((4, 64), "int32")):
    S = T.alloc_buffer((4, 64), "int32", scope="shared")
    for b in T.thread_binding(4, thread="blockIdx.x"):
        for t in T.thread_binding(64, thread="threadIdx.x"):
            with T.block("start"):
                vb, vt = T.axis.remap("SS", [b, t])
                S[vb, vt] = 0
        for ko in range(4):
            for t in T.thread_binding(64, thread="threadIdx.x"):
                with T.block("count"):
                    vb = T.axis.spatial(4, b)
                    vk = T.axis.reduce(256, ko * 64 + t)
                    T.reads(A[vb, vk], S[vb, 0:64])
                    T.writes(S[vb, 0:64])
                    with T.attr(0, "atomic", 1):
                        S[vb, T.floormod(A[vb, vk], 64)] = S[vb, T.floormod(A[vb, vk], 64)] + 1
        for t in T.thread_binding(64, thread="threadIdx.x"):
            with T.block("H"):
                vb, vt = T.axis.remap("SS", [b, t])
                H[vb, vt] = S[vb, vt]


def schedule(sch):
    pass
)",
                                  "schedule");
  expectRight(s, "counts in shared memory");
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  ASSERT_TRUE(program.ok());
  EXPECT_EQ(barriersOf(program->lowered.body), 2);
}

}  // namespace
}  // namespace lw
