# about: factors of the row and of the column go out together with a constant
# inputs: A=integers, B=integers, G=integers, S=integers
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((6, 37), "float32"), B: T.Buffer((9, 37), "float32"), G: T.Buffer((6,), "float32"), S: T.Buffer((9,), "float32"), C: T.Buffer((6, 9), "float32")):
    for i, j, k in T.grid(6, 9, 37):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + (A[vi, vk] * G[vi]) * (B[vj, vk] * S[vj] * T.float32(0.5))


def schedule(sch):
    scaled = sch.factor_out("C", invariants=True)
    sch.reverse_compute_at(scaled, sch.get_loops("C")[1])
