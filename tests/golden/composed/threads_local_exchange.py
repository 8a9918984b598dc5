# about: threads compute one element each, and then all of them read it
# refused: memory of the scope local is private to one thread
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
    sch.bind(i, "blockIdx.x")
    sch.bind(k, "threadIdx.x")
    sch.compute_at("S", i)
    sch.bind(sch.get_loops("S")[-1], "threadIdx.x")
    sch.set_scope("S", 0, "local")
