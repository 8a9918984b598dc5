# about: the copy reads what each thread writes before it, so that parts of it come at other times
# refused: the threads of loop t exchange values
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32"), C: T.Buffer((8, 8), "float32")):
    S = T.alloc_buffer((8,), "float32", scope="shared")
    for t in T.thread_binding(8, thread="threadIdx.x"):
        with T.block("B"):
            vt = T.axis.spatial(8, t)
            B[vt] = A[vt]
        for a in range(8):
            with T.block("S"):
                va = T.axis.spatial(8, a)
                S[va] = A[va] + B[0]
        for b in range(8):
            with T.block("C"):
                vt = T.axis.spatial(8, t)
                vb = T.axis.spatial(8, b)
                C[vt, vb] = S[vb]


def schedule(sch):
    sch.bind("a", "threadIdx.x")
