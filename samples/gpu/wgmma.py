"""A product of float16 matrices by wgmma, the matrix instruction of sm_90: four warps, a warp group, multiply 64 rows together, and the instruction reads
both operands from shared memory. It takes them as core matrices, 8 rows of 16 bytes each, so `transform_layout` divides the copies into these; the sums
are tiles of mma in the registers of each warp."""
import numpy as np
from composites.gpu_matmul import tensorize_tiles, wgmma_matmul  # resources/composites
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((128, 128), "float16"), B: T.Buffer((128, 128), "float16"), C: T.Buffer((128, 128), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(128, 128, 128):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + T.Cast("float32", A[vi, vk]) * T.Cast("float32", B[vk, vj])


def reference(A, B, C):
    np.matmul(A.astype("float32"), B.astype("float32"), out=C)


def cores(i, j):
    # Core matrices, then row and column in each.
    return [i // 8, j // 8, i % 8, j % 8]


def lanes(i, j):
    # Rows and columns of tiles; in a tile the lane, and which of its 8 elements.
    return [i // 16, j // 16, 4 * (i % 8) + j % 8 // 2, 4 * (j % 16 // 8) + i % 16 // 8 * 2 + j % 2]


def fetch(sch, block, operand, loop, padding):
    # All 128 threads copy a tile to shared memory, eight numbers at a time: one row of a core matrix. Padding puts the rows that eight lanes copy, 8 of b, but 4 and 4 of a, on different banks.
    copy = sch.cache_read(block, operand, "shared")
    sch.compute_at(copy, loop)
    ax0, ax1 = sch.get_loops(copy)[-2:]
    rest, ty, tx, lane = sch.split(sch.fuse(ax0, ax1), [None, 4, 32, 8])
    sch.bind(ty, "threadIdx.y")
    sch.bind(tx, "threadIdx.x")
    sch.vectorize(lane)
    sch.transform_layout(copy, ("write", 0), cores)
    sch.storage_align(copy, 0, 1, 64, padding)


def schedule(sch):
    # One warp group for 64 x 64 elements; the block that a warp tensorizes has 16 of the rows.
    block = sch.get_block("C")
    i, j, k = sch.get_loops(block)
    i0, warp, i1 = sch.split(i, [None, 4, 16])
    j0, j1 = sch.split(j, [None, 64])
    k0, k1, k2 = sch.split(k, [None, 2, 16])
    sch.reorder(i0, j0, warp, k0, k1, i1, j1, k2)
    sch.bind(i0, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    sch.bind(warp, "threadIdx.y")
    result = sch.cache_write(block, 0, "warp")
    sch.reverse_compute_at(result, warp)
    fetch(sch, block, 0, k0, 16)
    fetch(sch, block, 1, k0, 8)
    sch.unroll(k1)
    start = sch.decompose_reduction(block, k0)
    sch.transform_layout(block, ("write", 0), lanes)
    tensorize_tiles(sch, start, "mma_fill_16x16_f32")
    sch.tensorize(i1, "wgmma_m64n64k16_f16f16f32")
    tensorize_tiles(sch, result, "mma_store_16x16_f32_global_")


def pipelined(sch):
    # The same by a composite, with 128 columns; the tiles of the next two rounds are copied while one is multiplied (cp.async).
    wgmma_matmul(sch, sch.get_block("C"), 128, step_k=32, ahead=2)
