// What steps refuse that move blocks, inline them or divide their loops.
#include <gtest/gtest.h>

#include "tests/errors/refused_steps.h"

namespace lw::location_errors {
namespace {

const char* const kSummed =
    R"(def summed(A: T.Buffer((16, 8), "float32"), D: T.Buffer((16,), "float32"), E: T.Buffer((16,), "float32")):
    S = T.alloc_buffer((16,), "float32")
    for i, k in T.grid(16, 8):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
    for j in range(16):
        with T.block("D"):
            vj = T.axis.spatial(16, j)
            D[vj] = S[vj] * T.float32(2)
)";

const char* const kCopied = R"(def copied(A: T.Buffer((16, 8), "float32"), D: T.Buffer((16, 8), "float32")):
    B = T.alloc_buffer((16, 8), "float32")
    for i, j in T.grid(16, 8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj]
    for m in range(16):
        with T.block("D"):
            vm = T.axis.spatial(16, m)
            T.reads(B[vm, 0:8])
            T.writes(D[vm, 0:8])
            row = T.match_buffer(B[vm, 0:8], (8,), "float32", offset_factor=1)
            for n in range(8):
                D[vm, n] = row[n]
)";

const char* const kAlone =
    R"(def alone(A: T.Buffer((8,), "int32"), D: T.Buffer((8,), "int32"), E: T.Buffer((8,), "int32")):
    X = T.alloc_buffer((8,), "int32")
    for i in range(8):
        with T.block("X"):
            vi = T.axis.spatial(8, i)
            X[vi] = A[vi]
        E[i] = 1
    for j in range(8):
        with T.block("D"):
            vj = T.axis.spatial(8, j)
            D[vj] = X[vj]
)";

const char* const kThree =
    R"(def three(A: T.Buffer((16,), "int32"), D: T.Buffer((16,), "int32"), E: T.Buffer((16,), "int32")):
    B = T.alloc_buffer((16,), "int32")
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi] + 1
    for j in range(16):
        with T.block("D"):
            vj = T.axis.spatial(16, j)
            D[vj] = B[vj]
    for k in T.parallel(16):
        with T.block("E"):
            vk = T.axis.spatial(16, k)
            E[vk] = B[15 - vk]
)";

const char* const kShares =
    R"(def shares(A: T.Buffer((16,), "int32"), B: T.Buffer((4,), "int32"), D: T.Buffer((16,), "int32")):
    for i in range(4):
        with T.block("B"):
            vi = T.axis.spatial(4, i)
            B[vi] = A[vi] + 1
    for j in T.parallel(16):
        with T.block("D"):
            vj = T.axis.spatial(16, j)
            D[vj] = B[vj // 4]
)";

const char* const kRows = R"(def rows(A: T.Buffer((16, 8), "float32"), S: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((16, 8), "float32")
    for i, j in T.grid(16, 8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + T.float32(1)
    for m, k in T.grid(16, 8):
        with T.block("S"):
            vm, vk = T.axis.remap("SR", [m, k])
            with T.init():
                S[vm] = T.float32(0)
            S[vm] = S[vm] + B[vm, vk]
)";

const char* const kLate =
    R"(def late(I: T.Buffer((16,), "int32"), A: T.Buffer((16,), "int32"), D: T.Buffer((16,), "int32")):
    B = T.alloc_buffer((16,), "int32")
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi] + 1
    for j in range(16):
        with T.block("A"):
            vj = T.axis.spatial(16, j)
            A[I[vj]] = vj
    for k in range(16):
        with T.block("D"):
            vk = T.axis.spatial(16, k)
            D[vk] = B[vk]
)";

const char* const kUnread = R"(def unread(A: T.Buffer((16,), "int32"), D: T.Buffer((16,), "int32")):
    B = T.alloc_buffer((16,), "int32")
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi]
    for k in range(16):
        with T.block("D"):
            vk = T.axis.spatial(16, k)
            D[vk] = A[vk]
)";

const char* const kHalves = R"(def halves(A: T.Buffer((16,), "int32"), D: T.Buffer((8,), "int32")):
    B = T.alloc_buffer((8,), "int32")
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi // 2] = A[vi]
    for k in range(8):
        with T.block("D"):
            vk = T.axis.spatial(8, k)
            D[vk] = B[vk]
)";

const char* const kRunning =
    R"(def running(A: T.Buffer((16,), "int32"), S: T.Buffer((1,), "int32"), D: T.Buffer((16,), "int32")):
    B = T.alloc_buffer((16,), "int32")
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = S[0] + A[vi]
        with T.block("S"):
            vi = T.axis.opaque(16, i)
            S[0] = B[vi]
)";

const char* const kJoined = R"(def joined(A: T.Buffer((16,), "int32"), D: T.Buffer((16,), "int32")):
    B = T.alloc_buffer((16,), "int32")
    C = T.alloc_buffer((16,), "int32")
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi]
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            C[vi] = B[vi]
        with T.block("D"):
            vi = T.axis.spatial(16, i)
            D[vi] = C[vi]
)";

const char* const kGuess =
    R"(def guess(I: T.Buffer((16,), "int32"), A: T.Buffer((16,), "int32"), D: T.Buffer((16,), "int32")):
    B = T.alloc_buffer((16,), "int32")
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[I[vi]] = A[vi]
        with T.block("D"):
            vi = T.axis.spatial(16, i)
            D[vi] = B[I[vi]]
)";

const char* const kGuarded =
    R"(def guarded(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), C: T.Buffer((16,), "int32")):
    for i in range(16):
        if i < 8:
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                B[vi] = A[vi]
            with T.block("C"):
                vi = T.axis.spatial(16, i)
                C[vi] = A[vi]
)";

const char* const kBias =
    R"(def bias(A: T.Buffer((16, 8), "float32"), b: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32"), E: T.Buffer((32,), "float32")):
    S = T.alloc_buffer((16,), "float32")
    R = T.alloc_buffer((16,), "float32")
    for i, k in T.grid(16, 8):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
    for h in range(16):
        with T.block("b"):
            vh = T.axis.spatial(16, h)
            b[vh] = A[vh, 0]
    for j in range(16):
        with T.block("D"):
            vj = T.axis.spatial(16, j)
            D[vj] = S[vj] + b[vj]
    for l, n in T.grid(16, 8):
        with T.block("R"):
            vl, vn = T.axis.remap("SR", [l, n])
            with T.init():
                R[vl] = T.float32(0)
            R[vl] = R[vl] + A[vl, vn]
    for m in range(32):
        with T.block("E"):
            vm = T.axis.spatial(32, m)
            E[vm] = R[vm // 2] + b[0]
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

const char* const kBetween =
    R"(def between(A: T.Buffer((16,), "int32"), D: T.Buffer((16,), "int32"), E: T.Buffer((16,), "int32")):
    B = T.alloc_buffer((16,), "int32")
    for i in range(16):
        with T.block("first"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi]
    for j in range(16):
        with T.block("D"):
            vj = T.axis.spatial(16, j)
            D[vj] = B[vj]
    for k in range(16):
        with T.block("second"):
            vk = T.axis.spatial(16, k)
            B[vk] = A[vk] * 2
    for l in range(16):
        with T.block("E"):
            vl = T.axis.spatial(16, l)
            E[vl] = B[vl]
)";

const char* const kPadded =
    R"(def padded(A: T.Buffer((16, 16), "float32"), P: T.Buffer((16, 16), "float32"), D: T.Buffer((16, 16), "float32")):
    for i, j in T.grid(16, 16):
        with T.block("triangle"):
            vi, vj = T.axis.remap("SS", [i, j])
            P[vi, vj] = T.if_then_else(vi < vj, A[vi, vj], T.float32(0))
    for m in range(16):
        for n in range(16):
            with T.block("D"):
                vm, vn = T.axis.remap("SS", [m, n])
                D[vm, vn] = T.if_then_else(vm < 8, A[vm, vn], T.float32(0))
        for o in range(16):
            with T.block("rest"):
                vm, vo = T.axis.remap("SS", [m, o])
                P[vm, vo] = P[vm, vo] + D[vm, vo]
)";

const char* const kRepeats = R"(def repeats(A: T.Buffer((16,), "int32"), D: T.Buffer((16,), "int32")):
    B = T.alloc_buffer((1,), "int32")
    for j in T.parallel(16):
        with T.block("B"):
            vb = T.axis.spatial(1, 0)
            B[vb] = A[0] + 1
        with T.block("D"):
            vj = T.axis.spatial(16, j)
            D[vj] = B[0]
)";

const char* const kHalved = R"(def halved(A: T.Buffer((18,), "float32"), D: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((18,), "float32")
    for i in range(16):
        for x in range(3):
            with T.block("B"):
                vx = T.axis.spatial(18, i + x)
                T.where(x < 2)
                B[vx] = A[vx]
        with T.block("D"):
            vi = T.axis.spatial(16, i)
            D[vi] = B[vi] + B[vi + 1]
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

const char* const kRounds = R"(def rounds(A: T.Buffer((18,), "float32"), D: T.Buffer((2, 16), "float32")):
    B = T.alloc_buffer((18,), "float32")
    for r in range(2):
        for i in range(16):
            for x in range(3):
                with T.block("B"):
                    vx = T.axis.spatial(18, i + x)
                    T.where(r < 1)
                    B[vx] = A[vx] * T.float32(2)
            with T.block("D"):
                vr, vi = T.axis.remap("SS", [r, i])
                D[vr, vi] = B[vi] + B[vi + 1] + B[vi + 2]
)";

const char* const kBeforeWindow = R"(def before_window(A: T.Buffer((18,), "float32"), D: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((18,), "float32")
    for i in range(16):
        for x in range(3):
            with T.block("B"):
                vx = T.axis.spatial(18, i + x)
                B[vx] = A[vx] * T.float32(2)
        with T.block("D"):
            vi = T.axis.spatial(16, i)
            D[vi] = B[vi] + B[0]
)";

const char* const kChanging =
    R"(def changing(A: T.Buffer((18,), "float32"), S: T.Buffer((1,), "float32"), D: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((18,), "float32")
    for i in range(16):
        with T.block("S"):
            vi = T.axis.opaque(16, i)
            S[0] = A[vi]
        for x in range(3):
            with T.block("B"):
                vx = T.axis.spatial(18, i + x)
                B[vx] = S[0] * T.float32(2)
        with T.block("D"):
            vi = T.axis.spatial(16, i)
            D[vi] = B[vi] + B[vi + 1] + B[vi + 2]
)";

const char* const kFilledPerRow = R"(def filled_per_row(A: T.Buffer((4,), "float32"), D: T.Buffer((8,), "float32")):
    S = T.alloc_buffer((4,))
    B = T.alloc_buffer((8,))
    for i in T.parallel(8):
        for k in range(4):
            with T.block("S"):
                vk = T.axis.spatial(4, k)
                S[vk] = A[vk] * T.float32(2)
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = S[0] + S[vi // 2]
    for j in range(8):
        with T.block("D"):
            vj = T.axis.spatial(8, j)
            D[vj] = B[vj] + T.float32(1)
)";

const char* const kContinued = R"(def continued(A: T.Buffer((8,), "int32"), P: T.Buffer((8,), "int32")):
    B = T.alloc_buffer((8,), "int32")
    for i in T.parallel(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = A[vi] * 2
    for j in range(8):
        with T.block("P"):
            vj = T.axis.spatial(8, j)
            P[vj] = B[vj] + T.if_then_else(vj > 0, P[vj - 1], 0)
)";

const char* const kBare = R"(def bare(A: T.Buffer((10,), "int32")):
    with T.block("whole"):
        T.reads(A[0:10])
        T.writes(A[0:10])
        for i in range(10):
            A[i] = A[i] + i
)";

const RefusedStep kCases[] = {
    {kSummed, R"(sch.compute_inline("S"))", "inline.not-one-store", "block S is not a single store: it is a reduction"},
    {kSummed, R"(sch.reverse_compute_inline("S"))", "inline.not-one-store",
     "block S is not a single store: it has an init"},
    {kCopied, R"(sch.compute_at("B", "m", index=5))", "compute_at.bad-index",
     "block B cannot take position 5 under loop m: the positions between its producers and its consumers are 0 to 0"},
    {kCopied, R"(sch.compute_at("B", sch.get_loops("B")[0]))", "compute_at.own-loop",
     "loop i already contains block B"},
    {kAlone, R"(i, = sch.get_loops("X")
sch.compute_inline("X")
sch.compute_at("D", i))",
     "compute_at.no-partner", "no consumer of block D is under loop i"},
    {kThree, R"(sch.compute_at("B", "k"))", "compute_at.partner-outside",
     "block D, a consumer of block B, is not under loop k: block D would read elements of B that are not written yet"},
    {kShares, R"(sch.compute_at("B", "j"))", "compute_at.race",
     "loop j runs in parallel, and its iterations would share what block B computes"},
    {kRows, R"(sch.compute_group_at([], "m"))", "compute_group_at.no-blocks", "no blocks to move are given"},
    {kRows, R"(sch.compute_group_at(["root"], "m"))", "block.root",
     "block root is the root of the function; there is no block around it"},
    {kRows, R"(sch.create_group(["root"]))", "block.root",
     "block root is the root of the function; there is no block around it"},
    {kLate, R"(sch.compute_inline("B"))", "compute_inline.input-written",
     "block B reads A (written by block A), which may change before the readers of B run (block A accesses A at an "
     "index that is not affine)"},
    {kFilledPerRow, R"(sch.compute_inline("B"))", "compute_inline.race",
     "the iterations of loop i run in parallel and would share S"},
    {kContinued, R"(sch.reverse_compute_inline("P"))", "reverse_compute_inline.race",
     "loop i runs its iterations at once, and with block P in it they would depend on each other"},
    {kUnread, R"(sch.compute_inline("B"))", "compute_inline.no-reader", "no block of the scope reads B"},
    {kHalves, R"(sch.compute_inline("B"))", "compute_inline.not-invertible",
     "the iteration variables of block B cannot be recovered from the indices of its store to B: the indices leave out "
     "or use twice a part of iterator vi"},
    {kRunning, R"(sch.compute_root("B"))", "compute_root.changes-values",
     "giving block B a nest of its own changes the results: block B would read elements of S that are not written yet"},
    {kJoined, R"(sch.compute_root("C"))", "compute_root.no-place",
     "block C needs B, which is computed in the nest of D, a consumer of C"},
    {kGuess, R"(sch.compute_root("B"))", "compute_root.undecided",
     "it could not be proved that block B computes the same in a nest of its own (block B accesses B at an index that "
     "is not affine)"},
    {kRows, "sch.create_group([])", "create_group.no-outputs", "a group needs at least one output block"},
    {kGuarded, R"(sch.fission("i", "B"))", "fission.guarded",
     "block B is inside a condition under loop i, which cannot be divided"},
    {kJoined, R"(sch.fission("i", "D"))", "fission.nothing-after", "nothing under loop i follows block D"},
    {kGuess, R"(sch.fission("i", "B"))", "fission.undecided",
     "it could not be proved that loop i can be divided after block B (block B accesses B at an index that is not "
     "affine)"},
    {kBias, R"(sch.fuse_reduction_epilogue("S", "D"))", "fuse_reduction_epilogue.between",
     "between blocks S and D, block b writes b"},
    {kBias, R"(sch.fuse_reduction_epilogue("S", "b"))", "fuse_reduction_epilogue.no-epilogue",
     "block b does more than add to the result of S: it does not read S"},
    {kBias, R"(sch.fuse_reduction_epilogue("R", "E"))", "fuse_reduction_epilogue.not-invertible",
     "the iteration variables of block E cannot be recovered from its reads of R: iterations (0) and (1) read the same "
     "element"},
    {kPart, R"(sch.fuse_reduction_epilogue("S", "D"))", "fuse_reduction_epilogue.part",
     "it could not be proved that block S runs once for every value of its iteration variables"},
    {kSummed, "sch.inline_all()", "inline_all.nothing", "no block of function main can be inlined"},
    {kUnread, R"(sch.reverse_compute_inline("D"))", "reverse_compute_inline.no-producer",
     "block D reads nothing that another block of its scope computes, so there is no producer to inline it into"},
    {kBetween, R"(sch.reverse_compute_inline("E"))", "reverse_compute_inline.producers",
     "block E reads B, which is written by 2 blocks (first, second): it can only be inlined into a single producer"},
    {kSummed, R"(sch.reverse_compute_inline("D"))", "reverse_compute_inline.reduction",
     "block S is a reduction: its elements are not final when they are stored"},
    {kPadded, R"(sch.add_guard("triangle", lambda i: i == 0))", "guard.inputs",
     "the condition for block triangle takes 1 variables, but 2 loops enclose it"},
    {kPadded, R"(sch.add_guard("triangle", lambda i, j: i + j))", "guard.no-condition",
     "the condition for block triangle must be one boolean expression"},
    {kRepeats, R"(sch.add_guard("B", lambda j: j == 0))", "guard.race",
     "with a guard (j == 0) on block B, the iterations of loop j depend on each other, but they run in parallel"},
    {kHalved, R"(sch.rolling_buffer("B", 0))", "rolling_buffer.changes-values",
     "keeping the window of B over loop i changes the results: block D would read elements of B that are not written "
     "yet"},
    {kWindows, R"(sch.rolling_buffer("B", 0))", "rolling_buffer.not-serial",
     "loop i is parallel; its iterations must run one after the other"},
    {kRounds, R"(sch.rolling_buffer("B", 0))", "rolling_buffer.outer",
     "the window of B would be carried over from one iteration of loop r to the next"},
    {kBeforeWindow, R"(sch.rolling_buffer("B", 0))", "rolling_buffer.outside-window",
     "block D accesses B at B[0:vi + 1], which may be outside of the window i:i + 3 of an iteration of loop i"},
    {kChanging, R"(sch.rolling_buffer("B", 0))", "rolling_buffer.undecided",
     "it could not be proved that keeping the window of B over loop i keeps the results (one execution reads different "
     "values in different rounds)"},
    {kWindows, R"(sch.sliding_window("B", "x"))", "sliding_window.no-window",
     "the region that block B computes does not advance with loop x, or does not overlap with the previous one"},
    {kBare, R"(sch.compute_inline("whole"))", "block.root",
     "block whole is the root of the function; there is no block around it"},
    {kBare, R"(sch.reverse_compute_inline("whole"))", "block.root",
     "block whole is the root of the function; there is no block around it"},
};

TEST(LocationErrors, SayWhatAndWhere) { expectRefusals(kCases); }

}  // namespace
}  // namespace lw::location_errors
