# about: tiles of both operands, at different loops
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((12, 16), "float32"), B: T.Buffer((16, 10), "float32"), C: T.Buffer((12, 10), "float32")):
    for i, j, k in T.grid(12, 10, 16):
        with T.block("mm"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def schedule(sch):
    i, j, k = sch.get_loops("mm")
    io, ii = sch.split(i, [None, 4])
    ko, ki = sch.split(k, [None, 4])
    sch.reorder(io, ko, ii, j, ki)
    sch.read_at(ko, "mm", 0, "shared")
    sch.read_at(io, "mm", 1, "shared")
    sch.write_at(io, "mm", 0, "local")
