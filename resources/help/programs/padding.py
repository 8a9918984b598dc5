from tvm.script import tir as T


@T.prim_func
def padding(A: T.Buffer((62,), "float32"), W: T.Buffer((3,), "float32"), B: T.Buffer((62,), "float32")):
    P = T.alloc_buffer((64,), "float32")
    for i in range(64):
        with T.block("P"):
            vi = T.axis.remap("S", [i])
            P[vi] = T.if_then_else(1 <= vi and vi < 63, A[vi - 1], T.float32(0))
    for i, r in T.grid(62, 3):
        with T.block("B"):
            vi, vr = T.axis.remap("SR", [i, r])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + P[vi + vr] * W[vr]
