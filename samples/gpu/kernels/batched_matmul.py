"""Products of a batch of float16 matrices by mma instructions: one plane of blocks for each product, which is otherwise multiplied as in mma.py."""
import numpy as np
from composites.gpu_matmul import cooperative_fetch, tensorize_tiles  # resources/composites
from tvm.script import tir as T


@T.prim_func
def batched_matmul(A: T.Buffer((3, 64, 64), "float16"), B: T.Buffer((3, 64, 64), "float16"), C: T.Buffer((3, 64, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    for b, i, j, k in T.grid(3, 64, 64, 64):
        with T.block("C"):
            vb, vi, vj, vk = T.axis.remap("SSSR", [b, i, j, k])
            with T.init():
                C[vb, vi, vj] = T.float32(0)
            C[vb, vi, vj] = C[vb, vi, vj] + T.Cast("float32", A[vb, vi, vk]) * T.Cast("float32", B[vb, vk, vj])


def reference(A, B, C):
    np.matmul(A.astype("float32"), B.astype("float32"), out=C)


def lanes(b, i, j):
    # Rows and columns of tiles; in a tile the lane, and which of its 8 elements.
    return [b, i // 16, j // 16, 4 * (i % 8) + j % 8 // 2, 4 * (j % 16 // 8) + i % 16 // 8 * 2 + j % 2]


def schedule(sch):
    # 4 warps, each computes 32 x 32 numbers of a product.
    block = sch.get_block("C")
    b, i, j, k = sch.get_loops(block)
    i0, iw, i1, i2 = sch.split(i, [None, 2, 2, 16])
    j0, jw, j1, j2 = sch.split(j, [None, 2, 2, 16])
    k0, k1, k2 = sch.split(k, [None, 2, 16])
    sch.reorder(b, i0, j0, iw, jw, k0, k1, i1, j1, i2, j2, k2)
    sch.bind(b, "blockIdx.z")
    sch.bind(i0, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    warp = sch.fuse(iw, jw)
    sch.bind(warp, "threadIdx.y")
    result = sch.cache_write(block, 0, "warp")
    sch.reverse_compute_at(result, warp)
    for operand, bytes in [(0, 64), (1, 128)]:
        copy = sch.cache_read(block, operand, "shared")
        sch.compute_at(copy, k0)
        cooperative_fetch(sch, copy, 2, 4, 32, 8)
        sch.storage_swizzle(copy, 0, bytes)
    for operand, intrin in [(0, "mma_ldmatrix_f16_a"), (1, "mma_ldmatrix_f16_b")]:
        own = sch.cache_read(block, operand, "warp")
        sch.compute_at(own, k1)
        sch.transform_layout(own, ("write", 0), lanes)
        tensorize_tiles(sch, own, intrin)
    for loop in [k1, i1, j1]:
        sch.unroll(loop)
    start = sch.decompose_reduction(block, k0)
    sch.transform_layout(block, ("write", 0), lanes)
    sch.tensorize(sch.get_loops(start)[-2], "mma_fill_16x16_f32")
    sch.tensorize(i2, "mma_f16f16f32")
    tensorize_tiles(sch, result, "mma_store_16x16_f32_global_")
    # The tiles of the next round are copied while one is multiplied.
    sch.annotate(k0, "software_pipeline_stage", [0, 0, 1])
    sch.annotate(k0, "software_pipeline_order", [0, 1, 2])
    sch.annotate(k0, "software_pipeline_async_stages", [0])
