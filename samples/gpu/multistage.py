"""A product of float16 matrices as devices from sm_80 on do it best: four stages of a pipeline of asynchronous copies (cp.async), tiles in shared
memory whose rows are swizzled instead of padded, and ldmatrix and mma without bank conflicts. `storage_swizzle` changes only where lowering puts the
elements of a tile; its bytes are those of a row of the tile."""
import numpy as np
from composites.gpu_matmul import mma_matmul, tensorize_tiles  # resources/composites
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((64, 256), "float16"), B: T.Buffer((256, 128), "float16"), C: T.Buffer((64, 128), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(64, 128, 256):
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


def fetch(sch, block, operand, loop, bytes):
    # All 128 threads copy a tile, 16 bytes at a time. Rows of a have 64 bytes, rows of b 128.
    copy = sch.cache_read(block, operand, "shared")
    sch.compute_at(copy, loop)
    fused = sch.fuse(*sch.get_loops(copy)[-2:])
    rest, ty, tx, lane = sch.split(fused, [None, 4, 32, 8])
    sch.bind(ty, "threadIdx.y")
    sch.bind(tx, "threadIdx.x")
    sch.vectorize(lane)
    sch.storage_swizzle(copy, 0, bytes)


def schedule(sch):
    # 4 warps, each computes 32 x 32 elements; a round of the pipeline takes 32 steps of the reduction.
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
    fetch(sch, block, 0, k0, 64)
    fetch(sch, block, 1, k0, 128)
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
    # Three tiles are under way while one is multiplied.
    sch.annotate(k0, "software_pipeline_stage", [0, 0, 3])
    sch.annotate(k0, "software_pipeline_order", [0, 1, 2])
    sch.annotate(k0, "software_pipeline_async_stages", [0])


def longer(sch):
    # The same by a composite, with steps of 64 and two tiles under way: rows of both tiles have 128 bytes.
    mma_matmul(sch, sch.get_block("C"), step_k=64, ahead=1, swizzle=True)
