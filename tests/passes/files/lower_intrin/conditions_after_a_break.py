# The condition of a while loop is not evaluated after a break: it may read where nothing is.
from tvm.script import tirx as T


@T.prim_func
def before(A: T.Buffer((8,), "int32"), n: T.Buffer((1,), "int32")):
    while A[n[0]] != 0:
        n[0] = n[0] + 1
        if n[0] > 7:
            break
# ---
