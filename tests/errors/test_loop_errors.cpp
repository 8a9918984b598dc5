// What steps refuse that find blocks, change loops, reductions and threads, or draw numbers.
#include <gtest/gtest.h>

#include "tests/errors/refused_steps.h"

namespace lw::loop_errors {
namespace {

const char* const kSame = R"(def same(A: T.Buffer((16,), "int32"), D: T.Buffer((16,), "int32")):
    for i in range(16):
        with T.block("half"):
            vi = T.axis.spatial(16, i)
            A[vi] = 0
    for j in range(16):
        with T.block("half"):
            vj = T.axis.spatial(16, j)
            D[vj] = 0
)";

const char* const kCount = R"(def count(A: T.Buffer((16,), "int8"), C: T.Buffer((1,), "int8")):
    for i in range(16):
        with T.block("C"):
            vi = T.axis.opaque(16, i)
            C[0] = C[0] + A[vi]
)";

const char* const kSkewedRows = R"(def skewed(A: T.Buffer((8,), "int32"), B: T.Buffer((4, 4), "int32")):
    for m, l in T.grid(4, 4):
        with T.block("W"):
            vm, vl = T.axis.remap("SS", [m, l])
            A[vm - vl + 3] = B[vm, vl]
)";

const char* const kMaybeNothing = R"(def some(a: T.handle, C: T.Buffer((3,), "int32")):
    m = T.int32()
    A = T.match_buffer(a, (3, m), "int32")
    for i, j in T.grid(3, 3):
        with T.block("C"):
            vi, vj = T.axis.remap("SR", [i, j])
            T.where(j < m)
            with T.init():
                C[vi] = 0
            C[vi] = C[vi] + A[vi, vj]
)";

const char* const kReversed = R"(def reversed(A: T.Buffer((16,), "int32"), C: T.Buffer((16,), "int32")):
    S = T.alloc_buffer((16,), "int32", scope="shared")
    for tx in T.thread_binding(16, thread="threadIdx.x"):
        for k in range(4):
            with T.block("S"):
                vt = T.axis.spatial(16, tx)
                vk = T.axis.opaque(4, k)
                S[vt] = A[vt] + vk
            with T.block("C"):
                vt = T.axis.spatial(16, tx)
                vk = T.axis.opaque(4, k)
                C[vt] = C[vt] + S[15 - vt]
)";

const char* const kReused = R"(def reused(A: T.Buffer((8, 16), "float32"), D: T.Buffer((8,), "float32")):
    S = T.alloc_buffer((1,), "float32")
    for i in range(8):
        for k in range(16):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    S[0] = T.float32(0)
                S[0] = S[0] + A[vi, vk]
        with T.block("D"):
            vi = T.axis.spatial(8, i)
            D[vi] = S[0]
)";

const char* const kTail =
    R"(def tail(I: T.Buffer((8,), "int32"), A: T.Buffer((8, 16), "float32"), S: T.Buffer((8,), "float32")):
    for i in range(8):
        for k in range(15):
            with T.block("S"):
                vi = T.axis.spatial(8, i)
                vk = T.axis.reduce(16, k + 1)
                with T.init():
                    S[I[vi]] = T.float32(0)
                S[I[vi]] = S[I[vi]] + A[vi, vk]
)";

const char* const kGathered =
    R"(def gathered(I: T.Buffer((8,), "int32"), A: T.Buffer((8, 16), "float32"), S: T.Buffer((8,), "float32")):
    for i in range(8):
        for k in range(16):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    S[I[vi]] = T.float32(0)
                S[I[vi]] = S[I[vi]] + A[vi, vk]
)";

const char* const kSlanted =
    R"(def slanted(I: T.Buffer((8,), "int32"), A: T.Buffer((8, 16), "float32"), S: T.Buffer((8,), "float32")):
    for i in range(8):
        for k in range(16):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.where(i + k < 20)
                with T.init():
                    S[I[vi]] = T.float32(0)
                S[I[vi]] = S[I[vi]] + A[vi, vk]
)";

const char* const kBegun = R"(def begun(A: T.Buffer((8, 16), "float32"), S: T.Buffer((8,), "float32")):
    for i, k0, k1 in T.grid(8, 4, 4):
        with T.block("S"):
            vi = T.axis.spatial(8, i)
            vk = T.axis.reduce(16, k0 * 4 + k1)
            T.where(k0 * 4 + k1 != 3)
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
)";

const char* const kFed =
    R"(def fed(A: T.Buffer((8, 16), "float32"), X: T.Buffer((8,), "float32"), S: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("X"):
            vi = T.axis.spatial(8, i)
            X[vi] = A[vi, 0] * T.float32(2)
        for k in range(16):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    S[vi] = T.float32(0)
                S[vi] = S[vi] + A[vi, vk] * X[vi]
)";

const char* const kAgain = R"(def again(A: T.Buffer((8, 16), "float32"), S: T.Buffer((8,), "float32")):
    for r, i, k in T.grid(2, 8, 16):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
)";

const char* const kSums = R"(def sums(A: T.Buffer((8, 16), "float32"), B: T.Buffer((8, 16), "float32")):
    S = T.alloc_buffer((8,))
    for i, k in T.grid(8, 16):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
    for i, k in T.grid(8, 16):
        with T.block("B"):
            vi, vk = T.axis.remap("SS", [i, k])
            B[vi, vk] = A[vi, vk] - S[vi]
)";

// Sums of the rows so far: the sums survive from one iteration of t to the next.
const char* const kPrefix = R"(def prefix(A: T.Buffer((4, 8), "float32"), Y: T.Buffer((4, 8), "float32")):
    S = T.alloc_buffer((8,))
    for t, i in T.grid(4, 8):
        with T.block("S"):
            vt, vi = T.axis.remap("RS", [t, i])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vt, vi]
        with T.block("Y"):
            vt, vi = T.axis.remap("SS", [t, i])
            Y[vt, vi] = S[vi]
)";

const char* const kTwice = R"(def twice(A: T.Buffer((8, 16), "float32"), S: T.Buffer((8,), "float32")):
    for i, k in T.grid(8, 16):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(2)
            S[vi] = S[vi] * A[vi, vk]
)";

const char* const kAlternating = R"(def alternating(A: T.Buffer((8, 16), "float32"), S: T.Buffer((8,), "float32")):
    for i, k in T.grid(8, 16):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = A[vi, vk] - S[vi]
)";

const char* const kExchange = R"(def exchange(A: T.Buffer((8, 16), "float32"), B: T.Buffer((8, 16), "float32")):
    S = T.alloc_buffer((8, 16))
    for i, k in T.grid(8, 16):
        with T.block("S"):
            vi, vk = T.axis.remap("SS", [i, k])
            S[vi, vk] = A[vi, vk] * T.float32(2)
    for i, k in T.grid(8, 16):
        with T.block("B"):
            vi, vk = T.axis.remap("SS", [i, k])
            B[vi, vk] = S[vi, 15 - vk]
)";

const char* const kUpdated = R"(def updated(A: T.Buffer((8, 9), "float32"), C: T.Buffer((8, 8), "float32")):
    for i, j, k in T.grid(8, 8, 9):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk]
)";

const char* const kScaled = R"(def scaled(A: T.Buffer((8, 16), "float32"), B: T.Buffer((8, 16), "float32")):
    S = T.alloc_buffer((8,))
    for i, k in T.grid(8, 16):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
    for i, j in T.grid(8, 16):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * S[vi]
)";

const char* const kPart = R"(def part(A: T.Buffer((16, 8), "float32"), D: T.Buffer((16,), "float32")):
    S = T.alloc_buffer((16,), "float32")
    for i, k in T.grid(16, 8):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            T.where(i < 12)
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
    for j in range(16):
        with T.block("D"):
            vj = T.axis.spatial(16, j)
            D[vj] = S[vj] + T.float32(1)
)";

const char* const kPair = R"(from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Pair:
    @T.prim_func
    def main(A: T.Buffer((8,), "int32")):
        for i in range(8):
            with T.block("A"):
                vi = T.axis.spatial(8, i)
                A[vi] = 0

    @T.prim_func
    def other(B: T.Buffer((8,), "int32")):
        for j in range(8):
            with T.block("B"):
                vj = T.axis.spatial(8, j)
                B[vj] = 0
)";

const char* const kCounted = R"(def counted(A: T.Buffer((16,), "float32"), S: T.Buffer((16,), "float32")):
    for i, k in T.grid(16, 7):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi]
)";

const char* const kWindows = R"(def windows(A: T.Buffer((18,), "float32"), D: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((18,), "float32")
    for i in T.parallel(16):
        for x in range(3):
            with T.block("B"):
                vx = T.axis.spatial(18, i + x)
                B[vx] = A[vx] * T.float32(2)
        with T.block("D"):
            vi = T.axis.spatial(16, i)
            D[vi] = B[vi] + B[vi + 1] + B[vi + 2]
)";

const char* const kBare = R"(def bare(A: T.Buffer((10,), "int32")):
    with T.block("whole"):
        T.reads(A[0:10])
        T.writes(A[0:10])
        for i in range(10):
            A[i] = A[i] + i
)";

const RefusedStep kCases[] = {
    {kSame, R"(sch.get_block("half"))", "get_block.ambiguous", R"(2 blocks are named "half" in same)"},
    {kCount, R"(sch.atomic("C"))", "atomic.width",
     "C has elements of type int8, but atomic updates are 32 or 64 bits wide"},
    {kReused, R"(sch.decompose_reduction("S", "i"))", "decompose_reduction.changes-values",
     "moving the init of block S before loop i changes the results: block S would read a value of S that another "
     "execution of block S wrote"},
    {kTail, R"(sch.decompose_reduction("S", "i"))", "decompose_reduction.late-start",
     "it could not be proved that the loops of block S start where its reduction starts, which is where it is "
     "initialised (block S accesses S at an index that is not affine)"},
    {kReused, R"(sch.decompose_reduction("S", "k")
sch.decompose_reduction("S_update", "k"))",
     "decompose_reduction.no-init", "block S_update has no init to move out"},
    {kSlanted, R"(sch.decompose_reduction("S", "i"))", "decompose_reduction.condition",
     "the condition i + k < 20 of block S uses loops of the reduction and of its elements, and it could not be "
     "proved that the init may run without it (block S accesses S at an index that is not affine)"},
    {kGathered, R"(sch.decompose_reduction("S", "i"))", "decompose_reduction.undecided",
     "block S writes one element for several values of vi, and it could not be proved that its init may run before "
     "loop i (block S accesses S at an index that is not affine)"},
    {kBegun, R"(sch.rfactor("k1", 0))", "rfactor.guard",
     "the guard k0 * 4 + k1 != 3 of block S may skip the first iteration of a reduction, which then starts later"},
    {kFed, R"(sch.rfactor("k", 0))", "rfactor.input-changes",
     "block S reads X, which block X writes under loop i: the partial results are computed before that loop"},
    {kReused, R"(sch.rfactor("i", 0))", "rfactor.one-block",
     "loop i contains 2 blocks; only a loop of a single reduction can be factored"},
    {kReused, R"(sch.rfactor("k", 0))", "rfactor.undecided",
     "it could not be proved that block S combines every value exactly once: its spatial variables cannot be recovered "
     "from the indices of its elements"},
    {kAgain, R"(sch.rfactor("k", 0))", "rfactor.unused-loop",
     "no iteration variable of block S is bound to loop r, which only repeats the block"},
    {kSkewedRows, R"(m, l = sch.get_loops("W")
sch.parallel(l)
sch.reorder(l, m))",
     "reorder.race",
     "in the order l, m, the iterations of loop l would depend on each other, but they run at the same time"},
    {kSums, R"(i, k = sch.get_loops("S")
sch.reorder(k, i)
sch.bind(i, "threadIdx.x")
sch.set_scope("S", 0, "local"))",
     "threads.read-outside",
     R"(block "B" reads S_local outside of the kernel of loop i, which writes it, but memory of the scope local lasts for one launch of the kernel)"},
    {kTwice, R"(sch.bind(sch.get_loops("S")[1], "threadIdx.x"))", "threads.reduction-not-combined",
     R"(threads cannot reduce block "S" over loop k: it starts at T.float32(2.0), which would be combined once for each thread)"},
    {kAlternating, R"(sch.bind(sch.get_loops("S")[1], "threadIdx.x"))", "loop.carries-reduction",
     R"(loop k carries the reduction of block "S", so it cannot be bound to threadIdx.x)"},
    {kPrefix, R"(sch.bind(sch.get_loops("S")[1], "threadIdx.x")
sch.set_scope("S", 0, "local"))",
     "threads.between-launches",
     "elements of S_local would have to survive from one launch of the kernel of loop i to the next, but memory of the "
     "scope local lasts for one launch"},
    {kSums, R"(sch.compute_at("S", sch.get_loops("B")[0])
sch.cache_write("S", 0, "global")
k = sch.get_loops("S")[-1]
sch.reverse_compute_at("S_global", k)
sch.bind(k, "threadIdx.x"))",
     "threads.reduction-beside-others",
     R"(threads would reduce block "S" and run block "S_global" in the same iterations of loop ax0, but the result is available only after the last of them)"},
    {kSums, R"(sch.bind(sch.fuse(*sch.get_loops("S")), "threadIdx.x"))", "threads.reduction-mixed",
     R"(loop i_k_fused runs over the elements of block "S" and over its reduction, so threads cannot reduce the parts of one element)"},
    {kScaled, R"(i, j = sch.get_loops("B")
sch.compute_at("S", j)
sch.bind(j, "threadIdx.x")
sch.reverse_compute_at("B", sch.get_loops("S")[-1]))",
     "threads.rewritten",
     R"(threads would write the same elements of B in every iteration of loop ax0, while block "S" changes what they write)"},
    {kScaled, R"(sch.cache_write("B", 0, "global")
i, j = sch.get_loops("B")
sch.compute_at("S", j)
sch.bind(j, "threadIdx.x")
sch.reverse_compute_at("B", sch.get_loops("S")[-1]))",
     "threads.rewritten",
     R"(threads would write the same elements of B_global in every iteration of loop ax0, while block "S" changes what they write)"},
    {kScaled, R"(i, j = sch.get_loops("B")
sch.compute_at("S", j)
sch.parallel(j)
sch.peel(i))",
     "threads.shared-buffer",
     "the iterations of loop j run at once, and each of them fills buffer S for itself; they would share it after this "
     "step, because other statements would use it"},
    {kExchange, R"(i, k = sch.get_loops("B")
sch.set_scope("S", 0, "shared")
sch.compute_at("S", i)
sch.bind(i, "threadIdx.x")
sch.bind(k, "blockIdx.x")
sch.bind(sch.get_loops("S")[-1], "blockIdx.x"))",
     "threads.shared-memory",
     "thread blocks would read elements of S_shared that other thread blocks write, but memory of the scope shared is "
     "private to one thread block"},
    {kExchange, R"(i, k = sch.get_loops("B")
sch.set_scope("S", 0, "shared")
sch.compute_at("S", i)
sch.bind(i, "vthread.x")
sch.bind(k, "blockIdx.x")
sch.bind(sch.get_loops("S")[-1], "blockIdx.x"))",
     "threads.shared-memory",
     "thread blocks would read elements of S_shared that other thread blocks write, but memory of the scope shared is "
     "private to one thread block"},
    {kUpdated, R"(sch.decompose_reduction("C", sch.get_loops("C")[1])
sch.cache_write("C_update", 0, "shared")
sch.reverse_compute_at("C_shared", sch.get_loops("C_update")[1])
sch.bind(sch.get_loops("C_init")[1], "blockIdx.y")
sch.bind(sch.get_loops("C_init")[0], "threadIdx.x"))",
     "threads.shared-memory",
     "thread blocks would read elements of C_shared that other thread blocks write, but memory of the scope shared is "
     "private to one thread block"},
    {kUpdated, R"(i, j, k = sch.get_loops("C")
sch.decompose_reduction("C", j)
sch.cache_write("C_init", 0, "shared")
sch.bind(i, "threadIdx.x")
sch.reverse_compute_at("C_shared", i)
sch.bind(j, "blockIdx.x"))",
     "threads.shared-memory",
     "thread blocks would read elements of C_shared that other thread blocks write, but memory of the scope shared is "
     "private to one thread block"},
    {kMaybeNothing, R"(j = sch.get_loops("C")[1]
first, rest = sch.loop_partition(j, [2, None])
sch.peel(first, 1, at_start=True))",
     "reduction.init-lost",
     "the reduction of block C_j0 may have no iteration, and its init would not run in this case after the step: it "
     "depends on loop j0 or on a condition on this loop"},
    {kReversed, R"(sch.unroll("tx"))", "schedule.thread-exchange",
     "the threads of loop tx exchange values: all of them complete a statement before the next one, and unroll is "
     "checked for one thread after the other"},
    {kReversed, R"(sch.fission(sch.get_loops("S")[1], "S"))", "schedule.thread-exchange",
     "the threads of loop tx exchange values: all of them complete a statement before the next one, and fission is "
     "checked for one thread after the other"},
    {kPart, R"(sch.pack("S", 0, lambda a, b: (b, a), "j"))", "loop.not-around", "loop j does not contain block S"},
    {kPair, R"(i, = sch.get_loops(sch.get_block("A", func_name="main"))
j, = sch.get_loops(sch.get_block("B", func_name="other"))
sch.reorder(i, j))",
     "loop.other-function", "loops i and j are in different functions"},
    {kPart, R"(sch.loop_partition("j", [None, 4, None]))", "loop_partition.two-open",
     "2 of the parts are None, but only one can be inferred"},
    {kPart, R"(sch.loop_partition("j", [0, None]))", "loop_partition.not-positive",
     "part 0 has 0 iterations; a part has at least one"},
    {kPart, R"(sch.loop_partition("j", [16, None]))", "loop_partition.nothing-left",
     "the parts of loop j cover all its 16 iterations; nothing is left for None"},
    {kCounted, R"(sch.pragma("i", ""))", "pragma.no-name", "a pragma needs a name"},
    {kWindows, R"(sch.unroll_and_jam("x", 3))", "unroll_and_jam.innermost",
     "loop x is the innermost one of its nest: there is nothing to jam into"},
    {kWindows, "sch.sample_categorical([], [])", "sample_categorical.nothing",
     "there are no candidates to choose from"},
    {kWindows, "sch.sample_categorical([1, 2], [0.5, -0.5])", "sample_categorical.probability",
     "probability 1 is -0.5; probabilities must not be negative, nor all 0"},
    {kWindows, R"(sch.sample_partitioned_tile("i", 2, 1, 4, [8, 2]))", "sample_partitioned_tile.decision",
     "the decision [8, 2] is not a list of 2 positive factors whose product is 16 and whose product from position 1 on "
     "is a multiple of 4"},
    {kBare, R"(sch.parallel("i"))", "schedule.no-block-below", "loop i contains no block, so steps cannot refer to it"},
    {kSame, R"(sch.work_on("other"))", "schedule.unknown-function", R"(there is no function named "other")"},
};

TEST(LoopErrors, SayWhatAndWhere) { expectRefusals(kCases); }

}  // namespace
}  // namespace lw::loop_errors
