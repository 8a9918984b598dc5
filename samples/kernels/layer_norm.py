"""layer_norm: rows of 1024 numbers with mean 0 and variance 1, then scaled and shifted. Sum and sum of squares are one reduction
over two values."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def layer_norm(X: T.Buffer((2048, 1024), "float32"), scale: T.Buffer((1024,), "float32"), shift: T.Buffer((1024,), "float32"),
               Y: T.Buffer((2048, 1024), "float32")):
    T.func_attr({"tir.noalias": True})
    mean = T.alloc_buffer((2048,))
    total = T.alloc_buffer((2048,))
    spread = T.alloc_buffer((2048,))
    for i, j in T.grid(2048, 1024):
        with T.block("total"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                total[vi] = T.float32(0)
            total[vi] = total[vi] + X[vi, vj]
    for i in range(2048):
        with T.block("mean"):
            vi = T.axis.spatial(2048, i)
            mean[vi] = total[vi] * T.float32(0.0009765625)
    for i, j in T.grid(2048, 1024):
        with T.block("spread"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                spread[vi] = T.float32(0)
            spread[vi] = spread[vi] + (X[vi, vj] - mean[vi]) * (X[vi, vj] - mean[vi])
    for i, j in T.grid(2048, 1024):
        with T.block("result"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = (X[vi, vj] - mean[vi]) * T.rsqrt(spread[vi] * T.float32(0.0009765625) + T.float32(0.00001)) * scale[vj] + shift[vj]


def reference(X, scale, shift, Y):
    mean = X.mean(axis=1, keepdims=True)
    variance = X.var(axis=1, keepdims=True)
    Y[:] = (X - mean) / np.sqrt(variance + 0.00001) * scale + shift


def in_lanes(sch, block, row):
    # 64 partial results, four vectors, then 16 of those, which are joined one by one; all while the row is at hand.
    partials = []
    for lanes in [64, 16]:
        *_, j = sch.get_loops(block)
        _, lane = sch.split(j, [None, lanes])
        partials = [sch.rfactor(lane, 1)] + partials
    sch.compute_at(block, row)
    for partial in partials:
        sch.compute_at(partial, row)
        *_, lane, step = sch.get_loops(partial)
        sch.reorder(step, lane)
        start = sch.decompose_reduction(partial, step)
        sch.vectorize(lane)
        sch.vectorize(sch.get_loops(start)[-1])


def schedule(sch):
    row, j = sch.get_loops("result")
    _, lane = sch.split(j, [None, 64])
    sch.vectorize(lane)
    in_lanes(sch, "spread", row)
    sch.compute_at("mean", row)
    in_lanes(sch, "total", row)
    # Memory works while the result is made: the next row is asked for.
    row, along, *_ = sch.get_loops("result")
    sch.prefetch("X", row, 1, [along])
    sch.parallel(row)
    # Nobody reads the result soon: it goes to memory past the caches, and its lines are not read there first.
    sch.annotate("result", "pragma_stream_stores", 1)
