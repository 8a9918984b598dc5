# Assumptions and hints are dropped, and a value that does not matter is 0.
from tvm.script import tirx as T


@T.prim_func
def before(A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32")):
    T.evaluate(T.assume(A[0] > 0))
    B[0] = T.undef(dtype="int32")
    for i in range(4):
        if T.ignore_loop_partition(i < 3):
            B[i] = A[i]
# ---
@T.prim_func
def after(A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32")):
    B[0] = 0
    for i in range(4):
        if i < 3:
            B[i] = A[i]
