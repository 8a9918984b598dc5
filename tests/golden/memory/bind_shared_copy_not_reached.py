# about: threads leave the loop around the copy at different times, so they cannot make it together
# refused: loop t around it is already bound to threadIdx.x
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8,), "float32"), C: T.Buffer((8, 8, 8), "float32")):
    S = T.alloc_buffer((8,), "float32", scope="shared")
    for t in T.thread_binding(8, thread="threadIdx.x"):
        for r in range(t + 1):
            for a in range(8):
                with T.block("S"):
                    va = T.axis.spatial(8, a)
                    S[va] = A[va]
            for b in range(8):
                with T.block("C"):
                    vt = T.axis.spatial(8, t)
                    vr = T.axis.spatial(8, r)
                    vb = T.axis.spatial(8, b)
                    C[vt, vr, vb] = S[vb]


def schedule(sch):
    sch.bind("a", "threadIdx.x")
