# about: the threads that reduce a row would also use the sum before it is there
# refused: but the result is available only after the last of them
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8, 16), "float32"), B: T.Buffer((8, 16), "float32")):
    S = T.alloc_buffer((8,))
    for i, k in T.grid(8, 16):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
    for i, k in T.grid(8, 16):
        with T.block("B"):
            vi, vk = T.axis.remap("SS", [i, k])
            B[vi, vk] = A[vi, vk] - S[vi]


def schedule(sch):
    sch.compute_at("S", sch.get_loops("B")[0])
    sch.cache_write("S", 0, "global")
    k = sch.get_loops("S")[-1]
    sch.reverse_compute_at("S_global", k)
    sch.bind(k, "threadIdx.x")
