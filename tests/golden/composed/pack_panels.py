# about: panels of both operands stand in contiguous memory
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((24, 20), "float32"), B: T.Buffer((20, 32), "float32"), C: T.Buffer((24, 32), "float32")):
    for i, j, k in T.grid(24, 32, 20):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def schedule(sch):
    i, j, k = sch.get_loops("C")
    io, jo, ko, ii, ji, ki = sch.tile([i, j, k], [8, 16, 5])
    b = sch.pack("C", 1, lambda k, n: (n // 8, k, n % 8), at=ko)
    sch.pack("C", "A", lambda m, k: (m // 4, k, m % 4), at=ko, storage_scope="local")
    sch.vectorize(sch.split(sch.get_loops(b)[-1], [None, 8])[1])
