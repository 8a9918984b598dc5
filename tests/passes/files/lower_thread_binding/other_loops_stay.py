# Parallel, vectorized and unrolled loops are not touched.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in T.parallel(2):
        for j in T.unroll(2):
            for k in T.vectorized(4):
                B[i * 8 + j * 4 + k] = A[i * 8 + j * 4 + k]
# ---
# unchanged
