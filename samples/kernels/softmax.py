"""softmax: rows of 1000 numbers, each in one go while it is in the nearest cache."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def softmax(X: T.Buffer((2048, 1024), "float32"), Y: T.Buffer((2048, 1024), "float32")):
    T.func_attr({"tir.noalias": True})
    largest = T.alloc_buffer((2048,))
    powers = T.alloc_buffer((2048, 1024))
    total = T.alloc_buffer((2048,))
    for i, j in T.grid(2048, 1024):
        with T.block("largest"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                largest[vi] = T.min_value("float32")
            largest[vi] = T.max(largest[vi], X[vi, vj])
    for i, j in T.grid(2048, 1024):
        with T.block("powers"):
            vi, vj = T.axis.remap("SS", [i, j])
            powers[vi, vj] = T.exp(X[vi, vj] - largest[vi])
    for i, j in T.grid(2048, 1024):
        with T.block("total"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                total[vi] = T.float32(0)
            total[vi] = total[vi] + powers[vi, vj]
    for i, j in T.grid(2048, 1024):
        with T.block("share"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = powers[vi, vj] / total[vi]


def reference(X, Y):
    powers = np.exp(X - X.max(axis=1, keepdims=True))
    np.divide(powers, powers.sum(axis=1, keepdims=True), out=Y)


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
    row, j = sch.get_loops("share")
    _, lane = sch.split(j, [None, 64])
    sch.vectorize(lane)
    in_lanes(sch, "total", row)
    sch.compute_at("powers", row)
    _, lane = sch.split(sch.get_loops("powers")[-1], [None, 64])
    sch.vectorize(lane)
    in_lanes(sch, "largest", row)
    # Memory works while the powers are taken: the next row is asked for.
    row, along, *_ = sch.get_loops("powers")
    sch.prefetch("X", row, 1, [along])
    sch.parallel(row)
    # Nobody reads the result soon: it goes to memory past the caches, and its lines are not read there first.
    sch.annotate("share", "pragma_stream_stores", 1)
