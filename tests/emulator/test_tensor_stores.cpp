// Tensor stores: one instruction copies a tile from shared to global memory, later than it is issued. What orders it is
// needed, and the limits of descriptors are named.
#include <gmock/gmock.h>

#include "backends/emulator/protocol.h"
#include "core/ir/ops.h"
#include "core/ir/phased_barriers.h"
#include "core/ir/tensor_copies.h"
#include "tests/emulator/gpu_fixture.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;

// Blocks compute tiles of 8 x 32 elements, one after the other, in the same shared memory.
std::string tiles(int rows, int columns, const std::string& more = "") {
  const std::string size = "(" + std::to_string(rows) + ", " + std::to_string(columns) + ")";
  return "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(A: T.Buffer(" + size +
         ", \"float32\"), C: T.Buffer(" + size + ", \"float32\")):\n    for i, j in T.grid" + size +
         ":\n        with T.block(\"C\"):\n            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
         "            C[vi, vj] = A[vi, vj] * T.float32(2)\n\n\n" +
         R"(def schedule(sch):
    block = sch.get_block("C")
    out = sch.cache_write(block, 0, "shared")
    i, j = sch.get_loops(block)
    i0, i1 = sch.split(i, [None, 8])
    j0, j1 = sch.split(j, [None, 32])
    sch.reorder(j0, i0, i1, j1)
    sch.bind(j0, "blockIdx.x")
    sch.bind(i1, "threadIdx.y")
    sch.bind(j1, "threadIdx.x")
    sch.reverse_compute_at(out, i0)
)" + more +
         "    sch.annotate(sch.get_loops(out)[-2], \"tensor_store\", True)\n";
}

bool isCallOf(const Stmt& s, PhasedKind kind) {
  const PhasedCall* call = phasedCall(s);
  return call && call->kind == kind;
}

TEST(TensorStores, AreOrderedByAFenceABarrierAndAWait) {
  const Scheduled s = scheduledBy(tiles(24, 64), "schedule");
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  ASSERT_TRUE(program.ok()) << toText(program.error());
  const std::string text = print(program->lowered).text;
  EXPECT_THAT(text, HasSubstr("T.ptx_fence_proxy_async(dtype=\"int32\")\n                    "
                              "T.tvm_storage_sync(\"shared\")\n                    if "))
      << text;
  EXPECT_EQ(barriersOf(program->lowered.body), 2) << text;
  ASSERT_EQ(program->kernels.size(), 1u);
  ASSERT_EQ(program->kernels[0].tensors.size(), 1u);
  EXPECT_EQ(program->kernels[0].tensors[0].dims, (std::vector<TensorDim>{{64, 4, 32}, {24, 256, 8}}));
  expectRight(s, "tiles");
}

TEST(TensorStores, AreRightInEveryOrder) {
  const Scheduled s = scheduledBy(tiles(24, 64), "schedule");
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  const std::vector<Argument> arguments = *makeArguments(s.source, {});
  const std::vector<Argument> wanted = wantedOf(s.source, arguments);
  for (uint64_t order = 0; order < 6; ++order) {
    std::vector<Argument> got = arguments;
    const Result<EmulatorReport> report = emulate(*program, s.scheduled, got, {.order = order});
    ASSERT_TRUE(report.ok()) << toText(report.error());
    EXPECT_TRUE(report->clean()) << textOf(*report);
    expectSameValues(got, wanted, "order " + std::to_string(order));
  }
  const Result<Protocol> protocol = recordProtocol(*program, s.scheduled, arguments);
  ASSERT_TRUE(protocol.ok());
  const ProtocolReport checked = checkProtocol(*protocol);
  EXPECT_TRUE(checked.clean()) << checked.findings.front().explanation.message;
  EXPECT_TRUE(checked.complete);
}

// What the emulator and the search of interleavings find without the calls of a kind.
std::pair<std::string, std::string> without(PhasedKind kind) {
  const Scheduled s = scheduledBy(tiles(24, 64), "schedule");
  PrimFunc broken = lowerForGpu(s.scheduled, defaultGpuDevice())->lowered;
  int left = 0;
  broken.body = rewriteStmts(broken.body, [&](const Stmt& x) -> std::optional<Stmt> {
    if (!isCallOf(x, kind)) return std::nullopt;
    ++left;
    return Stmt(Evaluate{0});
  });
  EXPECT_EQ(left, 1) << print(broken).text;
  const GpuProgram program = *splitHostDevice(broken);
  std::vector<Argument> arguments = *makeArguments(s.source, {});
  const Result<Protocol> protocol = recordProtocol(program, s.scheduled, arguments);
  const Result<EmulatorReport> report = emulate(program, s.scheduled, arguments);
  EXPECT_TRUE(protocol.ok() && report.ok());
  const ProtocolReport checked = checkProtocol(*protocol);
  return {textOf(*report), checked.clean() ? "" : checked.findings.front().explanation.message};
}

TEST(TensorStores, NeedEachOfTheirCalls) {
  const auto fence = without(PhasedKind::Fence);
  EXPECT_THAT(fence.first, HasSubstr(", which thread (0, 0, 0) of block (0, 0, 0) wrote without a fence behind it"));
  EXPECT_THAT(fence.second, HasSubstr("executes a fence behind its write"));
  for (const PhasedKind kind : {PhasedKind::CommitStores, PhasedKind::WaitWrites}) {
    const auto found = without(kind);
    EXPECT_THAT(found.first, HasSubstr("while a tensor store by thread (0, 0, 0) of block (0, 0, 0)"));
    EXPECT_THAT(found.first, HasSubstr("ends while its tensor store"));
    EXPECT_THAT(found.second, HasSubstr("does not wait until its tensor store has read"));
  }
}

// Each round writes the same elements: the store of the round before has to be complete.
TEST(TensorStores, WaitForWhatTheyWriteInLoops) {
  const Scheduled s = scheduledBy(R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((3, 8, 32), "float32"), C: T.Buffer((8, 32), "float32")):
    for b in T.thread_binding(1, thread="blockIdx.x"):
        for r in range(3):
            with T.block("round"):
                vr = T.axis.opaque(3, r)
                S = T.alloc_buffer((8, 32), scope="shared")
                for t in T.thread_binding(32, thread="threadIdx.x"):
                    for i in range(8):
                        with T.block("tile"):
                            S[i, t] = A[vr, i, t]
                for i in T.serial(8, annotations={"tensor_store": True}):
                    for j in range(32):
                        with T.block("store"):
                            C[i, j] = S[i, j]


def schedule(sch):
    pass
)",
                                  "schedule");
  const EmulatorReport report = expectRight(s, "rounds");
  EXPECT_TRUE(report.clean());
  PrimFunc broken = lowerForGpu(s.scheduled, defaultGpuDevice())->lowered;
  broken.body = rewriteStmts(broken.body, [&](const Stmt& x) -> std::optional<Stmt> {
    if (!isCallOf(x, PhasedKind::WaitWrites)) return std::nullopt;
    return Stmt(Evaluate{Call{dtype::Int32, "ptx_cp_async_bulk_wait_group_read", {makeZero(dtype::Int32)}}});
  });
  std::vector<Argument> arguments = *makeArguments(s.source, {});
  const Result<EmulatorReport> found = emulate(*splitHostDevice(broken), s.scheduled, arguments);
  ASSERT_TRUE(found.ok());
  EXPECT_THAT(textOf(*found), HasSubstr("while an asynchronous copy by thread (0, 0, 0) of block (0, 0, 0)"));
}

TEST(TensorStores, NeedEachBarrier) {
  const Scheduled s = scheduledBy(tiles(24, 64), "schedule");
  const PrimFunc lowered = lowerForGpu(s.scheduled, defaultGpuDevice())->lowered;
  for (int b = 0; b < barriersOf(lowered.body); ++b) {
    std::vector<Argument> arguments = *makeArguments(s.source, {});
    const Result<EmulatorReport> report = emulate(*splitHostDevice(withoutBarrier(lowered, b)), s.scheduled, arguments);
    ASSERT_TRUE(report.ok());
    EXPECT_FALSE(report->clean()) << b;
  }
}

std::string refusalOf(const std::string& text) {
  const SourceFile file = readProgram("test.py", text);
  const ScriptRun run =
      interpretScheduleOf(file, "schedule", Schedule(Snapshot(*file.select("")).withIntrinsics(file.intrinsics)));
  if (run.error) return toText(*run.error);
  const Result<GpuProgram> program = lowerForGpu(run.schedule.program().function(), defaultGpuDevice());
  return program ? "" : toText(program.error());
}

TEST(TensorStores, LimitsAreNamed) {
  EXPECT_EQ(refusalOf(tiles(24, 64)), "");
  EXPECT_THAT(refusalOf(tiles(24, 33)), HasSubstr("it is not a nest of loops around one store"));  // it has a predicate
  std::string odd = tiles(24, 66);
  odd.replace(odd.find("[None, 32]"), 10, "[None, 22]");
  EXPECT_THAT(refusalOf(odd), HasSubstr("the copy of loop ax0 cannot be a tensor store: elements of C along one "
                                        "dimension are 264 bytes apart, and descriptors take multiples of 16"));
  std::string wide = tiles(24, 1024);
  wide.replace(wide.find("[None, 32]"), 10, "[None, 512]");
  wide.replace(wide.find("[None, 8]"), 9, "[None, 2]");
  EXPECT_THAT(refusalOf(wide), HasSubstr("the box has 512 elements along one dimension, and descriptors at most 256"));
  EXPECT_THAT(refusalOf(tiles(24, 64, "    sch.storage_align(block, 0, -2, 32, 4)\n")),
              HasSubstr("elements of C_shared do not follow each other as the loops of the copy do"));
  EXPECT_THAT(refusalOf(tiles(24, 64, "    sch.bind(sch.get_loops(out)[-1], \"threadIdx.x\")\n")),
              HasSubstr("is bound, vectorized or parallel, but one thread makes the copy"));
}

// Each block computes its tile twice, in two statements that store the same array.
TEST(TensorStores, AreTheOnlyAccessOfTheArray) {
  std::string text = tiles(24, 64);
  const std::string read = "A[vi, vj] * T.float32(2)\n\n\n";
  text.replace(text.find(read), read.size(),
               "A[vi, vj] * T.float32(2)\n    for i, j in T.grid(24, 64):\n        with T.block(\"D\"):\n"
               "            vi, vj = T.axis.remap(\"SS\", [i, j])\n            A[vi, vj] = C[vi, vj]\n\n\n");
  text.replace(text.find("    sch.annotate"), 0,
               "    sch.reverse_compute_at(\"D\", i0)\n    sch.bind(sch.get_loops(\"D\")[-1], \"threadIdx.x\")\n"
               "    sch.bind(sch.get_loops(\"D\")[-2], \"threadIdx.y\")\n");
  EXPECT_THAT(refusalOf(text), HasSubstr("the kernel accesses C in other statements too"));
}

}  // namespace
}  // namespace lw
