# about: each block of threads computes half of what all of them read
# refused: memory of the scope shared is private to one thread block
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8, 16), "float32"), B: T.Buffer((8, 16), "float32")):
    S = T.alloc_buffer((8, 16))
    for i, k in T.grid(8, 16):
        with T.block("S"):
            vi, vk = T.axis.remap("SS", [i, k])
            S[vi, vk] = A[vi, vk] * T.float32(2)
    for i, k in T.grid(8, 16):
        with T.block("B"):
            vi, vk = T.axis.remap("SS", [i, k])
            B[vi, vk] = S[vi, 15 - vk]


def schedule(sch):
    i, k = sch.get_loops("B")
    sch.set_scope("S", 0, "shared")
    sch.compute_at("S", i)
    sch.bind(i, "threadIdx.x")
    sch.bind(k, "blockIdx.x")
    sch.bind(sch.get_loops("S")[-1], "blockIdx.x")
