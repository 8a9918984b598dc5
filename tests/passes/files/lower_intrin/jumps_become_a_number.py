# What follows a jump runs while the loop has not jumped, and an iteration while it was not left.
from tvm.script import tirx as T


@T.prim_func
def before(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
    for i in range(8):
        if A[i] < 0:
            continue
        B[i] = A[i]
        if A[i] > 9:
            break
# ---
