# Attention of all tokens at once, unfused, in which a token sees itself and earlier tokens: the mask is a choice.
from tvm.script import tir as T

HEADS, TOKENS, SIZE, SCALE = 12, 128, 64, 0.125


@T.prim_func
def causal(Q: T.Buffer((HEADS, TOKENS, SIZE), "float32"), K: T.Buffer((HEADS, TOKENS, SIZE), "float32"),
           V: T.Buffer((HEADS, TOKENS, SIZE), "float32"), O: T.Buffer((HEADS, TOKENS, SIZE), "float32")):
    T.func_attr({"tir.noalias": True})
    scores = T.alloc_buffer((HEADS, TOKENS, TOKENS))
    masked = T.alloc_buffer((HEADS, TOKENS, TOKENS))
    largest = T.alloc_buffer((HEADS, TOKENS))
    powers = T.alloc_buffer((HEADS, TOKENS, TOKENS))
    total = T.alloc_buffer((HEADS, TOKENS))
    sums = T.alloc_buffer((HEADS, TOKENS, SIZE))
    for h, m, n, d in T.grid(HEADS, TOKENS, TOKENS, SIZE):
        with T.block("scores"):
            vh, vm, vn, vd = T.axis.remap("SSSR", [h, m, n, d])
            with T.init():
                scores[vh, vm, vn] = T.float32(0)
            scores[vh, vm, vn] = scores[vh, vm, vn] + Q[vh, vm, vd] * K[vh, vn, vd]
    for h, m, n in T.grid(HEADS, TOKENS, TOKENS):
        with T.block("masked"):
            vh, vm, vn = T.axis.remap("SSS", [h, m, n])
            masked[vh, vm, vn] = T.if_then_else(vn <= vm, scores[vh, vm, vn] * T.float32(SCALE), T.float32("-inf"))
    for h, m, n in T.grid(HEADS, TOKENS, TOKENS):
        with T.block("largest"):
            vh, vm, vn = T.axis.remap("SSR", [h, m, n])
            with T.init():
                largest[vh, vm] = T.min_value("float32")
            largest[vh, vm] = T.max(largest[vh, vm], masked[vh, vm, vn])
    for h, m, n in T.grid(HEADS, TOKENS, TOKENS):
        with T.block("powers"):
            vh, vm, vn = T.axis.remap("SSS", [h, m, n])
            powers[vh, vm, vn] = T.exp(masked[vh, vm, vn] - largest[vh, vm])
    for h, m, n in T.grid(HEADS, TOKENS, TOKENS):
        with T.block("total"):
            vh, vm, vn = T.axis.remap("SSR", [h, m, n])
            with T.init():
                total[vh, vm] = T.float32(0)
            total[vh, vm] = total[vh, vm] + powers[vh, vm, vn]
    for h, m, d, n in T.grid(HEADS, TOKENS, SIZE, TOKENS):
        with T.block("sums"):
            vh, vm, vd, vn = T.axis.remap("SSSR", [h, m, d, n])
            with T.init():
                sums[vh, vm, vd] = T.float32(0)
            sums[vh, vm, vd] = sums[vh, vm, vd] + powers[vh, vm, vn] * V[vh, vn, vd]
    for h, m, d in T.grid(HEADS, TOKENS, SIZE):
        with T.block("O"):
            vh, vm, vd = T.axis.remap("SSS", [h, m, d])
            O[vh, vm, vd] = sums[vh, vm, vd] / total[vh, vm]
