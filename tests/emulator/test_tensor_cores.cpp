// Matrix operations of a warp: TVM's calls and the intrinsics that every program knows compute what they describe, on
// the interpreter and on the emulator, whatever their types, shapes and layouts; mistakes are refused or found.
#include <gmock/gmock.h>

#include <map>

#include "core/analysis/gpu/warp_operations.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/warp_matrix.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/warp_intrinsics.h"
#include "passes/support/gpu_program.h"
#include "tests/emulator/gpu_fixture.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;

const std::string kCores = contents(LW_SOURCE_DIR "/samples/gpu/tensor_cores.py");

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

int operationsIn(const Stmt& body) {
  int count = 0;
  forEachStmt(body, [&](const Stmt& s) {
    const auto* n = s.as<AttrStmt>();
    count += n && n->key == kWarpMatrix;
  });
  return count;
}

TEST(WarpIntrinsics, DescriptionsAndCodeAgree) {
  const std::vector<std::string> names = warpIntrinsicNames();
  EXPECT_GT(names.size(), 100u);
  for (const std::string& name : names) {
    const std::optional<TensorIntrin> t = warpIntrinsic(name);
    ASSERT_TRUE(t) << name;
    EXPECT_EQ(whyNoIntrin(t->desc, t->impl).text(), "") << name;
    EXPECT_TRUE(callsWarpOperations(t->impl.body)) << name;
    EXPECT_EQ(operationsIn(describeWarpOperations(t->impl).body), 1) << name;
  }
  EXPECT_FALSE(warpIntrinsic("wmma_sync_16x16x16_f16f16f64"));
}

// A product with the tile of the warp's operations, with tiles of a block that have two of them in each direction.
std::string product(const std::string& in, const std::string& sum, const std::array<int, 3>& tile, bool transposed,
                    const std::string& memory = "shared") {
  const auto number = [](int n) { return std::to_string(n); };
  const std::string zero = "T." + sum + "(0)";
  const std::string b = transposed ? "B[vj, vk]" : "B[vk, vj]";
  const auto cast = [&](const std::string& x) { return in == sum ? x : "T.Cast(\"" + sum + "\", " + x + ")"; };
  const std::map<std::string, std::string> shorter{
      {"float16", "f16"}, {"bfloat16", "bf16"}, {"int8", "s8"}, {"float32", "f32"}, {"int32", "s32"}};
  const std::string shape = number(tile[0]) + "x" + number(tile[1]) + "x" + number(tile[2]);
  const std::string types = shorter.at(in) + shorter.at(in) + shorter.at(sum), trans = transposed ? "_trans" : "";
  // The memory of a tile begins at a multiple of 16 elements, so tiles of 8 columns do not stand side by side.
  const int m = 2 * tile[0], n = (tile[1] < 16 ? 1 : 2) * tile[1], k = 2 * tile[2];
  return "from tvm.script import tir as T\n\n\n@T.prim_func\ndef matmul(A: T.Buffer((" + number(m) + ", " + number(k) +
         "), \"" + in + "\"), B: T.Buffer((" + number(transposed ? n : k) + ", " + number(transposed ? k : n) +
         "), \"" + in + "\"), C: T.Buffer((" + number(m) + ", " + number(n) + "), \"" + sum +
         "\")):\n    for i, j, k in T.grid(" + number(m) + ", " + number(n) + ", " + number(k) +
         "):\n        with T.block(\"C\"):\n            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
         "            with T.init():\n                C[vi, vj] = " +
         zero + "\n            C[vi, vj] = C[vi, vj] + " + cast("A[vi, vk]") + " * " + cast(b) +
         "\n\n\ndef schedule(sch):\n    block = sch.get_block(\"C\")\n    i, j, k = sch.get_loops(block)\n"
         "    i0, i1 = sch.split(i, [None, " +
         number(tile[0]) + "])\n    j0, j1 = sch.split(j, [None, " + number(tile[1]) +
         "])\n    k0, kk, k1 = sch.split(k, [None, 1, " + number(tile[2]) +
         "])\n    sch.reorder(i0, j0, k0, kk, i1, j1, k1)\n    sch.bind(i0, \"blockIdx.x\")\n    sch.bind(j0, "
         "\"threadIdx.y\")\n"
         "    result = sch.cache_write(block, 0, \"wmma.accumulator\")\n    sch.reverse_compute_at(result, j0)\n"
         "    for operand in range(2):\n        copy = sch.cache_read(block, operand, \"" +
         memory +
         "\")\n        sch.compute_at(copy, k0)\n        ax0, ax1 = sch.get_loops(copy)[-2:]\n"
         "        rest, lane = sch.split(sch.fuse(ax0, ax1), [None, 32])\n        sch.bind(lane, \"threadIdx.x\")\n"
         "    for operand, scope, end in [(0, \"wmma.matrix_a\", \"_a\"), (1, \"wmma.matrix_b\", \"_b" +
         trans +
         "\")]:\n        own = sch.cache_read(block, operand, scope)\n"
         "        sch.compute_at(own, kk)\n        sch.tensorize(sch.get_loops(own)[-2], \"wmma_load_" +
         shape + "_" + shorter.at(in) + "\" + end + \"_" + replaced(memory, ".", "_") +
         "\")\n    start = sch.decompose_reduction(block, k0)\n"
         "    sch.tensorize(sch.get_loops(start)[-2], \"wmma_fill_" +
         shape + "_" + shorter.at(sum) + "\")\n    sch.tensorize(i1, \"wmma_sync_" + shape + "_" + types + trans +
         "\")\n    sch.tensorize(sch.get_loops(result)[-2], \"wmma_store_" + shape + "_" + shorter.at(sum) +
         "_global\")\n";
}

// Whole numbers, of which every order of a sum is exact.
InputSpec wholeNumbers() {
  InputSpec inputs;
  inputs.ranges.emplace("*", ValueRange{ValueRange::Kind::Integers});
  return inputs;
}

TEST(TensorCores, EveryTypeShapeAndLayoutIsRight) {
  const std::pair<const char*, const char*> types[] = {
      {"float16", "float32"}, {"float16", "float16"}, {"bfloat16", "float32"}, {"int8", "int32"}};
  for (const auto& [in, sum] : types)
    for (const std::array<int, 3>& tile : {std::array{16, 16, 16}, std::array{32, 8, 16}, std::array{8, 32, 16}})
      for (const bool transposed : {false, true}) {
        const std::string what =
            std::string(in) + " " + sum + " " + std::to_string(tile[0]) + (transposed ? " trans" : "");
        const Scheduled s = scheduledBy(product(in, sum, tile, transposed), "schedule");
        Result<std::vector<Argument>> arguments = makeArguments(s.source, wholeNumbers());
        ASSERT_TRUE(arguments.ok());
        const std::vector<Argument> wanted = wantedOf(s.source, *arguments);
        const Status interpreted = interpret(s.scheduled, *arguments);
        ASSERT_TRUE(interpreted.ok()) << what << ": " << toText(interpreted.error());
        expectSameValues(*arguments, wanted, what);
        expectRight(s, what, wholeNumbers());
      }
}

TEST(TensorCores, EveryMemoryIsRight) {
  for (const char* memory : {"shared", "shared.dyn"})
    expectRight(scheduledBy(product("float16", "float32", {16, 16, 16}, false, memory), "schedule"), memory);
}

// The results also stay while only some of the blocks are operations of a warp, in whatever order they became ones.
TEST(TensorCores, EveryStepKeepsResults) {
  for (const bool transposed : {false, true}) {
    const std::string text = product("float16", "float32", {8, 32, 16}, transposed);
    const std::string calls[] = {"sch.tensorize(sch.get_loops(own)[-2]", "sch.tensorize(sch.get_loops(start)[-2]",
                                 "sch.tensorize(i1", "sch.tensorize(sch.get_loops(result)[-2]"};
    for (int chosen = 0; chosen < 16; ++chosen) {
      std::string some = text;
      for (int call = 0; call < 4; ++call)
        if (!(chosen >> call & 1)) some = replaced(some, calls[call], replaced(calls[call], "sch.tensorize", "print"));
      const Scheduled s = scheduledBy(some, "schedule");
      Result<std::vector<Argument>> arguments = makeArguments(s.source, wholeNumbers());
      ASSERT_TRUE(arguments.ok());
      const std::vector<Argument> wanted = wantedOf(s.source, *arguments);
      const Status ran = interpret(s.scheduled, *arguments);
      ASSERT_TRUE(ran.ok()) << toText(ran.error());
      expectSameValues(*arguments, wanted, some);
    }
  }
}

// Every program knows the intrinsics, and `tensorize` offers those that a block can become.
TEST(TensorCores, AreOffered) {
  const std::string text = replaced(product("float16", "float32", {16, 16, 16}, false), "sch.tensorize", "print");
  const Snapshot program(scheduledBy(text, "schedule").scheduled);
  const auto offered = [&](const char* block) {
    std::string names;
    for (const LoopId loop : program.loopsAbove(program.blocksNamed(block, 0).front()))
      for (const Candidate& c : kTensorize.candidates(program, Selection{{loop}, {}}))
        names += (names.empty() ? "" : " ") + c.label;
    return names;
  };
  EXPECT_EQ(offered("A_shared_wmma.matrix_a"), "wmma_load_16x16x16_f16_a_shared wmma_load_16x16x16_f16_a_trans_shared");
  EXPECT_EQ(offered("C_init"), "wmma_fill_16x16x16_f32");
  EXPECT_EQ(offered("C_update"), "wmma_sync_16x16x16_f16f16f32");
  EXPECT_EQ(offered("C_wmma.accumulator"), "wmma_store_16x16x16_f32_global");
  EXPECT_EQ(offered("A_shared"), "");
}

// A load keeps the order of memory, so one by columns may serve a product that reads rows: the instruction follows the
// product.
TEST(TensorCores, LoadsFollowTheirProduct) {
  std::string text = product("float16", "float32", {16, 16, 16}, false);
  text = replaced(text, "\"wmma.matrix_a\", \"_a\"", "\"wmma.matrix_a\", \"_a_trans\"");
  const Scheduled s = scheduledBy(text, "schedule");
  EXPECT_THAT(print(s.scheduled).text, HasSubstr("\"col_major\""));
  expectRight(s, "loaded by columns", wholeNumbers());
  int loads = 0;
  forEachStmt(describeWarpOperations(s.scheduled).body, [&](const Stmt& x) {
    const auto* n = x.as<AttrStmt>();
    const auto operation = n ? readWarpMatrix(*n) : std::nullopt;
    if (!operation || operation->kind != WarpMatrix::Kind::Load) return;
    ++loads;
    EXPECT_FALSE(operation->columns);
  });
  EXPECT_EQ(loads, 2);
}

// Four phases for each of the fragments of a and b, as the instructions load them: 2 blocks of 2 warps, in 2 rounds.
TEST(TensorCores, LoadsAreCountedAsInstructionsMakeThem) {
  const EmulatorReport report =
      expectRight(scheduledBy(product("float16", "float32", {16, 16, 16}, false), "schedule"), "counted");
  ASSERT_EQ(report.kernels.size(), 1u);
  int counted = 0;
  for (const GpuAccessCount& a : report.kernels[0].accesses)
    if (!a.store && (a.buffer == "A_shared" || a.buffer == "B_shared")) {
      ++counted;
      EXPECT_EQ(a.requests, 2 * 2 * 2 * 4) << a.buffer;
    }
  EXPECT_EQ(counted, 2);
}

const std::string kKernel = R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((16, 32), "float16"), B: T.Buffer((32, 16), "float16"), C: T.Buffer((16, 16), "float32")):
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("warp"):
                T.reads(A[0:16, 0:32], B[0:32, 0:16])
                T.writes(C[0:16, 0:16])
                a = T.alloc_buffer((16, 32), "float16", scope="wmma.matrix_a")
                b = T.alloc_buffer((32, 16), "float16", scope="wmma.matrix_b")
                c = T.alloc_buffer((256,), "float32", scope="wmma.accumulator")
                T.evaluate(T.tvm_fill_fragment(c.data, 16, 16, 16, 0, T.float32(0), dtype="handle"))
                for k in range(2):
                    T.evaluate(T.tvm_load_matrix_sync(a.data, 16, 16, 16, k, A.access_ptr("r", offset=k * 16), 32, "row_major", dtype="handle"))
                    T.evaluate(T.tvm_load_matrix_sync(b.data, 16, 16, 16, k, T.address_of(B[k * 16, 0]), 16, "row_major", dtype="handle"))
                    T.evaluate(T.tvm_mma_sync(c.data, 0, a.data, k, b.data, k, c.data, 0, dtype="handle"))
                T.evaluate(T.tvm_store_matrix_sync(c.data, 16, 16, 16, 0, C.access_ptr("w"), 16, "row_major", dtype="handle"))
)";

Scheduled unscheduled(const std::string& text) {
  return scheduledBy(text + "\n\ndef schedule(sch):\n    pass\n", "schedule");
}

// Prints as a text that gives the same program again.
void expectReadsAgain(const PrimFunc& f) {
  const std::string text = print(f).text;
  const SourceFile again = readProgram("again.py", text);
  ASSERT_FALSE(again.hasErrors()) << again.diagnostics.front().message << "\n" << text;
  EXPECT_TRUE(equal(*again.select(""), f)) << text;
}

std::vector<Argument> productOf(const std::vector<Argument>& arguments) {
  std::vector<Argument> result = arguments;
  const std::string plain = R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((16, 32), "float16"), B: T.Buffer((32, 16), "float16"), C: T.Buffer((16, 16), "float32")):
    for i, j in T.grid(16, 16):
        C[i, j] = T.float32(0)
        for k in range(32):
            C[i, j] = C[i, j] + T.Cast("float32", A[i, k]) * T.Cast("float32", B[k, j])
)";
  const Status ran = interpret(unscheduled(plain).source, result);
  EXPECT_TRUE(ran.ok()) << toText(ran.error());
  return result;
}

// Kernels as TVM lowers them, with several fragments in a buffer, pointers and offsets; the second writes each sum to a
// fragment of its own.
TEST(TensorCores, KernelsWithTvmsCallsAreRight) {
  const std::string chain =
      replaced(replaced(replaced(kKernel, "(256,)", "(768,)"), "(c.data, 0, a.data, k, b.data, k, c.data, 0,",
                        "(c.data, k + 1, a.data, k, b.data, k, c.data, k,"),
               "tvm_store_matrix_sync(c.data, 16, 16, 16, 0", "tvm_store_matrix_sync(c.data, 16, 16, 16, 2");
  for (const auto& [text, operations] : {std::pair(kKernel, 5), std::pair(chain, 6)}) {
    const Scheduled s = unscheduled(text);
    expectReadsAgain(s.source);
    expectReadsAgain(describeWarpOperations(s.source));
    Result<std::vector<Argument>> arguments = makeArguments(s.source, {});
    ASSERT_TRUE(arguments.ok());
    const std::vector<Argument> wanted = productOf(*arguments);
    std::vector<Argument> interpreted = *arguments;
    const Status ran = interpret(s.source, interpreted);
    ASSERT_TRUE(ran.ok()) << toText(ran.error());
    expectSameValues(interpreted, wanted, "interpreted");
    const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
    ASSERT_TRUE(program.ok()) << toText(program.error());
    EXPECT_EQ(operationsIn(program->lowered.body), operations);
    const Result<EmulatorReport> report = emulate(*program, s.scheduled, *arguments);
    ASSERT_TRUE(report.ok()) << toText(report.error());
    EXPECT_TRUE(report->clean()) << textOf(*report);
    expectSameValues(*arguments, wanted, "emulated");
  }
}

std::string refusal(const std::string& text) {
  const Result<GpuProgram> lowered = lowerForGpu(unscheduled(text).scheduled, defaultGpuDevice());
  EXPECT_FALSE(lowered.ok());
  return lowered.ok() ? "" : lowered.error().message + " -- " + lowered.error().hint;
}

TEST(TensorCores, MistakesAreRefused) {
  EXPECT_THAT(
      refusal(replaced(kKernel, "T.thread_binding(32", "T.thread_binding(48")),
      HasSubstr("block \"warp\" is a matrix operation of 32 threads, the lanes of a warp, which are numbered by "
                "threadIdx.x, but threadIdx.x has 48 iterations -- bind a loop of 32 iterations to threadIdx.x"));
  EXPECT_THAT(refusal(replaced(kKernel, "threadIdx.x", "threadIdx.y")),
              HasSubstr("but no loop is bound to threadIdx.x"));
  EXPECT_THAT(
      refusal(replaced(kKernel, "                T.evaluate(T.tvm_store",
                       "                c[tx] = T.float32(1)\n                T.evaluate(T.tvm_store")),
      HasSubstr("block \"warp\" accesses elements of c, but memory of the scope wmma.accumulator is distributed "
                "over the threads of a warp, and only matrix operations access it -- tensorize the block"));
  EXPECT_THAT(
      refusal(replaced(kKernel, "                T.evaluate(T.tvm_store",
                       "                if tx < 16:\n                    T.evaluate(T.tvm_store")),
      HasSubstr("a matrix operation of a warp is inside a condition that not all threads of the warp execute in "
                "the same way -- let conditions and loops around it, and its operands, depend on threadIdx.y"));
  EXPECT_THAT(
      refusal(replaced(kKernel, "A.access_ptr(\"r\", offset=k * 16)", "A.access_ptr(\"r\", offset=tx * 16)")),
      HasSubstr("a matrix operation of a warp is inside a statement with operands of single threads that not all"));
  const std::string outside = replaced(
      replaced(replaced(kKernel,
                        "                c = T.alloc_buffer((256,), \"float32\", scope=\"wmma.accumulator\")\n", ""),
               "    for bx in T.thread",
               "    c = T.alloc_buffer((256,), \"float32\", scope=\"wmma.accumulator\")\n    for bx in T.thread"),
      "T.writes(C[0:16, 0:16])", "T.writes(C[0:16, 0:16], c[0:256])");
  EXPECT_THAT(refusal(outside),
              HasSubstr("block \"warp\" is a matrix operation of a warp, but it is inside loop tx, which "
                        "divides work among its threads -- move the block out of loop tx"));
}

// The check of lowering is left out: the emulator finds lanes that do not take part.
TEST(TensorCores, TheEmulatorFindsLanesThatDoNotTakePart) {
  const Scheduled s = unscheduled(kKernel);
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  ASSERT_TRUE(program.ok());
  const Stmt body = rewriteKernels(program->lowered.body, [](const KernelNest& nest) {
    int at = 0;
    return rewriteStmts(nest.body, [&](const Stmt& x) -> std::optional<Stmt> {
      const auto* n = x.as<AttrStmt>();
      if (!n || n->key != kWarpMatrix || ++at != 5) return std::nullopt;
      return Stmt(IfThenElse{lt(nest.axes.back()->var, Expr(16)), x, {}}, x.origin());
    });
  });
  PrimFunc changed = program->lowered;
  changed.body = body;
  const Result<GpuProgram> broken = splitHostDevice(changed);
  ASSERT_TRUE(broken.ok());
  Result<std::vector<Argument>> arguments = makeArguments(s.source, {});
  const Result<EmulatorReport> report = emulate(*broken, s.scheduled, *arguments);
  ASSERT_TRUE(report.ok()) << toText(report.error());
  ASSERT_FALSE(report->clean());
  EXPECT_EQ(report->findings[0].explanation.message,
            "thread (15, 0, 0) of block (0, 0, 0) starts a matrix operation of its warp in block warp, but thread (16, "
            "0, 0) of block (0, 0, 0) of the same warp has finished");
  EXPECT_THAT(report->findings[0].explanation.hint, HasSubstr("which number the warps"));
}

// T.ptx_cp_async and its groups, as TVM writes them: with the wait the copy is complete, without it the emulator finds
// reads of it.
TEST(AsyncCopies, TvmsCallsAreGroups) {
  const std::string text = R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((64, 32), "float16"), B: T.Buffer((64, 32), "float16")):
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("copy"):
                T.reads(A[0:64, 0:32])
                T.writes(B[0:64, 0:32])
                S = T.alloc_buffer((2, 1024), "float16", scope="shared")
                for g in range(2):
                    for i in range(4):
                        T.evaluate(T.ptx_cp_async("float16", S.data, g * 1024 + tx * 32 + i * 8, A.data, g * 1024 + tx * 32 + i * 8, 16, dtype="float16"))
                    T.evaluate(T.ptx_commit_group(dtype=""))
                T.evaluate(T.ptx_wait_group(1, dtype=""))
                for i in range(32):
                    B[tx, i] = S[0, tx * 32 + i]
                T.evaluate(T.ptx_wait_group(0, dtype=""))
                for i in range(32):
                    B[32 + tx, i] = S[1, tx * 32 + i]
)";
  const Scheduled s = unscheduled(text);
  expectReadsAgain(s.source);
  Result<std::vector<Argument>> arguments = makeArguments(s.source, {});
  ASSERT_TRUE(arguments.ok());
  std::vector<Argument> wanted = *arguments;
  std::get<NDArray>(wanted[1]).data = std::get<NDArray>(wanted[0]).data;
  std::vector<Argument> interpreted = *arguments;
  const Status ran = interpret(s.source, interpreted);
  ASSERT_TRUE(ran.ok()) << toText(ran.error());
  expectSameValues(interpreted, wanted, "interpreted");
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  ASSERT_TRUE(program.ok()) << toText(program.error());
  std::vector<Argument> emulated = *arguments;
  const Result<EmulatorReport> report = emulate(*program, s.scheduled, emulated);
  ASSERT_TRUE(report.ok()) << toText(report.error());
  EXPECT_TRUE(report->clean()) << textOf(*report) << print(program->lowered).text;
  expectSameValues(emulated, wanted, "emulated");
  const Scheduled early = unscheduled(replaced(text, "ptx_wait_group(0", "ptx_wait_group(1"));
  const Result<GpuProgram> wrong = lowerForGpu(early.scheduled, defaultGpuDevice());
  ASSERT_TRUE(wrong.ok());
  const Result<EmulatorReport> found = emulate(*wrong, early.scheduled, *arguments);
  ASSERT_TRUE(found.ok());
  ASSERT_FALSE(found->clean());
  EXPECT_THAT(found->findings[0].explanation.message, HasSubstr("while an asynchronous copy"));
}

}  // namespace
}  // namespace lw
