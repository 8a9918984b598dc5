"""A product of float16 matrices whose warps have roles (warp specialization), as kernels for sm_90 have: one warp copies tiles to shared memory, a
round ahead, by bulk copies of rows; four warps multiply. They wait for each other by barriers with phases (mbarrier) instead of a barrier of the block in
each round, which is what `specialize_warps` makes. Rows of the tiles are padded by 16 bytes against bank conflicts."""
import numpy as np
from composites.gpu_matmul import mma_matmul, tensorize_tiles  # resources/composites
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((64, 128), "float16"), B: T.Buffer((128, 128), "float16"), C: T.Buffer((64, 128), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(64, 128, 128):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + T.Cast("float32", A[vi, vk]) * T.Cast("float32", B[vk, vj])


def reference(A, B, C):
    np.matmul(A.astype("float32"), B.astype("float32"), out=C)


def lanes(i, j):
    # Rows and columns of tiles; in a tile the lane, and which of its 8 elements.
    return [i // 16, j // 16, 4 * (i % 8) + j % 8 // 2, 4 * (j % 16 // 8) + i % 16 // 8 * 2 + j % 2]


def schedule(sch):
    # 4 warps, each computes 32 x 32 elements; a round takes 32 steps of the reduction.
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
    for operand in range(2):
        # Not bound to threads: one thread of the producer makes the copies, a row of the tile by each instruction.
        copy = sch.cache_read(block, operand, "shared")
        sch.compute_at(copy, k0)
        sch.storage_align(copy, 0, -2, 16, 8)
    for operand in range(2):
        own = sch.cache_read(block, operand, "warp")
        sch.compute_at(own, k1)
        sch.transform_layout(own, ("write", 0), lanes)
        tensorize_tiles(sch, own, ["mma_ldmatrix_f16_a", "mma_ldmatrix_f16_b"][operand])
    for loop in [k1, i1, j1]:
        sch.unroll(loop)
    start = sch.decompose_reduction(block, k0)
    sch.transform_layout(block, ("write", 0), lanes)
    sch.tensorize(sch.get_loops(start)[-2], "mma_fill_16x16_f32")
    sch.tensorize(i2, "mma_f16f16f32")
    tensorize_tiles(sch, result, "mma_store_16x16_f32_global_")
    sch.specialize_warps(k0, 2)


def registers(sch):
    # The same by a composite. A producer of four warps hands registers over to the consumers (setmaxnreg).
    mma_matmul(sch, sch.get_block("C"), stages=2, registers=[40, 232])


def staged(sch):
    # The sums go through shared memory too, and threads store vectors of whole rows. Consumers wait for each other by a barrier of their own (bar.sync).
    mma_matmul(sch, sch.get_block("C"), stages=2, staged=True)
