"""Two matrix products with an exponential in between:
C = A @ B, D = exp(C), F = D @ E.

The schedules go from the plain loop nest to tiles that
stay in the cache and use the vector units.
"""
# inputs: A=-0.1..0.1, B=-0.1..0.1
import numpy as np
from tvm.script import tir as T

M = 1024
K = 2048
L = 1024
N = 3072


@T.prim_func
def mm_exp_mm(
    A: T.Buffer((M, K), "float32"),
    B: T.Buffer((K, L), "float32"),
    E: T.Buffer((L, N), "float32"),
    F: T.Buffer((M, N), "float32"),
):
    T.func_attr({"tir.noalias": True})
    C = T.alloc_buffer((M, L), "float32")
    D = T.alloc_buffer((M, L), "float32")
    for m, l, rk in T.grid(M, L, K):
        with T.block("C"):
            v_m, v_l, v_rk = T.axis.remap("SSR", [m, l, rk])
            with T.init():
                C[v_m, v_l] = T.float32(0)
            C[v_m, v_l] += A[v_m, v_rk] * B[v_rk, v_l]
    for m, l in T.grid(M, L):
        with T.block("D"):
            v_m, v_l = T.axis.remap("SS", [m, l])
            D[v_m, v_l] = T.exp(C[v_m, v_l])
    for m, n, rl in T.grid(M, N, L):
        with T.block("F"):
            v_m, v_n, v_rl = T.axis.remap("SSR", [m, n, rl])
            with T.init():
                F[v_m, v_n] = T.float32(0)
            F[v_m, v_n] += D[v_m, v_rl] * E[v_rl, v_n]


def reference(A, B, E, F):
    C = np.matmul(A, B)
    np.exp(C, out=C)
    np.matmul(C, E, out=F)


def naive(sch):
    # The program as it is written: B and E are walked down
    # their columns, a new cache line for every element.
    pass


def loop_reorder(sch):
    # The innermost loop runs along the rows of B and E.
    for name in ["C", "F"]:
        block = sch.get_block(name)
        i, j, k = sch.get_loops(block)
        sch.reorder(i, k, j)
        sch.decompose_reduction(block, k)


def tile_reduction(sch):
    # 64 rows of B or E are used for all rows of A or D
    # before the next 64 are loaded.
    for name in ["C", "F"]:
        block = sch.get_block(name)
        i, j, k = sch.get_loops(block)
        ko, ki = sch.split(k, [None, 64])
        sch.reorder(ko, i, ki, j)
        sch.decompose_reduction(block, ko)


def tile_all(sch, name, rows=64, columns=64, steps=8):
    # 64 columns are four cache lines, and four vectors of
    # 16 floats: enough independent sums to keep the
    # multipliers busy. Narrower tiles waste the lines they
    # load, because rows 4 KiB apart fall on the same few
    # cache sets. 64 rows use every loaded row of B or E 64
    # times.
    block = sch.get_block(name)
    i, j, k = sch.get_loops(block)
    io, ii = sch.split(i, [None, rows])
    ko, ki = sch.split(k, [None, steps])
    jo, ji = sch.split(j, [None, columns])
    sch.reorder(io, jo, ko, ii, ki, ji)
    return io, jo, ko, ii, ki, ji


def full_tiling(sch):
    # A 64 x 64 tile of the result stays in the cache while
    # the reduction runs.
    for name in ["C", "F"]:
        io, jo, ko, ii, ki, ji = tile_all(sch, name)
        sch.decompose_reduction(sch.get_block(name), ko)


def fuse_exp(sch, rows, columns, steps):
    # exp of a tile right after the tile is done.
    tiles = tile_all(sch, "C", rows, columns, steps)
    tile_all(sch, "F", rows, columns, steps)
    m1, l1 = sch.get_loops(sch.get_block("D"))
    m1o, m1i = sch.split(m1, [None, rows])
    l1o, l1i = sch.split(l1, [None, columns])
    sch.reorder(m1o, l1o, m1i, l1i)
    sch.merge(tiles[1], l1o)


def fused(sch):
    # Fusion alone does not help: these tiles, 16 x 8 with
    # 8 steps of the reduction, are so narrow that this is
    # slower than loop_reorder. It is their width: 64 x 64
    # comes within a tenth of full_tiling.
    fuse_exp(sch, 16, 8, 8)


def vectorised(sch):
    # The two products share their row tiles, and the
    # innermost loops become vector instructions.
    fuse_exp(sch, 64, 64, 8)
    first, *_ = sch.get_loops(sch.get_block("C"))
    second, *_ = sch.get_loops(sch.get_block("F"))
    sch.merge(first, second)
    for name in ["C", "F"]:
        *_, inner = sch.get_loops(sch.get_block(name))
        sch.vectorize(inner)


def panels(sch, name, tiles, width):
    # A tile of 8 rows and two or three vectors stays in 16
    # or 24 registers for the whole reduction: it starts
    # from zero there and is written once. The rows of all
    # tiles, at most half of the second-level cache, stay
    # there while all panels of columns go by.
    block = sch.get_block(name)
    i, j, k = sch.get_loops(block)
    io, im, ii = sch.split(i, [None, tiles, 8])
    jc, jo, ji = sch.split(j, [1, None, width])
    ko, ki = sch.split(k, [None, 4])
    sch.reorder(jc, io, jo, im, ko, ki, ii, ji)
    init = sch.decompose_reduction(block, ko)
    *_, init_rows, init_columns = sch.get_loops(init)
    sch.vectorize(init_columns)
    sch.unroll(ii)
    sch.vectorize(ji)
    # Four steps of the reduction in one go: fewer
    # instructions for each multiply-add. The code
    # generator writes them out, and the lowered program
    # stays short.
    for loop in [init_rows, ki]:
        sch.unroll(loop)
        sch.annotate(loop, "pragma_unroll_explicit", 0)
    sch.parallel(io)
    return jc, io, jo, im, ko


def packed_right(sch, block, factor, width, at):
    # Panels as wide as a tile, each contiguous: the
    # innermost loops read their vectors one after the
    # other. They go past the caches, which would first
    # read the memory that is written, and lose what they
    # hold.
    panel = lambda k, n: (n // width, k, n % width)
    copy = sch.pack(block, factor, panel, at)
    sch.annotate(copy, "pragma_stream_stores", 1)
    *_, row, columns = sch.get_loops(copy)
    _, lanes = sch.split(columns, [None, width])
    sch.vectorize(lanes)
    sch.parallel(row)


def padded_rows(sch, copy):
    # Rows a power of two apart fall on the same few sets
    # of the cache; 16 more elements spread them.
    sch.storage_align(copy, 0, 0, 32, 16)


def gebp(sch):
    """Packing on the fly, as libraries of matrix products do
    it: what the innermost loops read lies side by side.

    The exponential is taken of each tile of the first
    product right after it is done, and goes where the second
    product reads it: C never exists as a whole.
    """
    # Two vectors divide the 1024 columns of C. The three
    # of F make more of each element that is loaded.
    columns, rows, panel, tile, ko = panels(sch, "C", 8, 32)
    packed_right(sch, "C_update", "B", 32, columns)
    # The next panel comes from the third-level cache while
    # one is used: a line for every four steps of 8 tiles.
    sch.prefetch("B_global", panel, 1, [tile, ko])
    # The rows of A are copied right before they are used.
    left = sch.cache_read("C_update", "A", "global")
    sch.compute_at(left, rows)
    *_, column = sch.get_loops(left)
    _, lanes = sch.split(column, [None, 32])
    sch.vectorize(lanes)
    padded_rows(sch, left)
    columns, _, panel, below, ko = panels(sch, "F", 4, 48)
    packed_right(sch, "F_update", "E", 48, columns)
    # Three lines for every four steps of 4 tiles.
    sch.prefetch("E_global", panel, 1, [below, ko])
    sch.reverse_compute_at("D", tile)
    *_, lanes = sch.get_loops(sch.get_block("D"))
    sch.vectorize(lanes)
    padded_rows(sch, "D")
