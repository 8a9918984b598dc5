# about: sums in memory of a thread would have to outlast the kernel, which the loop over k launches anew
# refused: memory of the scope local lasts for one launch
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
    i, k = sch.get_loops("S")
    sch.reorder(k, i)
    sch.bind(i, "threadIdx.x")
    sch.set_scope("S", 0, "local")
