// What steps refuse that change layouts, iteration spaces and what a block computes.
#include <gtest/gtest.h>

#include "tests/errors/refused_steps.h"

namespace lw::layout_errors {
namespace {

// Copies eight elements by calling a function of another language.
const std::string kCopy8 = R"(from tvm.script import tir as T


@T.prim_func
def desc(a: T.handle, b: T.handle):
    A = T.match_buffer(a, (8,), "float32", offset_factor=1)
    B = T.match_buffer(b, (8,), "float32", offset_factor=1)
    with T.block("root"):
        T.reads(A[0:8])
        T.writes(B[0:8])
        for i in range(8):
            with T.block("copy"):
                vi = T.axis.spatial(8, i)
                B[vi] = A[vi]


@T.prim_func
def impl(a: T.handle, b: T.handle):
    A = T.match_buffer(a, (8,), "float32", offset_factor=1)
    B = T.match_buffer(b, (8,), "float32", offset_factor=1)
    with T.block("root"):
        T.reads(A[0:8])
        T.writes(B[0:8])
        T.evaluate(T.call_extern("int32", "copy8", A.access_ptr("r"), B.access_ptr("w")))


TensorIntrin.register("copy8", desc, impl)


)";

const char* const kDoubled =
    R"(def doubled(A: T.Buffer((4, 8), "float32"), S: T.Buffer((4,), "float32"), R: T.Buffer((4, 8), "float32")):
    for i, k in T.grid(4, 8):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
)";

const char* const kStrided = R"(def strided(a: T.handle, D: T.Buffer((16,), "float32")):
    A = T.match_buffer(a, (16,), "float32", strides=(2,))
    for i in range(16):
        with T.block("D"):
            vi = T.axis.spatial(16, i)
            D[vi] = A[vi]
)";

const char* const kLong = R"(def long(A: T.Buffer((1048576,), "float32"), D: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("D"):
            vi = T.axis.spatial(16, i)
            D[vi] = A[vi]
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

const char* const kMixes = R"(def mixes(I: T.Buffer((16,), "int32"), A: T.Buffer((16, 16), "float32")):
    for i, j in T.grid(16, 16):
        with T.block("A"):
            vi, vj = T.axis.remap("SS", [i, j])
            A[I[vi], vj] = A[I[vj], vi] * T.float32(2)
)";

const char* const kOffset =
    R"(def offset(A: T.Buffer((4, 4), "int32"), B: T.Buffer((16,), "int32"), C: T.Buffer((4,), "int32"), D: T.Buffer((4,), "int32")):
    for i, j in T.grid(4, 4):
        with T.block("B"):
            vb = T.axis.spatial(16, i * 4 + j)
            B[vb] = A[i, j]
    for k in range(4):
        with T.block("C"):
            vk = T.axis.spatial(4, k)
            C[vk] = A[vk, k]
    for l in range(4):
        with T.block("D"):
            vl = T.axis.spatial(4, l)
            T.where(l < 3)
            D[vl] = A[vl, 0]
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

const char* const kAgain = R"(def again(A: T.Buffer((8, 16), "float32"), S: T.Buffer((8,), "float32")):
    for r, i, k in T.grid(2, 8, 16):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
)";

const char* const kRagged = R"(def ragged(N: T.Buffer((8,), "int32"), D: T.Buffer((8, 8), "int32")):
    for i in range(8):
        for j in range(N[i]):
            with T.block("D"):
                vi = T.axis.spatial(8, i)
                vj = T.axis.spatial(N[i], j)
                D[vi, vj] = 0
)";

const char* const kWrapped = R"(def wrapped(A: T.Buffer((16,), "float32"), P: T.Buffer((4,), "float32")):
    for i in range(16):
        with T.block("P"):
            vi = T.axis.spatial(16, i)
            P[vi % 4] = T.if_then_else(vi < 15, A[vi], T.float32(0))
)";

const char* const kCounted = R"(def counted(A: T.Buffer((16,), "float32"), S: T.Buffer((16,), "float32")):
    for i, k in T.grid(16, 7):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi]
)";

const std::string kMoved = kCopy8 + R"(@T.prim_func
def moved(X: T.Buffer((16, 8), "float32"), Y: T.Buffer((16, 8), "float32")):
    for i in range(8):
        for j in range(8):
            with T.block("column"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[8, vj] = X[vj, vi]
    for m in range(2):
        for n in range(8):
            with T.block("shift"):
                vm, vn = T.axis.remap("SS", [m, n])
                Y[0, vn] = Y[vm + 1, vn]
)";

const std::string kSparse = kCopy8 + R"(@T.prim_func
def sparse(x: T.handle, Y: T.Buffer((16, 8), "float32")):
    X = T.match_buffer(x, (16, 8), "float32", strides=(16, 2))
    for i, j in T.grid(16, 8):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = X[vi, vj]
)";

const char* const kStarts =
    R"(def starts(A: T.Buffer((8, 16), "float32"), S: T.Buffer((8,), "float32"), R: T.Buffer((8,), "float32"), Q: T.Buffer((15,), "float32")):
    for i, k in T.grid(8, 15):
        with T.block("S"):
            vi = T.axis.spatial(8, i)
            vk = T.axis.reduce(16, k + 1)
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
    for k2, i2 in T.grid(16, 8):
        with T.block("R"):
            vi, vk = T.axis.remap("SR", [i2, k2])
            with T.init():
                R[vi] = T.float32(0)
            R[vi] = R[vi] + A[vi, vk]
    for l, m, n in T.grid(8, 8, 16):
        with T.block("Q"):
            vl, vm, vn = T.axis.remap("SSR", [l, m, n])
            with T.init():
                Q[vl + vm] = T.float32(0)
            Q[vl + vm] = Q[vl + vm] + A[vl, vn]
)";

const RefusedStep kCases[] = {
    {kDoubled, R"(sch.transform_layout("S", "A", lambda i, j: (i - 1, j)))", "transform_layout.bounds",
     "index 0 of the map (i - 1) cannot be an index of buffer A: its range does not start at 0 or has no known end"},
    {kDoubled, R"(sch.transform_layout("S", "A", lambda i, j: (i, j // 3, j % 3), pad_value=0))",
     "transform_layout.no-writer",
     "nothing in the function writes A, so nothing can fill the positions that the new layout adds"},
    {kDoubled, R"(sch.transform_layout("S", "S", lambda i: (i // 3, i % 3), pad_value=lambda a, b: T.float64(0)))",
     "transform_layout.pad-type", "the pad value has type float64, but buffer S has float32"},
    {kStrided, R"(sch.transform_layout("D", "A", lambda i: i))", "transform_layout.strided",
     "buffer A has strides of its own, which already define its layout"},
    {kLong, R"(sch.transform_layout("D", "A", lambda i: (i * i) % 1048573))", "transform_layout.undecided",
     "it could not be proved that the index map gives every element of A its own position"},
    {kDoubled, R"(sch.transform_layout("S", "A", lambda i, j: (i + j, j), pad_value=0))",
     "transform_layout.unknown-gaps",
     "it is not known which positions of the new layout of A have no element, so they cannot be filled"},
    {kDoubled, R"(sch.transform_block_layout("S", lambda i, k: (i, 7 - k)))", "transform_block_layout.init",
     "the init of block S runs where all its reduction variables are 0, which would no longer be its first execution"},
    {kCopied, R"(sch.transform_block_layout("B", lambda i, j: (i // 3, i % 3, j)))",
     "transform_block_layout.no-inverse",
     "the index map of block B cannot be inverted: it does not reach all values of the new iteration variables, or "
     "does "
     "not consist of splits and fusions"},
    {kCopied, R"(sch.transform_block_layout("B", lambda i, j: (i + j, j // 8)))",
     "transform_block_layout.not-one-to-one",
     "the index map of block B takes i = 0, j = 1 and i = 1, j = 0 to the same values of the new iteration variables"},
    {kMixes, R"(sch.transform_block_layout("A", lambda i, j: (j, i)))", "transform_block_layout.dependence",
     "it could not be ruled out that the new order of the iteration variables of block A changes the results: block A "
     "accesses A at an index that is not affine"},
    {kOffset, R"(sch.transform_block_layout("B", lambda b: b))", "own_loops.binding",
     "iteration variable vb of block B is bound to i * 4 + j, not to a loop of its own"},
    {kOffset, R"(sch.transform_block_layout("C", lambda b: b))", "own_loops.direct",
     "the body of block C uses loop k directly, not through an iteration variable"},
    {kPadded, R"(sch.transform_block_layout("D", lambda m, n: (n, m)))", "own_loops.not-alone",
     "loop m contains more than block D, so the loop cannot be replaced"},
    {kOffset, R"(sch.transform_block_layout("D", lambda b: b))", "own_loops.predicate", "block D has the guard l < 3"},
    {kAgain, R"(sch.transform_block_layout("S", lambda i, k: (k, i)))", "own_loops.unused",
     "no iteration variable of block S is bound to loop r: the loop only repeats the block"},
    {kRagged, R"(sch.blockize("j"))", "axis.moving-domain",
     "iteration variable vj of block D has the domain 0 to N[i], which changes with loop i"},
    {kPadded, R"(sch.decompose_padding("triangle", "i"))", "decompose_padding.condition",
     "the term vi < vj in the condition of block triangle does not bound a single iteration variable"},
    {kPadded, R"(sch.decompose_padding("rest", "o"))", "decompose_padding.form",
     "block rest is not a padded copy: the stored value has no condition"},
    {kPadded, R"(sch.decompose_padding("D", "m"))", "decompose_padding.not-alone",
     "loop m contains more than block D, and the fill would run before all of it"},
    {kWrapped, R"(sch.decompose_padding("P", "i"))", "decompose_padding.written-twice",
     "it could not be proved that block P writes every element of P once: the fill could overwrite the inside"},
    {kCopied, R"(sch.pad_einsum("B", [4, 4]))", "pad_einsum.no-sum",
     "block B is not a sum of products: it has no init"},
    {kCounted, R"(sch.pad_einsum("S", [1, 4]))", "pad_einsum.no-zero",
     "neither an operand nor the result of block S is indexed by vk: padding it would add products that are not zero"},
    {kCounted, R"(sch.pad_einsum("S", [0, 1]))", "pad_einsum.not-positive",
     "the extent of iteration variable vi cannot be padded to a multiple of 0"},
    {kMoved, R"(sch.tensorize("n", "copy8"))", "tensorize.alias",
     R"("copy8" writes B and also takes A, which are both Y)"},
    {kSparse, R"(sch.tensorize("j", "copy8"))", "tensorize.strides",
     R"("copy8" takes A as one compact piece, but its part of X has another layout)"},
    {kStarts, R"(sch.blockize("l"))", "blockize.init",
     "initialising all elements of block Q before its inner loops changes the results: block Q would read a value of Q "
     "that another execution of block Q wrote"},
    {kStarts, R"(sch.blockize("k"))", "blockize.late-start",
     "iteration variable vk of block S begins at 1, after the start 0 of its domain, where the block is initialised"},
    {kStarts, R"(sch.blockize([sch.get_block("R")]))", "blockize.outer-reduction",
     "loops outside of the new block carry the reduction of block R"},
};

TEST(LayoutErrors, SayWhatAndWhere) { expectRefusals(kCases); }

}  // namespace
}  // namespace lw::layout_errors
