"""A product of float16 matrices on tensor cores: warps multiply tiles of 16 x 16 elements that lie in fragments, which the registers of their 32
threads hold together. `tensorize` puts the operations of a warp in place of blocks that compute the same."""
import numpy as np
from composites.gpu_matmul import tensor_core_matmul  # resources/composites
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


def fragment(sch, block, operand, scope, loop, intrin):
    # A fragment for each tile of an operand that the warp uses.
    copy = sch.cache_read(block, operand, scope)
    sch.compute_at(copy, loop)
    ax0, ax1 = sch.get_loops(copy)[-2:]
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
    result = sch.cache_write(block, 0, "wmma.accumulator")
    sch.reverse_compute_at(result, warp)
    fetch(sch, block, 0, k0)
    fetch(sch, block, 1, k0)
    fragment(sch, block, 0, "wmma.matrix_a", k1, "wmma_load_16x16x16_f16_a_shared")
    fragment(sch, block, 1, "wmma.matrix_b", k1, "wmma_load_16x16x16_f16_b_shared")
    for loop in [k1, i1, j1]:
        sch.unroll(loop)
    start = sch.decompose_reduction(block, k0)
    sch.tensorize(sch.get_loops(start)[-2], "wmma_fill_16x16x16_f32")
    sch.tensorize(i2, "wmma_sync_16x16x16_f16f16f32")
    ax0, ax1 = sch.get_loops(result)[-2:]
    s0, s1 = sch.split(ax0, [None, 16])
    t0, t1 = sch.split(ax1, [None, 16])
    sch.reorder(s0, t0, s1, t1)
    sch.unroll(s0)
    sch.unroll(t0)
    sch.tensorize(s1, "wmma_store_16x16x16_f32_global")


def pipelined(sch):
    # The same by a composite, with larger steps; the next tiles are copied while one is multiplied (cp.async from sm_80 on).
    tensor_core_matmul(sch, sch.get_block("C"), ahead=1)
