"""Products of matrices with a symbolic number of rows, columns, terms or batches."""
from tvm.script import tir as T


@T.prim_func
def any_rows(x: T.handle, W: T.Buffer((40, 72), "float32"), B: T.Buffer((72,), "float32"), y: T.handle):
    n = T.int32()
    X = T.match_buffer(x, (n, 40), "float32")
    Y = T.match_buffer(y, (n, 72), "float32")
    S = T.alloc_buffer((n, 72))
    for i, j, k in T.grid(n, 72, 40):
        with T.block("S"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                S[vi, vj] = T.float32(0)
            S[vi, vj] = S[vi, vj] + X[vi, vk] * W[vk, vj] * T.float32(0.5)
    for i, j in T.grid(n, 72):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = T.max(S[vi, vj] + B[vj], T.float32(0))


@T.prim_func
def one_batch(x: T.handle, W: T.Buffer((72, 40), "float32"), y: T.handle):
    n = T.int32()
    X = T.match_buffer(x, (1, n, 40), "float32")
    Y = T.match_buffer(y, (1, n, 72), "float32")
    for b, i, j, k in T.grid(1, n, 72, 40):
        with T.block("Y"):
            vb, vi, vj, vk = T.axis.remap("SSSR", [b, i, j, k])
            with T.init():
                Y[vb, vi, vj] = T.float32(0)
            Y[vb, vi, vj] = Y[vb, vi, vj] + X[vb, vi, vk] * W[vj, vk]


@T.prim_func
def decoded(x: T.handle, W: T.Buffer((72, 10), "uint32"), s: T.Buffer((72,), "float32"), y: T.handle):
    n = T.int32()
    X = T.match_buffer(x, (n, 80), "float32")
    Y = T.match_buffer(y, (n, 72), "float32")
    D = T.alloc_buffer((72, 80))
    for i, j in T.grid(72, 80):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = (T.Cast("float32", T.bitwise_and(T.shift_right(W[vi, vj // 8], T.Cast("uint32", vj % 8 * 4)), T.uint32(15))) - T.float32(7)) * s[vi]
    for i, j, k in T.grid(n, 72, 80):
        with T.block("Y"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                Y[vi, vj] = T.float32(0)
            Y[vi, vj] = Y[vi, vj] + X[vi, vk] * D[vj, vk]


@T.prim_func
def scores(q: T.handle, k: T.handle, s: T.handle):
    n = T.int32()
    m = T.int32()
    Q = T.match_buffer(q, (3, n, 24), "float32")
    K = T.match_buffer(k, (3, m, 24), "float32")
    S = T.match_buffer(s, (3, n, m), "float32")
    for h, i, j, d in T.grid(3, n, m, 24):
        with T.block("S"):
            vh, vi, vj, vd = T.axis.remap("SSSR", [h, i, j, d])
            with T.init():
                S[vh, vi, vj] = T.float32(0)
            S[vh, vi, vj] = S[vh, vi, vj] + Q[vh, vi, vd] * K[vh, vj, vd] * T.float32(0.25)


@T.prim_func
def weighted(p: T.handle, v: T.handle, o: T.handle):
    n = T.int32()
    m = T.int32()
    P = T.match_buffer(p, (n, m), "float32")
    V = T.match_buffer(v, (m, 24), "float32")
    O = T.match_buffer(o, (n, 24), "float32")
    for i, j, k in T.grid(n, 24, m):
        with T.block("O"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                O[vi, vj] = T.float32(0)
            O[vi, vj] = O[vi, vj] + P[vi, vk] * V[vk, vj]


@T.prim_func
def batches(x: T.handle, w: T.handle, y: T.handle):
    n = T.int32()
    X = T.match_buffer(x, (n, 19, 24), "float32")
    W = T.match_buffer(w, (n, 24, 40), "float32")
    Y = T.match_buffer(y, (n, 19, 40), "float32")
    for b, i, j, k in T.grid(n, 19, 40, 24):
        with T.block("Y"):
            vb, vi, vj, vk = T.axis.remap("SSSR", [b, i, j, k])
            with T.init():
                Y[vb, vi, vj] = T.float32(0)
            Y[vb, vi, vj] = Y[vb, vi, vj] + X[vb, vi, vk] * W[vb, vk, vj]


@T.prim_func
def fused_rows(x: T.handle, W: T.Buffer((24, 40), "float32"), y: T.handle):
    n = T.int32()
    X = T.match_buffer(x, (n, 7, 24), "float32")
    Y = T.match_buffer(y, (n, 7, 40), "float32")
    for b, i, j, k in T.grid(n, 7, 40, 24):
        with T.block("Y"):
            vb, vi, vj, vk = T.axis.remap("SSSR", [b, i, j, k])
            with T.init():
                Y[vb, vi, vj] = T.float32(0)
            Y[vb, vi, vj] = Y[vb, vi, vj] + X[vb, vi, vk] * W[vk, vj]
