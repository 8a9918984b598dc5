"""A layer of a network: 64 rows times weights, which are the same in every call. `layout_free_buffers` says that the
caller leaves the layout of W free, so that W is packed once, before the calls: the last steps of `packed` are the idea,
and `lw tune` finds the sizes. `lw run samples/tuning/packed_weights.py --script samples/tuning/packed_weights.py:packed`
times the calls without the packing."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def layer(X: T.Buffer((64, 512), "float32"), W: T.Buffer((512, 512), "float32"), Y: T.Buffer((64, 512), "float32")):
    T.func_attr({"tir.noalias": True, "layout_free_buffers": [1]})
    for i, j, k in T.grid(64, 512, 512):
        with T.block("Y"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                Y[vi, vj] = T.float32(0)
            Y[vi, vj] = Y[vi, vj] + X[vi, vk] * W[vk, vj]


def reference(X, W, Y):
    np.matmul(X, W, out=Y)


def packed(sch):
    i, j, k = sch.get_loops("Y")
    io, ii = sch.split(i, [None, 8])
    jo, ji = sch.split(j, [None, 32])
    sch.reorder(io, jo, k, ii, ji)
    sch.unroll(ii)
    sch.vectorize(ji)
    sch.vectorize(sch.get_loops(sch.decompose_reduction("Y", k))[-1])
    # W in panels of 32 columns, one after the other. The annotation says that the copy need not run in every call.
    panels = sch.cache_read("Y_update", "W", "global")
    sch.transform_layout(panels, ("write", 0), lambda k, n: (n // 32, k, n % 32))
    sch.annotate(panels, "meta_schedule.layout_rewrite_preproc", True)
