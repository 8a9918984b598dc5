# about: a read under a condition that is false after blockize, and the declared region began outside of the buffer
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((6, 1), "int32"), C: T.Buffer((6, 1), "int32"), D: T.Buffer((6, 1), "int32")):
    # with T.block("root"):
    for i, j in T.grid(1, 1):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj]
    for i, j in T.grid(1, 1):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = A[vi + 1, vj] + T.if_then_else(vi >= 1, A[vi - 1, vj], 0)


def schedule(sch):
    sch.blockize(target=["C", "D"], preserve_unit_iters=False)
