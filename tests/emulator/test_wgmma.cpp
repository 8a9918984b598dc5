// wgmma: products of four warps with operands in shared memory.
#include <gmock/gmock.h>

#include "core/analysis/gpu/warp_operations.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/warp_matrix.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/warp_intrinsics.h"
#include "tests/emulator/gpu_fixture.h"
#include "tests/emulator/wgmma_program.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;

InputSpec integers() {
  InputSpec inputs;
  inputs.ranges.emplace("*", ValueRange{ValueRange::Kind::Integers});
  return inputs;
}

std::string changed(std::string text, const std::string& from, const std::string& to) {
  EXPECT_THAT(text, HasSubstr(from));
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

TEST(WarpGroups, EveryTypeAndLayoutIsRight) {
  for (const GroupProduct& p : groupProducts()) {
    const std::string text = groupProgram(p);
    const Scheduled s = scheduledBy(text, "schedule");
    Result<std::vector<Argument>> arguments = makeArguments(s.source, integers());
    ASSERT_TRUE(arguments.ok());
    const std::vector<Argument> wanted = wantedOf(s.source, *arguments);
    const Status ran = interpret(s.scheduled, *arguments);
    ASSERT_TRUE(ran.ok()) << text << toText(ran.error());
    expectSameValues(*arguments, wanted, text);
    expectRight(s, text, integers());
    int products = 0;
    forEachStmt(describeWarpOperations(s.scheduled).body, [&](const Stmt& x) {
      const auto* n = x.as<AttrStmt>();
      const auto operation = n ? readWarpMatrix(*n) : std::nullopt;
      products += operation && operation->isOfGroup();
    });
    EXPECT_EQ(products, 1) << text;
  }
}

TEST(WarpGroups, PrintedProgramsReadAgain) {
  const PrimFunc f = scheduledBy(groupProgram({}), "schedule").scheduled;
  for (const PrimFunc& one : {f, describeWarpOperations(f)}) {
    const std::string text = print(one).text;
    const SourceFile again = readProgram("again.py", text);
    ASSERT_FALSE(again.hasErrors()) << again.diagnostics.front().message << "\n" << text;
    EXPECT_TRUE(equal(*again.select(""), one)) << text;
  }
}

// One group, step by step.
std::string byHand() {
  return R"(from composites.gpu_matmul import tensorize_tiles
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((128, 32), "float16"), B: T.Buffer((32, 64), "float16"), C: T.Buffer((128, 64), "float32")):
    for i, j, k in T.grid(128, 64, 32):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + T.Cast("float32", A[vi, vk]) * T.Cast("float32", B[vk, vj])


def cores(i, j):
    return [i // 8, j // 8, i % 8, j % 8]


def lanes(i, j):
    return [i // 16, j // 16, 4 * (i % 8) + j % 8 // 2, 4 * (j % 16 // 8) + i % 16 // 8 * 2 + j % 2]


def schedule(sch):
    block = sch.get_block("C")
    i, j, k = sch.get_loops(block)
    i0, warp, i1 = sch.split(i, [None, 4, 16])
    k0, k1, k2 = sch.split(k, [None, 1, 16])
    sch.reorder(i0, warp, k0, k1, i1, j, k2)
    sch.bind(i0, "blockIdx.x")
    sch.bind(warp, "threadIdx.y")
    result = sch.cache_write(block, 0, "warp")
    sch.reverse_compute_at(result, warp)
    for operand in range(2):
        copy = sch.cache_read(block, operand, "shared")
        sch.compute_at(copy, k0)
        ax0, ax1 = sch.get_loops(copy)[-2:]
        rest, tx = sch.split(sch.fuse(ax0, ax1), [None, 32])
        sch.bind(tx, "threadIdx.x")
        sch.transform_layout(copy, ("write", 0), cores)
    start = sch.decompose_reduction(block, k0)
    sch.transform_layout(block, ("write", 0), lanes)
    tensorize_tiles(sch, start, "mma_fill_16x16_f32")
    sch.tensorize(i1, "wgmma_m64n64k16_f16f16f32")
    tensorize_tiles(sch, result, "mma_store_16x16_f32_global_")
)";
}

std::string refusalOf(const PrimFunc& scheduled) {
  const Result<GpuProgram> lowered = lowerForGpu(scheduled, defaultGpuDevice());
  EXPECT_FALSE(lowered.ok());
  return lowered.ok() ? "" : lowered.error().message + " -- " + lowered.error().hint;
}
std::string refusal(const std::string& text) { return refusalOf(scheduledBy(text, "schedule").scheduled); }

TEST(WarpGroups, EveryStepKeepsResults) {
  const std::string calls[] = {"tensorize_tiles(sch, start,", "sch.tensorize(i1,", "tensorize_tiles(sch, result,"};
  for (int chosen = 0; chosen < 8; ++chosen) {
    std::string text = byHand();
    for (int call = 0; call < 3; ++call)
      if (!(chosen >> call & 1)) text = changed(text, calls[call], "print(sch,");
    const Scheduled s = scheduledBy(text, "schedule");
    Result<std::vector<Argument>> arguments = makeArguments(s.source, integers());
    ASSERT_TRUE(arguments.ok());
    const std::vector<Argument> wanted = wantedOf(s.source, *arguments);
    const Status ran = interpret(s.scheduled, *arguments);
    ASSERT_TRUE(ran.ok()) << text << toText(ran.error());
    expectSameValues(*arguments, wanted, text);
    if (chosen == 7) expectRight(s, text, integers());
  }
}

TEST(WarpGroups, AreOffered) {
  const Snapshot program(scheduledBy(changed(byHand(), "sch.tensorize(i1,", "print(sch,"), "schedule").scheduled);
  std::string names;
  for (const LoopId loop : program.loopsAbove(program.blocksNamed("C_update", 0).front()))
    for (const Candidate& c : kTensorize.candidates(program, Selection{{loop}, {}}))
      names += " " + program.name(loop) + ": " + c.label;
  // The loop k_1 has one iteration.
  EXPECT_EQ(names, " k_1: wgmma_m64n64k16_f16f16f32 i_2: wgmma_m64n64k16_f16f16f32");
  const std::string further = changed(byHand(), "sch.tensorize(i1,", "sch.tensorize(k1,");
  expectRight(scheduledBy(further, "schedule"), further, integers());
}

TEST(WarpGroups, MistakesAreRefused) {
  EXPECT_EQ(refusal(changed(byHand(), "[None, 4, 16]", "[None, 2, 16]")),
            "four warps of a warp group multiply together, but threadIdx.x, which numbers the 32 lanes of a warp, has "
            "32 iterations, and threadIdx.y, which numbers the warps, has 2 -- bind a loop of 32 iterations to "
            "threadIdx.x, and of a multiple of 4 to threadIdx.y");
  // Each warp has 16 rows of each of four parts.
  EXPECT_EQ(refusal(changed(changed(byHand(), "i0, warp, i1 =", "warp, i0, i1 ="), "[None, 4, 16]", "[4, None, 16]")),
            "four warps of a warp group multiply 64 rows of A_shared that follow each other, 16 by each warp, but with "
            "these indices each of them has other rows -- split the rows by [..., 4, 16], and bind the loop of 4, or "
            "what it is the innermost part of, to threadIdx.y");
  // Each 16 rows have a matrix of their own.
  std::string own =
      changed(changed(byHand(), "(32, 64), \"float16\"", "(8, 32, 64), \"float16\""), "B[vk", "B[vi // 16, vk");
  own = changed(own, "sch.transform_layout(copy, (\"write\", 0), cores)",
                "sch.transform_layout(copy, (\"write\", 0), [cores, parts][operand])");
  own = changed(changed(own, "sch.compute_at(copy, k0)", "sch.compute_at(copy, k0, preserve_unit_loops=True)"),
                "def schedule", "def parts(b, i, j):\n    return [b, i // 8, j // 8, i % 8, j % 8]\n\n\ndef schedule");
  EXPECT_EQ(refusal(own),
            "four warps of a warp group multiply by the same part of B_shared, but with these indices each of them has "
            "its own -- divide columns of the result among groups of four warps: of the loops that are fused and bound "
            "to threadIdx.y, the rows are innermost");
  // Two warps of four.
  const PrimFunc whole = scheduledBy(byHand(), "schedule").scheduled;
  std::optional<Var> number;
  forEachStmt(whole.body, [&](const Stmt& s) {
    const auto* loop = s.as<For>();
    if (loop && loop->thread == "threadIdx.y") number = loop->var;
  });
  ASSERT_TRUE(number);
  const auto half = [&](bool byGroups) {
    PrimFunc some = whole;
    some.body = rewriteStmts(whole.body, [&](const Stmt& s) -> std::optional<Stmt> {
      const auto* block = s.as<Block>();
      if (!block || !block->name.starts_with("C_update")) return std::nullopt;
      const Expr part = byGroups ? floordiv(Expr(*number), 4) : Expr(*number);
      return Stmt(IfThenElse{lt(part, 2), s, {}}, s.origin());
    });
    return some;
  };
  EXPECT_EQ(refusalOf(half(false)),
            "four warps of a warp group multiply together, but inside a condition that not all of them execute in the "
            "same way -- let conditions and loops around it depend on threadIdx.y only by groups of four");
  EXPECT_TRUE(lowerForGpu(half(true), defaultGpuDevice()).ok());
}

}  // namespace
}  // namespace lw
