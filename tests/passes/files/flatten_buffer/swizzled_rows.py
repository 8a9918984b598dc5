# Pieces of 16 bytes change places within lines of 128 bytes; a vector of a piece stays together, and the size of the
# memory becomes a multiple of what pieces change places in.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((5, 64), "float16"), B: T.Buffer((64, 5), "float16")):
    C = T.allocate([325], "float16", "shared.swizzle_128b")
    C_1 = T.Buffer((5, 64), "float16", data=C, scope="shared.swizzle_128b")
    D = T.allocate([32], "int32", "shared.swizzle_64b")
    D_1 = T.Buffer((32,), "int32", data=D, scope="shared.swizzle_64b")
    for i, j in T.grid(5, 8):
        for k in T.vectorized(8):
            C_1[i, j * 8 + k] = A[i, j * 8 + k]
    for i, j in T.grid(5, 64):
        B[j, i] = C_1[i, j]
    for i in range(32):
        D_1[i] = i
# ---
@T.prim_func
def after(A: T.Buffer((5, 64), "float16"), B: T.Buffer((64, 5), "float16")):
    A_1 = T.Buffer((320,), "float16", data=A.data)
    B_1 = T.Buffer((320,), "float16", data=B.data)
    C = T.allocate([384], "float16", "shared.swizzle_128b")
    C_1 = T.Buffer((320,), "float16", data=C, scope="shared.swizzle_128b")
    D = T.allocate([32], "int32", "shared.swizzle_64b")
    D_1 = T.Buffer((32,), "int32", data=D, scope="shared.swizzle_64b")
    for i, j in T.grid(5, 8):
        for k in T.vectorized(8):
            C_1[i * 64 + T.bitwise_xor(j, i) * 8 + k] = A_1[i * 64 + (j * 8 + k)]
    for i, j in T.grid(5, 64):
        B_1[j * 5 + i] = C_1[i * 64 + T.bitwise_xor(j // 8, i) * 8 + j % 8]
    for i in range(32):
        D_1[i // 16 * 16 + T.bitwise_xor(i % 16 // 4, 0) * 4 + i % 4] = i
