"""heads_softmax: the scores of an attention over several heads, scaled, and each row as shares."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def heads_softmax(S: T.Buffer((8, 512, 512), "float32"), P: T.Buffer((8, 512, 512), "float32")):
    T.func_attr({"tir.noalias": True})
    scaled = T.alloc_buffer((8, 512, 512))
    largest = T.alloc_buffer((8, 512))
    powers = T.alloc_buffer((8, 512, 512))
    total = T.alloc_buffer((8, 512))
    for h, i, j in T.grid(8, 512, 512):
        with T.block("scaled"):
            vh, vi, vj = T.axis.remap("SSS", [h, i, j])
            scaled[vh, vi, vj] = S[vh, vi, vj] * T.float32(0.125)
    for h, i, j in T.grid(8, 512, 512):
        with T.block("largest"):
            vh, vi, vj = T.axis.remap("SSR", [h, i, j])
            with T.init():
                largest[vh, vi] = T.min_value("float32")
            largest[vh, vi] = T.max(largest[vh, vi], scaled[vh, vi, vj])
    for h, i, j in T.grid(8, 512, 512):
        with T.block("powers"):
            vh, vi, vj = T.axis.remap("SSS", [h, i, j])
            powers[vh, vi, vj] = T.exp(scaled[vh, vi, vj] - largest[vh, vi])
    for h, i, j in T.grid(8, 512, 512):
        with T.block("total"):
            vh, vi, vj = T.axis.remap("SSR", [h, i, j])
            with T.init():
                total[vh, vi] = T.float32(0)
            total[vh, vi] = total[vh, vi] + powers[vh, vi, vj]
    for h, i, j in T.grid(8, 512, 512):
        with T.block("share"):
            vh, vi, vj = T.axis.remap("SSS", [h, i, j])
            P[vh, vi, vj] = powers[vh, vi, vj] / total[vh, vi]


def reference(S, P):
    scaled = S * np.float32(0.125)
    powers = np.exp(scaled - scaled.max(axis=2, keepdims=True))
    np.divide(powers, powers.sum(axis=2, keepdims=True), out=P)
