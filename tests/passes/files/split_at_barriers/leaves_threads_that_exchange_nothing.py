# Threads that fill shared memory for themselves, or reduce together, exchange nothing: the program keeps its form.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8, 16), "float32"), B: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32")):
    S = T.alloc_buffer((1,), "float32", scope="shared")
    R = T.alloc_buffer((8,), "float32", scope="shared")
    for tx in T.thread_binding(8, thread="threadIdx.x"):
        with T.block("S"):
            vi = T.axis.spatial(8, tx)
            S[0] = A[vi, 0] * T.float32(2)
        with T.block("C"):
            vi = T.axis.spatial(8, tx)
            C[vi] = S[0]
    for i in range(8):
        for tx in T.thread_binding(16, thread="threadIdx.x"):
            with T.block("R"):
                vi, vk = T.axis.remap("SR", [i, tx])
                with T.init():
                    R[vi] = T.float32(0)
                R[vi] = R[vi] + A[vi, vk]
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = R[vi]
# ---
# unchanged
