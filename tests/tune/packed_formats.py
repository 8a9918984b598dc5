"""One or a few rows times weights of 2, 3 and 4 bits, as GPTQ, AWQ, mlc-llm, MatMulNBits and bitsandbytes store them."""
from tvm.script import tir as T


@T.prim_func
def gptq(X: T.Buffer((1, 128), "float32"), W: T.Buffer((16, 96), "uint32"), S: T.Buffer((4, 96), "float16"), Z: T.Buffer((4, 12), "uint32"), Y: T.Buffer((1, 96), "float32")):
    D = T.alloc_buffer((128, 96), "float32")
    for k, n in T.grid(128, 96):
        with T.block("D"):
            vk, vn = T.axis.remap("SS", [k, n])
            D[vk, vn] = (T.Cast("float32", T.bitwise_and(T.shift_right(W[vk // 8, vn], T.Cast("uint32", vk % 8 * 4)), T.uint32(15))) - (T.Cast("float32", T.bitwise_and(T.shift_right(Z[vk // 32, vn // 8], T.Cast("uint32", vn % 8 * 4)), T.uint32(15))) + T.float32(1))) * T.Cast("float32", S[vk // 32, vn])
    for m, n, k in T.grid(1, 96, 128):
        with T.block("Y"):
            vm, vn, vk = T.axis.remap("SSR", [m, n, k])
            with T.init():
                Y[vm, vn] = T.float32(0)
            Y[vm, vn] = Y[vm, vn] + X[vm, vk] * D[vk, vn]


@T.prim_func
def awq(X: T.Buffer((1, 64), "float32"), W: T.Buffer((64, 32), "uint32"), S: T.Buffer((2, 256), "float16"), Z: T.Buffer((2, 32), "uint32"), Y: T.Buffer((1, 256), "float32")):
    D = T.alloc_buffer((64, 256), "float32")
    for k, n in T.grid(64, 256):
        with T.block("D"):
            vk, vn = T.axis.remap("SS", [k, n])
            D[vk, vn] = (T.Cast("float32", T.bitwise_and(T.shift_right(W[vk, vn // 8], T.Cast("uint32", vn % 8 % 2 * 16 + vn % 8 // 2 * 4)), T.uint32(15))) - T.Cast("float32", T.bitwise_and(T.shift_right(Z[vk // 32, vn // 8], T.Cast("uint32", vn % 8 % 2 * 16 + vn % 8 // 2 * 4)), T.uint32(15)))) * T.Cast("float32", S[vk // 32, vn])
    for m, n, k in T.grid(1, 256, 64):
        with T.block("Y"):
            vm, vn, vk = T.axis.remap("SSR", [m, n, k])
            with T.init():
                Y[vm, vn] = T.float32(0)
            Y[vm, vn] = Y[vm, vn] + X[vm, vk] * D[vk, vn]


@T.prim_func
def mlc(W: T.Buffer((64, 32), "uint32"), S: T.Buffer((64, 8), "float16"), X: T.Buffer((1, 256), "float16"), Y: T.Buffer((1, 64), "float32")):
    D = T.alloc_buffer((64, 256), "float16")
    for i, j in T.grid(64, 256):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = (T.Cast("float16", T.bitwise_and(T.shift_right(W[vi, vj // 8], T.Cast("uint32", vj % 8 * 4)), T.uint32(15))) - T.float16(7)) * S[vi, vj // 32]
    for i0, i1, k in T.grid(1, 64, 256):
        with T.block("Y"):
            vi0, vi1, vk = T.axis.remap("SSR", [i0, i1, k])
            with T.init():
                Y[vi0, vi1] = T.float32(0)
            Y[vi0, vi1] = Y[vi0, vi1] + T.Cast("float32", X[vi0, vk]) * T.Cast("float32", D[vi1, vk])


@T.prim_func
def halves(W: T.Buffer((64, 32), "uint32"), S: T.Buffer((64, 8), "float16"), X: T.Buffer((1, 256), "float16"), Y: T.Buffer((1, 64), "float16")):
    D = T.alloc_buffer((64, 256), "float16")
    for i, j in T.grid(64, 256):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = (T.Cast("float16", T.bitwise_and(T.shift_right(W[vi, vj // 8], T.Cast("uint32", vj % 8 * 4)), T.uint32(15))) - T.float16(7)) * S[vi, vj // 32]
    for i0, i1, k in T.grid(1, 64, 256):
        with T.block("Y"):
            vi0, vi1, vk = T.axis.remap("SSR", [i0, i1, k])
            with T.init():
                Y[vi0, vi1] = T.float16(0)
            Y[vi0, vi1] = Y[vi0, vi1] + X[vi0, vk] * D[vi1, vk]


@T.prim_func
def three_bits(W: T.Buffer((64, 16), "uint32"), S: T.Buffer((64, 4), "float32"), X: T.Buffer((1, 160), "float32"), Y: T.Buffer((1, 64), "float32")):
    D = T.alloc_buffer((64, 160), "float32")
    for i, j in T.grid(64, 160):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = (T.Cast("float32", T.bitwise_and(T.shift_right(W[vi, vj // 10], T.Cast("uint32", vj % 10 * 3)), T.uint32(7))) - T.float32(3)) * S[vi, vj // 40]
    for i0, i1, k in T.grid(1, 64, 160):
        with T.block("Y"):
            vi0, vi1, vk = T.axis.remap("SSR", [i0, i1, k])
            with T.init():
                Y[vi0, vi1] = T.float32(0)
            Y[vi0, vi1] = Y[vi0, vi1] + X[vi0, vk] * D[vi1, vk]


@T.prim_func
def two_bits(W: T.Buffer((64, 64), "uint8"), S: T.Buffer((64,), "float32"), X: T.Buffer((1, 256), "float32"), Y: T.Buffer((1, 64), "float32")):
    D = T.alloc_buffer((64, 256), "float32")
    for i, j in T.grid(64, 256):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = (T.Cast("float32", T.bitwise_and(T.shift_right(W[vi, vj // 4], T.Cast("uint8", vj % 4 * 2)), T.uint8(3))) - T.float32(2)) * S[vi]
    for i0, i1, k in T.grid(1, 64, 256):
        with T.block("Y"):
            vi0, vi1, vk = T.axis.remap("SSR", [i0, i1, k])
            with T.init():
                Y[vi0, vi1] = T.float32(0)
            Y[vi0, vi1] = Y[vi0, vi1] + X[vi0, vk] * D[vi1, vk]


@T.prim_func
def nbits(X: T.Buffer((1, 256), "float32"), Q: T.Buffer((64, 8, 16), "uint8"), S: T.Buffer((64, 8), "float32"), Z: T.Buffer((64, 4), "uint8"), Y: T.Buffer((1, 64), "float32")):
    for m, n, k in T.grid(1, 64, 256):
        with T.block("Y"):
            vm, vn, vk = T.axis.remap("SSR", [m, n, k])
            with T.init():
                Y[vm, vn] = T.float32(0)
            Y[vm, vn] = Y[vm, vn] + X[vm, vk] * ((T.Cast("float32", T.if_then_else(1 <= vk % 32 % 2, T.shift_right(Q[vn, vk // 32, vk % 32 // 2], T.uint8(4)), T.bitwise_and(Q[vn, vk // 32, vk % 32 // 2], T.uint8(15)))) - T.Cast("float32", T.bitwise_and(T.shift_right(Z[vn, vk // 32 // 2], T.Cast("uint8", vk // 32 % 2 * 4)), T.uint8(15)))) * S[vn, vk // 32])


@T.prim_func
def nf4(W: T.Buffer((64, 128), "uint8"), L: T.Buffer((16,), "float32"), A: T.Buffer((64, 4), "float32"), X: T.Buffer((1, 256), "float32"), Y: T.Buffer((1, 64), "float32")):
    D = T.alloc_buffer((64, 256), "float32")
    for i, j in T.grid(64, 256):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = L[T.Cast("int32", T.bitwise_and(T.shift_right(W[vi, vj // 2], T.Cast("uint8", 4 - vj % 2 * 4)), T.uint8(15)))] * A[vi, vj // 64]
    for i0, i1, k in T.grid(1, 64, 256):
        with T.block("Y"):
            vi0, vi1, vk = T.axis.remap("SSR", [i0, i1, k])
            with T.init():
                Y[vi0, vi1] = T.float32(0)
            Y[vi0, vi1] = Y[vi0, vi1] + X[vi0, vk] * D[vi1, vk]


@T.prim_func
def rows(W: T.Buffer((64, 32), "uint32"), S: T.Buffer((64, 8), "float16"), X: T.Buffer((5, 256), "float32"), Y: T.Buffer((5, 64), "float32")):
    D = T.alloc_buffer((64, 256), "float32")
    for i, j in T.grid(64, 256):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = (T.Cast("float32", T.bitwise_and(T.shift_right(W[vi, vj // 8], T.Cast("uint32", vj % 8 * 4)), T.uint32(15))) - T.float32(7)) * T.Cast("float32", S[vi, vj // 32])
    for i0, i1, k in T.grid(5, 64, 256):
        with T.block("Y"):
            vi0, vi1, vk = T.axis.remap("SSR", [i0, i1, k])
            with T.init():
                Y[vi0, vi1] = T.float32(0)
            Y[vi0, vi1] = Y[vi0, vi1] + X[vi0, vk] * D[vi1, vk]


@T.prim_func
def any_rows(W: T.Buffer((64, 32), "uint32"), S: T.Buffer((64, 8), "float16"), x: T.handle, y: T.handle):
    n = T.int32()
    X = T.match_buffer(x, (n, 256), "float32")
    Y = T.match_buffer(y, (n, 64), "float32")
    D = T.alloc_buffer((64, 256), "float32")
    for i, j in T.grid(64, 256):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = (T.Cast("float32", T.bitwise_and(T.shift_right(W[vi, vj // 8], T.Cast("uint32", vj % 8 * 4)), T.uint32(15))) - T.float32(7)) * T.Cast("float32", S[vi, vj // 32])
    for i0, i1, k in T.grid(n, 64, 256):
        with T.block("Y"):
            vi0, vi1, vk = T.axis.remap("SSR", [i0, i1, k])
            with T.init():
                Y[vi0, vi1] = T.float32(0)
            Y[vi0, vi1] = Y[vi0, vi1] + X[vi0, vk] * D[vi1, vk]
