from tvm.script import tir as T


@T.prim_func
def starts(A: T.Buffer((65,), "float32"), B: T.Buffer((64,), "float32"), C: T.Buffer((65,), "float32")):
    for i in range(64):
        with T.block("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi + 1] - A[vi]
    for i in range(1, 65):
        with T.block("C"):
            vi = T.axis.spatial((1, 65), i)
            C[vi] = B[vi - 1] * B[vi - 1]
