# The condition of a while loop is not evaluated after a break: it may read where nothing is.
from tvm.script import tirx as T


@T.prim_func
def before(A: T.Buffer((8,), "int32"), n: T.Buffer((1,), "int32")):
    while A[n[0]] != 0:
        n[0] = n[0] + 1
        if n[0] > 7:
            break
# ---
@T.prim_func
def after(A: T.Buffer((8,), "int32"), n: T.Buffer((1,), "int32")):
    jumped = T.allocate([1], "int32", "local")
    jumped_1 = T.Buffer((1,), "int32", data=jumped, scope="local")
    jumped_1[0] = 0
    while T.if_then_else(jumped_1[0] < 2, A[n[0]] != 0, T.bool(False)):
        jumped_1[0] = 0
        n[0] = n[0] + 1
        if n[0] > 7:
            jumped_1[0] = 2
