# about: bound to blockIdx before the move, a buffer in global memory is filled row by row, as in TVM
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
    i, k = sch.get_loops("B")
    sch.bind(i, "blockIdx.x")
    sch.compute_at("S", i)
    sch.bind(sch.get_loops("S")[-1], "threadIdx.x")


@T.prim_func
def expected(A: T.Buffer((8, 16), "float32"), B: T.Buffer((8, 16), "float32")):
    S = T.alloc_buffer((8,))
    for i in T.thread_binding(8, thread="blockIdx.x"):
        for ax0 in T.thread_binding(16, thread="threadIdx.x"):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, ax0])
                with T.init():
                    S[vi] = T.float32(0)
                S[vi] = S[vi] + A[vi, vk]
        for k in range(16):
            with T.block("B"):
                vi, vk = T.axis.remap("SS", [i, k])
                B[vi, vk] = A[vi, vk] - S[vi]
