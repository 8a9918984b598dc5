"""A product of float16 matrices by mma instructions: ldmatrix brings tiles of 16 x 16 elements from shared memory to the registers of a warp, in the
layout in which mma multiplies them. Memory of the scope `warp` has the dimensions lane and element of a lane, into which `transform_layout` brings
a tile; then `tensorize` puts the instructions in place of blocks that compute the same."""
import numpy as np
from composites.gpu_matmul import mma_matmul  # resources/composites
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


def fetch(sch, block, operand, loop):
    # All 128 threads of a block copy a tile to shared memory, eight numbers at a time; padding spreads its rows over the banks.
    copy = sch.cache_read(block, operand, "shared")
    sch.compute_at(copy, loop)
    ax0, ax1 = sch.get_loops(copy)[-2:]
    fused = sch.fuse(ax0, ax1)
    rest, ty, tx, lane = sch.split(fused, [None, 4, 32, 8])
    sch.bind(ty, "threadIdx.y")
    sch.bind(tx, "threadIdx.x")
    sch.vectorize(lane)
    sch.storage_align(copy, 0, -2, 16, 8)


def lanes(i, j):
    # Rows and columns of tiles; in a tile the lane, and which of its 8 elements.
    return [i // 16, j // 16, 4 * (i % 8) + j % 8 // 2, 4 * (j % 16 // 8) + i % 16 // 8 * 2 + j % 2]


def tiles(sch, block, intrin):
    ax0, ax1 = sch.get_loops(block)[-2:]
    i0, i1 = sch.split(ax0, [None, 16])
    j0, j1 = sch.split(ax1, [None, 16])
    sch.reorder(i0, j0, i1, j1)
    sch.unroll(i0)
    sch.unroll(j0)
    sch.tensorize(i1, intrin)


def schedule(sch):
    # 4 warps, each computes 32 x 32 elements: 2 x 2 tiles.
    block = sch.get_block("C")
    i, j, k = sch.get_loops(block)
    i0, iw, i1, i2 = sch.split(i, [None, 2, 2, 16])
    j0, jw, j1, j2 = sch.split(j, [None, 2, 2, 16])
    k0, k1, k2 = sch.split(k, [None, 2, 16])
    sch.reorder(i0, j0, iw, jw, k0, k1, i1, j1, i2, j2, k2)
    sch.bind(i0, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    warp = sch.fuse(iw, jw)
    sch.bind(warp, "threadIdx.y")
    result = sch.cache_write(block, 0, "warp")
    sch.reverse_compute_at(result, warp)
    fetch(sch, block, 0, k0)
    fetch(sch, block, 1, k0)
    for operand in range(2):
        own = sch.cache_read(block, operand, "warp")
        sch.compute_at(own, k1)
        sch.transform_layout(own, ("write", 0), lanes)
        tiles(sch, own, ["mma_ldmatrix_f16_a", "mma_ldmatrix_f16_b"][operand])
    for loop in [k1, i1, j1]:
        sch.unroll(loop)
    start = sch.decompose_reduction(block, k0)
    sch.transform_layout(block, ("write", 0), lanes)
    sch.tensorize(sch.get_loops(start)[-2], "mma_fill_16x16_f32")
    sch.tensorize(i2, "mma_f16f16f32")
    tiles(sch, result, "mma_store_16x16_f32_global_")


def pipelined(sch):
    # The same by a composite, with larger steps; the tiles of the next two rounds are copied while one is multiplied (cp.async).
    mma_matmul(sch, sch.get_block("C"), ahead=2)
