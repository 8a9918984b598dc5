"""A matrix product with few results and long sums: too few tiles to fill a GPU, so that blocks share each tile and add their parts to it atomically."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def split_k(A: T.Buffer((64, 512), "float32"), B: T.Buffer((512, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(64, 64, 512):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)


def fetch(sch, block, operand, loop):
    copy = sch.cache_read(block, operand, "shared")
    sch.compute_at(copy, loop)
    ax0, ax1 = sch.get_loops(copy)[-2:]
    fused = sch.fuse(ax0, ax1)
    rest, ty, tx, lane = sch.split(fused, [None, 8, 8, 4])
    sch.bind(ty, "threadIdx.y")
    sch.bind(tx, "threadIdx.x")
    sch.vectorize(lane)


def schedule(sch):
    # Sums in parts: block z of 8 makes its part of a tile in registers (rfactor), then its threads add them to the result.
    i, j, k = sch.get_loops(sch.get_block("C"))
    part, k0, k1 = sch.split(k, [8, None, 16])
    sums = sch.rfactor(part, 0)
    i, j, part = sch.get_loops(sch.get_block("C"))
    start = sch.decompose_reduction(sch.get_block("C"), i)
    s, t = sch.split(sch.fuse(*sch.get_loops(start)), [None, 256])
    sch.bind(s, "blockIdx.x")
    sch.bind(t, "threadIdx.x")
    update = sch.get_block("C_update")
    sch.atomic(update)
    i, j, part = sch.get_loops(update)
    i0, i1, i2 = sch.split(i, [None, 8, 4])
    j0, j1, j2 = sch.split(j, [None, 8, 4])
    sch.reorder(part, i0, j0, i1, j1, i2, j2)
    sch.bind(part, "blockIdx.z")
    sch.bind(i0, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    sch.bind(i1, "threadIdx.y")
    sch.bind(j1, "threadIdx.x")
    sch.set_scope(sums, 0, "local")
    sch.compute_at(sums, j1)
    x, y, k0, k1 = sch.get_loops(sums)[-4:]
    sch.reorder(k0, k1, x, y)
    fetch(sch, sums, 0, k0)
    fetch(sch, sums, 1, k0)
    sch.decompose_reduction(sums, k0)
