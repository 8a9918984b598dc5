// Schedules in the form of tensor expressions, applied to blocks: the steps of each call, and the messages of refused
// calls.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/script/schedule_script.h"
#include "core/te/te_stages.h"
#include "core/text/print/printer.h"
#include "core/trace/trace.h"

namespace lw {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kProgram = R"(import tvm
from tvm import te
from tvm.script import tir as T


@T.prim_func
def mm(A: T.Buffer((128, 64), "float32"), B: T.Buffer((64, 96), "float32"), D: T.Buffer((128, 96), "float32")):
    C = T.alloc_buffer((128, 96), "float32")
    for i, j, k in T.grid(128, 96, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
    for i, j in T.grid(128, 96):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = C[vi, vj] + T.float32(1)


def schedule(s):
)";

ScriptRun runBody(const std::string& body, const std::string& program = kProgram) {
  const SourceFile file = parseSource("te.py", program + body);
  EXPECT_FALSE(file.hasErrors()) << file.diagnostics.front().message;
  return interpretSchedule(file, "schedule", Schedule(Snapshot(*file.select(""))), te::withTensors());
}

// Compares with the same steps in TIR form; handles are compared by the resulting program.
void expectSame(const std::string& te, const std::string& tir, const std::string& program = kProgram) {
  const ScriptRun a = runBody(te, program), b = runBody(tir, program);
  ASSERT_FALSE(a.error) << toText(*a.error);
  ASSERT_FALSE(b.error) << toText(*b.error);
  EXPECT_EQ(print(a.schedule.program().function()).text, print(b.schedule.program().function()).text);
}

TEST(TensorStages, SplitGivesOuterAndInner) {
  expectSame("    xo, xi = s[C].split(C.op.axis[0], factor=4)\n    s[C].parallel(xo)\n    s[C].vectorize(xi)\n",
             "    o, i = s.split(s.get_loops('C')[0], [None, 4])\n    s.parallel(o)\n    s.vectorize(i)\n");
  expectSame("    xo, xi = s[C].split(s[C].op.reduce_axis[0], 4)\n    s[C].unroll(xi)\n",
             "    o, i = s.split(s.get_loops('C')[2], [None, 4])\n    s.unroll(i)\n");
  expectSame("    xo, xi = s[C].split(C.op.axis[1], nparts=4)\n", "    s.split(s.get_loops('C')[1], [4, None])\n");
}

TEST(TensorStages, TileReorderFuseAndPragma) {
  expectSame(
      "    xo, yo, xi, yi = s[C].tile(C.op.axis[0], C.op.axis[1], 32, y_factor=16)\n    (k,) = C.op.reduce_axis\n    "
      "s[C].reorder(xo, yo, k, xi, yi)\n"
      "    f = s[C].fuse(xo, yo)\n    s[C].parallel(f)\n    s[C].pragma(k, 'unroll')\n",
      "    i, j, k = s.get_loops('C')\n    xo, yo, xi, yi = s.tile([i, j], [32, 16])\n    s.reorder(xo, yo, k, xi, "
      "yi)\n    s.parallel(s.fuse(xo, yo))\n    s.pragma(k, 'unroll')\n");
}

TEST(TensorStages, PlacesOfComputation) {
  expectSame("    s[C].compute_at(s[D], D.op.axis[0])\n", "    s.compute_at('C', s.get_loops('D')[0], True)\n");
  expectSame("    s[C].compute_at(s[D], D.op.axis[0])\n    s[C].compute_root()\n",
             "    s.compute_at('C', s.get_loops('D')[0], True)\n    s.compute_root('C')\n");
  expectSame("    AA = s.cache_read(A, 'shared', [C])\n    s[AA].compute_inline()\n",
             "    s.compute_inline(s.cache_read('C', 'A', 'shared', ['C']))\n");
  expectSame(
      "    g = s.create_group(outputs=C, inputs=[A, B], include_inputs=True)\n    g.compute_at(s[D], D.op.axis[0])\n",
      "    g = s.create_group(['C'], [], True)\n    s.compute_group_at(g, s.get_loops('D')[0])\n");
}

TEST(TensorStages, Memory) {
  expectSame(
      "    AA = s.cache_read(A, 'shared', [C])\n    s[AA].storage_align(AA.op.axis[0], 100, 8)\n    "
      "s[C].set_scope('local')\n",
      "    a = s.cache_read('C', 'A', 'shared', ['C'])\n    s.storage_align(a, 0, 0, 100, 8)\n    s.set_scope('C', 0, "
      "'local')\n");
  expectSame("    s[C].prefetch(B, C.op.reduce_axis[0], 1)\n", "    s.prefetch('B', s.get_loops('C')[2], 1)\n");
}

// In TVM the new stage computes the tensor, and its own stage copies.
TEST(TensorStages, CacheWriteGivesTheStageThatComputes) {
  expectSame(
      "    L = s.cache_write(D, 'local')\n    xo, xi = s[D].split(D.op.axis[0], 8)\n    s[L].compute_at(s[D], xo)\n",
      "    copy = s.cache_write('D', 0, 'local')\n    xo, xi = s.split(s.get_loops(copy)[0], [None, 8])\n    "
      "s.compute_at('D', xo, True)\n");
}

TEST(TensorStages, RfactorGivesTheStageOfPartialResults) {
  expectSame(
      "    ko, ki = s[C].split(C.op.reduce_axis[0], factor=16)\n    CF = s.rfactor(C, ki)\n    s[CF].compute_at(s[C], "
      "s[C].op.reduce_axis[0])\n",
      "    ko, ki = s.split(s.get_loops('C')[2], [None, 16])\n    f = s.rfactor(ki, 0)\n    a, b, c, d = "
      "s.get_loops(f)\n    s.reorder(d, a, b, c)\n    s.compute_at(f, s.get_loops('C')[2], True)\n");
}

TEST(TensorStages, ThreadsAndConditionsOnThem) {
  expectSame(
      "    xo, xi = s[D].split(D.op.axis[0], factor=32)\n    s[D].bind(xo, te.thread_axis('blockIdx.x'))\n    "
      "s[D].bind(xi, tvm.te.thread_axis((0, 32), 'threadIdx.x'))\n",
      "    o, i = s.split(s.get_loops('D')[0], [None, 32])\n    s.bind(o, 'blockIdx.x')\n    s.bind(i, "
      "'threadIdx.x')\n");
  const std::string repeated = R"(from tvm import te
from tvm.script import tir as T


@T.prim_func
def same(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32")):
    for t in T.thread_binding(16, thread="threadIdx.x"):
        with T.block("B"):
            T.reads(A[0])
            T.writes(B[0])
            B[0] = A[0]


def schedule(s):
)";
  expectSame("    tx = te.thread_axis('threadIdx.x')\n    s[B].set_store_predicate(tx.var.equal(0))\n",
             "    s.set_store_predicate('B', lambda t: t == 0)\n", repeated);
  // If no loop is bound to an axis, the axis has one thread.
  expectSame("    s[D].set_store_predicate(te.thread_axis('threadIdx.x').var.equal(0))\n",
             "    one = s.add_unit_loop('D')\n    s.bind(one, 'threadIdx.x')\n    s.set_store_predicate('D', lambda i, "
             "j, t: t == 0)\n");
  const ScriptRun unbound = runBody("    s[D].set_store_predicate(te.thread_axis('vthread').var.equal(0))\n");
  ASSERT_TRUE(unbound.error);
  EXPECT_EQ(unbound.error->message, "no loop around block D is bound to vthread");
}

// A stage that is computed inside a thread is local to the thread; back at the root it has its previous scope.
TEST(TensorStages, WhatIsComputedInsideAThreadIsLocal) {
  expectSame("    s[D].bind(D.op.axis[0], te.thread_axis('threadIdx.x'))\n    s[C].compute_at(s[D], D.op.axis[0])\n",
             "    i = s.get_loops('D')[0]\n    s.bind(i, 'threadIdx.x')\n    s.set_scope('C', 0, 'local')\n    "
             "s.compute_at('C', i, True)\n");
  expectSame(
      "    s[D].bind(D.op.axis[0], te.thread_axis('threadIdx.x'))\n    s[C].compute_at(s[D], D.op.axis[0])\n    "
      "s[C].compute_root()\n",
      "    i = s.get_loops('D')[0]\n    s.bind(i, 'threadIdx.x')\n    s.set_scope('C', 0, 'local')\n    "
      "s.compute_at('C', i, True)\n    s.compute_root('C')\n    s.set_scope('C', 0, 'global')\n");
  expectSame("    s[D].bind(D.op.axis[0], te.thread_axis('blockIdx.x'))\n    s[C].compute_at(s[D], D.op.axis[0])\n",
             "    i = s.get_loops('D')[0]\n    s.bind(i, 'blockIdx.x')\n    s.set_scope('C', 0, 'shared')\n    "
             "s.compute_at('C', i, True)\n");
}

// Axes of a stage that was moved are those of its own nest, not the loops around its place.
TEST(TensorStages, AxesAfterAMoveAreTheInnerLoops) {
  expectSame("    xo, xi = s[D].split(D.op.axis[0], 8)\n    s[C].compute_at(s[D], xo)\n    s[C].unroll(C.op.axis[0])\n",
             "    o, i = s.split(s.get_loops('D')[0], [None, 8])\n    s.compute_at('C', o, True)\n    "
             "s.unroll(s.get_loops('C')[1])\n");
}

// An axis with only one value left is still an axis.
TEST(TensorStages, AxesOfOneIterationCanBeNamed) {
  const ScriptRun run = runBody(
      "    s[C].compute_at(s[D], D.op.axis[0])\n    i, j = s[C].op.axis\n    (k,) = s[C].op.reduce_axis\n    "
      "s[C].reorder(k, i, j)\n");
  EXPECT_FALSE(run.error) << toText(*run.error);
}

// A stage keeps its splits wherever it is computed: the order of the calls does not matter.
TEST(TensorStages, ComputeAtKeepsWhatWasDoneToTheLoops) {
  expectSame(
      "    ko, ki = s[C].split(C.op.reduce_axis[0], 4)\n    s[C].unroll(ki)\n    s[C].compute_at(s[D], D.op.axis[0])\n",
      "    s.compute_at('C', s.get_loops('D')[0], True)\n    o, i = s.split(s.get_loops('C')[3], [None, 4])\n    "
      "s.unroll(i)\n");
  EXPECT_TRUE(runBody("    ko, ki = s[C].split(C.op.reduce_axis[0], 4)\n    s[C].compute_at(s[D], D.op.axis[0])\n")
                  .notes.empty());
}

// After a move, handles of the old loops refer to the loops at the new place, even for axes that no step has named.
TEST(TensorStages, HandlesOfLoopsOutliveAMove) {
  expectSame(
      "    i, j = C.op.axis\n    ko, ki = s[C].split(C.op.reduce_axis[0], 4)\n    s[C].compute_at(s[D], "
      "D.op.axis[0])\n    s[C].reorder(ko, j, ki)\n    s[C].unroll(ki)\n",
      "    s.compute_at('C', s.get_loops('D')[0], True)\n    i, j, k = s.get_loops('C')[1:]\n    o, n = s.split(k, "
      "[None, 4])\n    s.reorder(o, j, n)\n    s.unroll(n)\n");
  expectSame(
      "    io, ii = s[C].split(C.op.axis[1], 8)\n    xo, xi = s[D].split(D.op.axis[0], 8)\n    s[C].compute_at(s[D], "
      "xo)\n    s[C].compute_at(s[D], xi)\n    s[C].unroll(ii)\n",
      "    o, i = s.split(s.get_loops('D')[0], [None, 8])\n    s.compute_at('C', i, True)\n    o, n = "
      "s.split(s.get_loops('C')[3], [None, 8])\n    s.unroll(n)\n");
}

// A note names the steps that cannot be repeated at the new place: a single iteration cannot be bound to threads to
// which another loop is bound.
TEST(TensorStages, ComputeAtSaysWhatItCannotDoAgain) {
  const ScriptRun run = runBody(
      "    s[C].bind(C.op.axis[0], te.thread_axis('threadIdx.x'))\n    s[D].bind(D.op.axis[0], "
      "te.thread_axis('threadIdx.x'))\n    s[C].compute_at(s[D], D.op.axis[0])\n");
  ASSERT_FALSE(run.error) << toText(*run.error);
  ASSERT_EQ(run.notes.size(), 1u);
  EXPECT_THAT(run.notes[0].text(),
              HasSubstr("compute_at makes the loops of C anew, and this could not be done again there: bind ("));
}

TEST(TensorStages, AreTypedStepsToo) {
  const SourceFile file = parseSource("te.py", kProgram + "    pass\n");
  const ScriptRun run = interpretStep("sch[C].split(sch[C].op.axis[0], factor=4)", Schedule(Snapshot(*file.select(""))),
                                      te::withTensors());
  ASSERT_FALSE(run.error) << toText(*run.error);
  EXPECT_THAT(callText(run.schedule.source(), *run.schedule.step(run.schedule.stepCount() - 1).primitive, {}),
              HasSubstr("split"));
}

TEST(TensorStages, MistakesAreNamedWithTheirRemedy) {
  const auto told = [](const std::string& line) {
    const ScriptRun run = runBody("    " + line + "\n");
    return run.error ? run.error->message + " | " + run.error->hint : std::string("accepted");
  };
  EXPECT_EQ(told("s[C].split(C.op.axis[0])"),
            "split needs a factor or nparts | factor=4: four iterations inside; nparts=4: four outside");
  EXPECT_EQ(told("s[C].split(C.op.axis[0], 2, 3)"),
            "split takes a factor or nparts, not both | factor=4: four iterations inside; nparts=4: four outside");
  EXPECT_EQ(told("s[C].tile(C.op.axis[0], C.op.axis[1], 32)"),
            "tile needs the argument 'y_factor' | write tile(x_parent, y_parent, x_factor, y_factor)");
  EXPECT_EQ(told("s[C].bind(C.op.axis[0], 'threadIdx.x', 3)"),
            "bind takes 2 arguments, not 3 | write bind(ivar, thread_ivar)");
  EXPECT_EQ(told("s[C].unroll(axis=1)"), "unroll has no argument 'axis' | write unroll(var)");
  EXPECT_EQ(told("s[A].split(A.op.axis[0], 3)"),
            "A is an input: no block computes it | choose a tensor that is computed");
  EXPECT_EQ(told("s[C].splitt(1)"), "a stage has no method 'splitt' | did you mean 'split'?");
  EXPECT_EQ(told("s[C].axis"), "a stage has no attribute 'axis' | it has op, and methods such as split");
  EXPECT_EQ(told("s['Q'].compute_root()").substr(0, 30), "there is no block named \"Q\" in");
  EXPECT_EQ(told("s[3].compute_root()"),
            "a stage is selected by a tensor or the name of a block, not by an integer | write s[C].split(...)");
  EXPECT_EQ(told("s[C].compute_at(D, D.op.axis[0])"),
            "compute_at takes the stage of the loop, not the tensor D | write s[B].compute_at(s[C], axis)");
  EXPECT_EQ(told("te.thread_axis(3)"),
            "thread_axis takes the name of a thread axis | write thread_axis(\"threadIdx.x\")");
  EXPECT_EQ(told("s[C].split(C.op.axis[0], 4)\n    s[C].split(C.op.axis[0], 4)"),
            "i was split into i_0 and i_1 earlier | use one of them");
  EXPECT_EQ(told("s[C].fuse(C.op.axis[0], C.op.axis[1])\n    s[C].split(C.op.axis[1], 4)"),
            "j was fused into i_j_fused earlier | use i_j_fused");
  EXPECT_EQ(told("s[C].split(D.op.axis[0], 4)"), "loop i is not around C | the loops around it are i, j, k");
  EXPECT_EQ(told("s[C].compute_at(s[D], C.op.axis[0])"), "loop i is not around D | the loops around it are i, j");
  EXPECT_THAT(told("s.get_loops(Q)"), HasSubstr("the name 'Q' is not known here"));
}

// In TVM a reduction loop is made parallel as it is. Here its init becomes a block of its own, and its updates become
// atomic.
TEST(TensorStages, ReductionsInParallelAreUpdatedAtOnce) {
  expectSame(
      "    s[C].parallel(C.op.reduce_axis[0])\n",
      "    k = s.get_loops('C')[2]\n    s.decompose_reduction('C', k)\n    s.atomic('C_update')\n    s.parallel(k)\n");
  expectSame(
      "    ko, ki = s[C].split(C.op.reduce_axis[0], factor=4)\n    s[C].bind(ko, te.thread_axis('blockIdx.x'))\n    "
      "s[C].bind(ki, te.thread_axis('threadIdx.x'))\n",
      "    i, j, k = s.get_loops('C')\n    ko, ki = s.split(k, [None, 4])\n    start = s.decompose_reduction('C', i)\n "
      "   s.atomic('C_update')\n"
      "    s.bind(s.get_loops(start)[0], 'blockIdx.x')\n    s.bind(ko, 'blockIdx.x')\n    s.bind(ki, 'threadIdx.x')\n");
  // Both loops of one reduction.
  expectSame("    ko, ki = s[C].split(C.op.reduce_axis[0], factor=4)\n    s[C].parallel(ki)\n    s[C].parallel(ko)\n",
             "    i, j, k = s.get_loops('C')\n    ko, ki = s.split(k, [None, 4])\n    s.decompose_reduction('C', ko)\n "
             "   s.atomic('C_update')\n    s.parallel(ki)\n    s.parallel(ko)\n");
  // A step that cannot be made safe is refused, and the schedule does not change.
  const ScriptRun vectors = runBody("    s[C].vectorize(C.op.reduce_axis[0])\n");
  ASSERT_TRUE(vectors.error);
  EXPECT_EQ(vectors.schedule.stepCount(), 2) << "get_block and get_loops";
}

TEST(TensorStages, RefusalsAreThoseOfTheSteps) {
  const std::string text = kProgram + "    s[C].vectorize(C.op.reduce_axis[0])\n";
  const SourceFile file = parseSource("te.py", text);
  const ScriptRun run = interpretSchedule(file, "", Schedule(Snapshot(*file.select(""))), te::withTensors());
  ASSERT_TRUE(run.error);
  EXPECT_EQ(run.error->kind, "loop.carries-reduction");
  ASSERT_TRUE(run.refused);
  EXPECT_EQ(run.refused->primitive->name, "vectorize");
  EXPECT_EQ(text.substr(static_cast<size_t>(run.error->span.begin), 14), "s[C].vectorize");
}

// ---- index maps with a starred parameter ----

TEST(IndexMaps, AStarCollectsTheInputs) {
  expectSame("    s.transform_layout('C', 'A', lambda *ix: (ix[-1], ix[0]))\n",
             "    s.transform_layout('C', 'A', lambda i, k: (k, i))\n");
  expectSame("    s.transform_layout('C', ('write', 0), lambda *ix: ix[::-1])\n",
             "    s.transform_layout('C', ('write', 0), lambda i, k: (k, i))\n");
  expectSame("    s.transform_block_layout('D', lambda i, *rest: (*rest, i))\n",
             "    s.transform_block_layout('D', lambda i, j: (j, i))\n");
  expectSame(
      "    s.transform_layout(block=s.get_block('C'), buffer='B', index_map=lambda *ix: [sum(ix[:1]), ix[1] // 4, "
      "ix[1] % 4])\n",
      "    s.transform_layout('C', 'B', lambda k, j: (k, j // 4, j % 4))\n");
  const auto told = [](const std::string& line) {
    const ScriptRun run = runBody("    " + line + "\n");
    return run.error ? run.error->message : std::string("accepted");
  };
  EXPECT_EQ(told("s.transform_block_layout('D', lambda i, j, k, *rest: (i, j))"),
            "the index map takes 3 inputs or more, but there are 2");
  EXPECT_EQ(told("s.annotate('C', 'key', lambda *ix: ix)"), "it is not known here how many inputs *ix collects");
}

}  // namespace
}  // namespace lw
