# Attention of all tokens at once, unfused: 12 heads of 64, 128 queries and keys.
from tvm.script import tir as T


@T.prim_func
def attention(Q: T.Buffer((12, 128, 64), "float32"), K: T.Buffer((12, 128, 64), "float32"),
              V: T.Buffer((12, 128, 64), "float32"), O: T.Buffer((12, 128, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    scores = T.alloc_buffer((12, 128, 128))
    largest = T.alloc_buffer((12, 128))
    powers = T.alloc_buffer((12, 128, 128))
    total = T.alloc_buffer((12, 128))
    sums = T.alloc_buffer((12, 128, 64))
    for h, m, n, d in T.grid(12, 128, 128, 64):
        with T.block("scores"):
            vh, vm, vn, vd = T.axis.remap("SSSR", [h, m, n, d])
            with T.init():
                scores[vh, vm, vn] = T.float32(0)
            scores[vh, vm, vn] = scores[vh, vm, vn] + Q[vh, vm, vd] * K[vh, vn, vd] * T.float32(0.125)
    for h, m, n in T.grid(12, 128, 128):
        with T.block("largest"):
            vh, vm, vn = T.axis.remap("SSR", [h, m, n])
            with T.init():
                largest[vh, vm] = T.min_value("float32")
            largest[vh, vm] = T.max(largest[vh, vm], scores[vh, vm, vn])
    for h, m, n in T.grid(12, 128, 128):
        with T.block("powers"):
            vh, vm, vn = T.axis.remap("SSS", [h, m, n])
            powers[vh, vm, vn] = T.exp(scores[vh, vm, vn] - largest[vh, vm])
    for h, m, n in T.grid(12, 128, 128):
        with T.block("total"):
            vh, vm, vn = T.axis.remap("SSR", [h, m, n])
            with T.init():
                total[vh, vm] = T.float32(0)
            total[vh, vm] = total[vh, vm] + powers[vh, vm, vn]
    for h, m, d, n in T.grid(12, 128, 64, 128):
        with T.block("sums"):
            vh, vm, vd, vn = T.axis.remap("SSSR", [h, m, d, n])
            with T.init():
                sums[vh, vm, vd] = T.float32(0)
            sums[vh, vm, vd] = sums[vh, vm, vd] + powers[vh, vm, vn] * V[vh, vn, vd]
    for h, m, d in T.grid(12, 128, 64):
        with T.block("O"):
            vh, vm, vd = T.axis.remap("SSS", [h, m, d])
            O[vh, vm, vd] = sums[vh, vm, vd] / total[vh, vm]
