"""A space over softmax of rows."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def softmax(X: T.Buffer((1024, 1024), "float32"), Y: T.Buffer((1024, 1024), "float32")):
    T.func_attr({"tir.noalias": True})
    largest = T.alloc_buffer((1024,))
    powers = T.alloc_buffer((1024, 1024))
    total = T.alloc_buffer((1024,))
    for i, j in T.grid(1024, 1024):
        with T.block("largest"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                largest[vi] = T.min_value("float32")
            largest[vi] = T.max(largest[vi], X[vi, vj])
    for i, j in T.grid(1024, 1024):
        with T.block("powers"):
            vi, vj = T.axis.remap("SS", [i, j])
            powers[vi, vj] = T.exp(X[vi, vj] - largest[vi])
    for i, j in T.grid(1024, 1024):
        with T.block("total"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                total[vi] = T.float32(0)
            total[vi] = total[vi] + powers[vi, vj]
    for i, j in T.grid(1024, 1024):
        with T.block("share"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = powers[vi, vj] / total[vi]


def reference(X, Y):
    powers = np.exp(X - X.max(axis=1, keepdims=True))
    np.divide(powers, powers.sum(axis=1, keepdims=True), out=Y)


def in_lanes(sch, block, lanes):
    *_, j = sch.get_loops(block)
    _, lane = sch.split(j, [None, lanes])
    partial = sch.rfactor(lane, 1)
    *_, step, lane = sch.get_loops(partial)
    return partial


def rows(sch):
    total = sch.sample_categorical([1, 16, 32, 64], [0.25, 0.25, 0.25, 0.25])
    largest = sch.sample_categorical([1, 16, 32, 64], [0.25, 0.25, 0.25, 0.25])
    powers = sch.sample_categorical([1, 4, 16, 64], [0.25, 0.25, 0.25, 0.25])
    together = sch.sample_categorical([0, 1, 2], [0.3, 0.3, 0.4])
    block_rows = sch.sample_categorical([1, 4, 16, 64], [0.4, 0.2, 0.2, 0.2])
    share = sch.sample_categorical([1, 16, 64], [0.34, 0.33, 0.33])
    stream = sch.sample_categorical([0, 1], [0.5, 0.5])
    partials = {}
    for block, lanes in [("total", total), ("largest", largest)]:
        if sch.get(lanes) > 1:
            *_, j = sch.get_loops(block)
            _, lane = sch.split(j, [None, lanes])
            partials[block] = sch.rfactor(lane, 1)
    i, j = sch.get_loops("share")
    row, inner = sch.split(i, [None, block_rows])
    if sch.get(together) > 0:
        at = row
        if sch.get(together) == 2:
            at = inner
        for block in ["total", "powers", "largest"]:
            sch.compute_at(block, at)
            if block in partials:
                sch.compute_at(partials[block], at)
    for block in partials:
        *_, lane, step = sch.get_loops(partials[block])
        sch.reorder(step, lane)
        start = sch.decompose_reduction(partials[block], step)
        sch.vectorize(lane)
        sch.vectorize(sch.get_loops(start)[-1])
    for block, lanes in [("powers", powers), ("share", share)]:
        if sch.get(lanes) > 1:
            _, lane = sch.split(sch.get_loops(block)[-1], [None, lanes])
            sch.vectorize(lane)
    if sch.get(stream) == 1:
        sch.annotate("share", "pragma_stream_stores", 1)
