# What happens in the first iteration only moves before the loop, unless it is not first there, the loop may have no
# iteration, or its iterations are not in order.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8, 4, 16), "int32"), C: T.Buffer((8,), "int32"), D: T.Buffer((8,), "int32"), n: T.int32):
    for i in range(8):
        for k, r in T.grid(4, 16):
            if k == 0 and r == 0:
                C[i] = 0
            C[i] = C[i] + A[i, k, r]
    for k in range(2, 4):
        if k == 2 and n > 3:
            D[0] = k
        D[0] = D[0] + k
    for k in range(n):
        if k == 0:
            D[1] = 0
        D[1] = D[1] + k
    for k in range(4):
        D[2] = D[2] + k
        if k == 0:
            D[2] = 0
    for k in range(4):
        if k == 1:
            D[3] = 0
        D[3] = D[3] + k
# ---
@T.prim_func
def after(A: T.Buffer((8, 4, 16), "int32"), C: T.Buffer((8,), "int32"), D: T.Buffer((8,), "int32"), n: T.int32):
    for i in range(8):
        C[i] = 0
        for k, r in T.grid(4, 16):
            C[i] = C[i] + A[i, k, r]
    if 3 < n:
        D[0] = 2
    for k in range(2, 4):
        D[0] = D[0] + k
    for k in range(n):
        if k == 0:
            D[1] = 0
        D[1] = D[1] + k
    for k in range(4):
        D[2] = D[2] + k
        if k == 0:
            D[2] = 0
    for k in range(4):
        if k == 1:
            D[3] = 0
        D[3] = D[3] + k
