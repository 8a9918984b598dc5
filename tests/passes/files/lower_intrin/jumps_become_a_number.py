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
@T.prim_func
def after(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
    jumped = T.allocate([1], "int32", "local")
    jumped_1 = T.Buffer((1,), "int32", data=jumped, scope="local")
    jumped_1[0] = 0
    for i in range(8):
        if jumped_1[0] < 2:
            jumped_1[0] = 0
            if A[i] < 0:
                jumped_1[0] = 1
            if jumped_1[0] == 0:
                B[i] = A[i]
                if A[i] > 9:
                    jumped_1[0] = 2
