"""Products of a mixture of experts: rows of X are sorted by their expert and padded to tiles of 32 rows; a table names the expert of each tile, whose
weights multiply it. One kernel computes all of them."""
import numpy as np
from tvm.script import tir as T


# inputs: expert=0..3
@T.prim_func
def grouped_matmul(X: T.Buffer((5, 32, 64), "float32"), W: T.Buffer((4, 64, 96), "float32"), expert: T.Buffer((5,), "int32"), Y: T.Buffer((5, 32, 96), "float32")):
    T.func_attr({"tir.noalias": True})
    E = T.alloc_buffer((5, 64, 96))
    for g, k, j in T.grid(5, 64, 96):
        with T.block("E"):
            vg, vk, vj = T.axis.remap("SSS", [g, k, j])
            E[vg, vk, vj] = W[expert[vg], vk, vj]
    for g, i, j, k in T.grid(5, 32, 96, 64):
        with T.block("Y"):
            vg, vi, vj, vk = T.axis.remap("SSSR", [g, i, j, k])
            with T.init():
                Y[vg, vi, vj] = T.float32(0)
            Y[vg, vi, vj] = Y[vg, vi, vj] + X[vg, vi, vk] * E[vg, vk, vj]


def reference(X, W, expert, Y):
    np.matmul(X, W[expert], out=Y)


def fetch(sch, copy, loop):
    sch.compute_at(copy, loop)
    fused = sch.fuse(*sch.get_loops(copy)[-2:])
    rest, ty, tx, lane = sch.split(fused, [None, 8, 8, 4])
    sch.bind(ty, "threadIdx.y")
    sch.bind(tx, "threadIdx.x")
    sch.vectorize(lane)


def schedule(sch):
    block = sch.get_block("Y")
    result = sch.cache_write(block, 0, "local")
    g, i, j, k = sch.get_loops(block)
    i1, i2 = sch.split(i, [8, 4])
    j0, j1, j2 = sch.split(j, [None, 8, 4])
    k0, k1 = sch.split(k, [None, 16])
    sch.reorder(g, j0, i1, j1, k0, k1, i2, j2)
    sch.reverse_compute_at(result, j1)
    sch.bind(g, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    sch.bind(i1, "threadIdx.y")
    sch.bind(j1, "threadIdx.x")
    fetch(sch, sch.cache_read(block, 0, "shared"), k0)
    # The weights of the tile's expert: E is never in the device's memory.
    sch.set_scope("E", 0, "shared")
    fetch(sch, sch.get_block("E"), k0)
    sch.decompose_reduction(block, k0)
