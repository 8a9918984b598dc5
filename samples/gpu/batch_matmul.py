"""Matrix products of a batch on a GPU: one plane of blocks for each product, tiles of both operands in shared memory."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def batch_matmul(A: T.Buffer((4, 64, 64), "float32"), B: T.Buffer((4, 64, 64), "float32"), C: T.Buffer((4, 64, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    for n, i, j, k in T.grid(4, 64, 64, 64):
        with T.block("C"):
            vn, vi, vj, vk = T.axis.remap("SSSR", [n, i, j, k])
            with T.init():
                C[vn, vi, vj] = T.float32(0)
            C[vn, vi, vj] = C[vn, vi, vj] + A[vn, vi, vk] * B[vn, vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)


def fetch(sch, block, operand, loop):
    copy = sch.cache_read(block, operand, "shared")
    sch.compute_at(copy, loop)
    ax0, ax1 = sch.get_loops(copy)[-2:]
    fused = sch.fuse(ax0, ax1)
    rest, ty, tx = sch.split(fused, [None, 8, 8])
    sch.bind(ty, "threadIdx.y")
    sch.bind(tx, "threadIdx.x")


def schedule(sch):
    block = sch.get_block("C")
    result = sch.cache_write(block, 0, "local")
    n, i, j, k = sch.get_loops(block)
    i0, i1, i2 = sch.split(i, [None, 8, 4])
    j0, j1, j2 = sch.split(j, [None, 8, 4])
    k0, k1 = sch.split(k, [None, 8])
    sch.reorder(n, i0, j0, i1, j1, k0, k1, i2, j2)
    sch.reverse_compute_at(result, j1)
    sch.bind(n, "blockIdx.z")
    sch.bind(i0, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    sch.bind(i1, "threadIdx.y")
    sch.bind(j1, "threadIdx.x")
    fetch(sch, block, 0, k0)
    fetch(sch, block, 1, k0)
    sch.decompose_reduction(block, k0)
