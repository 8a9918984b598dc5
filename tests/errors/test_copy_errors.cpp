// What steps refuse that copy buffers, change their scope or declare what is accessed.
#include <gtest/gtest.h>

#include "tests/errors/refused_steps.h"

namespace lw::copy_errors {
namespace {

const char* const kAround = R"(def around(O: T.Buffer((4,), "int32")):
    for i in T.parallel(4):
        with T.block("outer"):
            vi = T.axis.spatial(4, i)
            T.reads(O[0:4])
            T.writes(O[0:4])
            for j in range(1):
                with T.block("inner"):
                    vj = T.axis.spatial(4, vi + j)
                    T.reads(O[0:4])
                    T.writes(O[0:4])
                    O[vj] = O[vj] + 1
)";

const char* const kHidden = R"(def hidden(A: T.Buffer((17,), "int32")):
    for i in range(16):
        with T.block("A"):
            vi = T.axis.spatial(16, i)
            T.reads(A[vi])
            T.writes(A[vi])
            A[vi] = A[vi + 1] + 1
)";

const char* const kWide = R"(def wide(A: T.Buffer((16,), "int32")):
    for i in range(16):
        with T.block("A"):
            vi = T.axis.spatial(16, i)
            T.reads(A[vi])
            T.writes(A[0:16])
            A[vi] = A[vi] + 1
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

const char* const kChosen =
    R"(def chosen(I: T.Buffer((16,), "int32"), A: T.Buffer((16,), "int32"), D: T.Buffer((16,), "int32")):
    B = T.alloc_buffer((16,), "int32")
    for i in range(16):
        with T.block("low"):
            vi = T.axis.spatial(16, i)
            B[I[vi]] = A[vi]
    for j in range(16):
        with T.block("high"):
            vj = T.axis.spatial(16, j)
            B[I[15 - vj]] = A[vj]
    for k in range(16):
        with T.block("D"):
            vk = T.axis.spatial(16, k)
            D[vk] = B[vk]
)";

const char* const kInplace = R"(def inplace(A: T.Buffer((16,), "int32")):
    for i in range(16):
        with T.block("A"):
            vi = T.axis.spatial(16, i)
            A[vi] = A[vi] + 1
)";

const char* const kUnsized = R"(def unsized(a: T.handle, D: T.Buffer((16,), "float32")):
    n = T.int32()
    A = T.match_buffer(a, (n, n), "float32")
    for i in range(16):
        with T.block("D"):
            vi = T.axis.spatial(16, i)
            D[vi] = A[0, vi]
)";

const char* const kPrinted = R"(def printed(A: T.Buffer((16,), "int32"), D: T.Buffer((16,), "int32")):
    B = T.alloc_buffer((16,), "int32")
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi]
    for j in range(4):
        with T.block("D"):
            vj = T.axis.spatial(4, j)
            T.reads(B[vj * 4:vj * 4 + 4])
            T.writes(D[vj * 4:vj * 4 + 4])
            T.evaluate(T.call_extern("int32", "copy", D.data, B.data, vj))
)";

const char* const kBefore = R"(def before(A: T.Buffer((16,), "int32"), D: T.Buffer((16,), "int32")):
    for i in range(16):
        with T.block("D"):
            vi = T.axis.spatial(16, i)
            D[vi] = A[vi]
    for j in range(16):
        with T.block("A"):
            vj = T.axis.spatial(16, j)
            A[vj] = vj
)";

const char* const kTwice = R"(def twice(A: T.Buffer((16,), "int32"), D: T.Buffer((16,), "int32")):
    B = T.alloc_buffer((16,), "int32")
    for i in range(16):
        with T.block("D"):
            vi = T.axis.spatial(16, i)
            D[vi] = B[vi]
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi]
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

const char* const kTiles = R"(def tiles(A: T.Buffer((16, 8), "float32"), D: T.Buffer((16, 8), "float32")):
    for i in T.parallel(16):
        with T.block("row"):
            vi = T.axis.spatial(16, i)
            t = T.alloc_buffer((8,), "float32")
            s = T.alloc_buffer((vi + 1,), "float32")
            for j in range(8):
                with T.block("t"):
                    vj = T.axis.spatial(8, j)
                    t[vj] = A[vi, vj]
            for k in range(8):
                with T.block("D"):
                    vk = T.axis.spatial(8, k)
                    D[vi, vk] = t[7 - vk]
)";

const char* const kGathers =
    R"(def gathers(I: T.Buffer((8,), "int32"), A: T.Buffer((16, 8), "float32"), D: T.Buffer((16, 8), "float32")):
    for i in T.parallel(16):
        with T.block("row"):
            vi = T.axis.spatial(16, i)
            t = T.alloc_buffer((8,), "float32")
            for j in range(8):
                with T.block("t"):
                    vj = T.axis.spatial(8, j)
                    t[I[vj]] = A[vi, vj]
            for k in range(8):
                with T.block("D"):
                    vk = T.axis.spatial(8, k)
                    D[vi, vk] = t[vk]
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

const char* const kCounted = R"(def counted(A: T.Buffer((16,), "float32"), S: T.Buffer((16,), "float32")):
    for i, k in T.grid(16, 7):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi]
)";

const char* const kLookup =
    R"(def lookup(I: T.Buffer((16,), "int32"), A: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("D"):
            vi = T.axis.spatial(16, i)
            D[vi] = A[I[vi]]
)";

const char* const kForeign = R"(def foreign(A: T.Buffer((16,), "int32"), D: T.Buffer((16,), "int32")):
    B = T.alloc_buffer((16,), "int32")
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi]
    for j in range(4):
        with T.block("C"):
            vj = T.axis.spatial(4, j)
            T.reads(B[vj * 4:vj * 4 + 4])
            T.writes(B[vj * 4:vj * 4 + 4])
            T.evaluate(T.call_extern("int32", "update", B.data, vj))
    for k in range(16):
        with T.block("D"):
            vk = T.axis.spatial(16, k)
            D[vk] = B[vk]
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

const char* const kBare = R"(def bare(A: T.Buffer((10,), "int32")):
    with T.block("whole"):
        T.reads(A[0:10])
        T.writes(A[0:10])
        for i in range(10):
            A[i] = A[i] + i
)";

const RefusedStep kCases[] = {
    {kAround, R"(sch.cache_inplace("inner", 0, "local"))", "cache_inplace.races",
     "iterations of loop i that run at the same time would use the same part of the copy of O"},
    {kHidden, R"(sch.cache_inplace("A", 0, "local"))", "cache_inplace.hidden",
     "block A accesses A at A[vi + 1], outside of the declared region A[vi]"},
    {kWide, R"(sch.cache_inplace("A", 0, "local"))", "cache_inplace.not-copied",
     "block A declares that it writes A[0:16], but only A[vi] is read and would be copied in"},
    {kBetween, R"(sch.cache_read("D", 0, "local", ["D"]))", "cache_read.among-writers",
     "no position in the program is after all blocks that write B (first, second) and before block D"},
    {kChosen, R"(sch.cache_read("D", 0, "local"))", "cache_read.undecided",
     "B is written by several blocks, low, high, and it could not be proved that a copy holds all final values (block "
     "high accesses B at an index that is not affine)"},
    {kInplace, R"(sch.cache_read("A", 0, "local"))", "cache_read.writes-itself",
     "block A also writes A: a copy made before it would not contain its own results"},
    {kBetween, R"(sch.cache_write("first", 0, "local", ["E"]))", "cache_write.among-readers",
     "block D reads B before all blocks that write it (first, second) have finished, so there is no position for the "
     "copy"},
    {kUnsized, R"(sch.reindex_cache_read("D", 0, "local", lambda i: i - 1))", "reindex.bounds",
     "the result vi - 1 of the index map cannot be an index: its range does not start at 0 or has no known end"},
    {kPrinted, R"(sch.reindex("D", ("read", 0)))", "reindex.opaque",
     "block D accesses B through its pointer, a match_buffer or a block inside of it"},
    {kChosen, R"(sch.reindex("D", ("read", 0)))", "reindex.undecided",
     "it could not be proved that a copy of B for block D keeps the results (block high accesses B at an index that is "
     "not affine)"},
    {kBetween, R"(sch.reindex_cache_read("D", 0, "local", lambda v: v))", "reindex_cache_read.no-place",
     "no position in the program is after all blocks that write B and before block D"},
    {kBefore, R"(sch.reindex_cache_write("A", 0, "local", lambda v: v))", "reindex_cache_write.no-place",
     "A is read before block A has written it, so there is no position for the copy"},
    {kTwice, R"(sch.read_at("i", "D", 0, "shared"))", "tile_copy.order",
     "under loop i, B is written after it is read: one copy cannot serve both"},
    {kCopied, R"(sch.set_scope("B", 0, "shared"))", "set_scope.matched",
     "buffer B is accessed through a match_buffer, whose scope must be the same"},
    {kTiles, R"(sch.lift_alloc("row", "X"))", "lift_alloc.not-allocated", R"(block row does not allocate "X")"},
    {kGathers, R"(sch.lift_alloc("row", "t"))", "lift_alloc.race",
     "the iterations of loop i run in parallel and would share t"},
    {kTiles, R"(sch.lift_alloc("row", "s"))", "lift_alloc.shape",
     "the shape of s depends on the iteration variables of block row"},
    {kWindows, R"(sch.stage_mem("D", "X", "i"))", "stage_mem.not-used",
     R"(block D neither reads nor writes a buffer "X")"},
    {kPart, R"(sch.pack("S", 3, lambda a, b: (b, a), "k"))", "pack.operand",
     "block S reads 1 buffers; there is no operand 3"},
    {kCounted, R"(sch.prefetch("A", "i", 0))", "prefetch.distance",
     "a prefetch distance of 0 iterations is not positive"},
    {kCounted, R"(sch.prefetch("X", "i"))", "prefetch.not-read", R"(no block under loop i reads a buffer "X")"},
    {kCounted, R"(sch.prefetch("A", "i", 1, ["i"]))", "prefetch.spread",
     "the prefetches of A cannot be distributed over loop i: it is not inside i"},
    {kLookup, R"(sch.prefetch("A", "i"))", "prefetch.unknown-region",
     "the region of A that the blocks under loop i read in one iteration is not known"},
    {kForeign, R"(sch.cache_inplace("C", 0, "local"))", "buffer.pointer",
     "block C accesses B through its pointer or a match_buffer, which would keep the layout and scope of the old "
     "buffer"},
    {kForeign, R"(sch.cache_write("C", 0, "local"))", "buffer.pointer",
     "block C accesses B through its pointer or a match_buffer, which would keep the layout and scope of the old "
     "buffer"},
    {kPrinted, R"(sch.cache_read("D", 0, "local"))", "buffer.pointer",
     "block D accesses B through its pointer or a match_buffer, which would keep the layout and scope of the old "
     "buffer"},
    {kPrinted, R"(sch.read_at("j", "D", 0, "shared"))", "buffer.pointer",
     "block D accesses B through its pointer or a match_buffer, which would keep the layout and scope of the old "
     "buffer"},
    {kPrinted, R"(sch.transform_layout("B", "B", lambda i: i))", "buffer.seen-otherwise",
     "buffer B is accessed through its pointer or a match_buffer, which would not follow the change"},
    {kRows, R"(sch.annotate_buffer_access("B", 0, "read", lambda vi: ((vi, vi + 1), (0, 8))))", "block.map-inputs",
     "the index map has 1 inputs, but block B has 2 iteration variables"},
    {kBare, R"(sch.cache_read("whole", 0, "local"))", "block.root",
     "block whole is the root of the function; there is no block around it"},
    {kBare, R"(sch.cache_write("whole", 0, "local"))", "block.root",
     "block whole is the root of the function; there is no block around it"},
    {kBare, R"(sch.cache_inplace("whole", 0, "local"))", "block.root",
     "block whole is the root of the function; there is no block around it"},
    {kPart, R"(sch.lift_alloc("root", "S"))", "block.root",
     "block root is the root of the function; there is no block around it"},
};

TEST(CopyErrors, SayWhatAndWhere) { expectRefusals(kCases); }

}  // namespace
}  // namespace lw::copy_errors
