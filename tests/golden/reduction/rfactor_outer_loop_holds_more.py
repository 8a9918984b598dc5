# about: another reduction loop holds a second block
# refused: loop p contains more than block S, so it cannot be moved out of the nest
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((6, 5, 10), "float32"), S: T.Buffer((6,), "float32"), C: T.Buffer((6, 5), "float32")):
    for i, p in T.grid(6, 5):
        for q in range(10):
            with T.block("S"):
                vi, vp, vq = T.axis.remap("SRR", [i, p, q])
                with T.init():
                    S[vi] = T.float32(0)
                S[vi] = S[vi] + A[vi, vp, vq]
        with T.block("C"):
            vi, vp = T.axis.remap("SS", [i, p])
            C[vi, vp] = A[vi, vp, 0]


def schedule(sch):
    sch.rfactor("q", 0)
