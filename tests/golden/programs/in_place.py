# In-place updates and a recurrence: most reorderings are illegal here.
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((10, 8), "int32"), P: T.Buffer((10,), "int32")):
    for i, j in T.grid(10, 8):
        with T.block("scale"):
            vi, vj = T.axis.remap("SS", [i, j])
            A[vi, vj] = A[vi, vj] * 2 + vj
    for i in range(1, 10):
        with T.block("prefix"):
            vi = T.axis.opaque((1, 10), i)
            P[vi] = P[vi - 1] + A[vi, 0]
