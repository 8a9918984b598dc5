# about: partial sums that each thread makes itself, right before the threads join them
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
    k0, k1 = sch.split(k, [None, 4])
    parts = sch.rfactor(k1, 0)
    sch.bind(i, "blockIdx.x")
    thread = sch.get_loops("S")[-1]
    sch.bind(thread, "threadIdx.x")
    sch.compute_at(parts, thread)
    sch.set_scope(parts, 0, "local")


@T.prim_func
def expected(A: T.Buffer((8, 16), "float32"), B: T.Buffer((8, 16), "float32")):
    S = T.alloc_buffer((8,))
    S_rf_local = T.alloc_buffer((4, 8), scope="local")
    for i in T.thread_binding(8, thread="blockIdx.x"):
        for k_1 in T.thread_binding(4, thread="threadIdx.x"):
            for ax0 in range(4):
                with T.block("S_rf"):
                    vk_1, vi, vk_0 = T.axis.remap("SSR", [k_1, i, ax0])
                    with T.init():
                        S_rf_local[vk_1, vi] = T.float32(0)
                    S_rf_local[vk_1, vi] = S_rf_local[vk_1, vi] + A[vi, vk_0 * 4 + vk_1]
            with T.block("S"):
                vk_1, vi = T.axis.remap("RS", [k_1, i])
                with T.init():
                    S[vi] = T.float32(0)
                S[vi] = S[vi] + S_rf_local[vk_1, vi]
    for i, k in T.grid(8, 16):
        with T.block("B"):
            vi, vk = T.axis.remap("SS", [i, k])
            B[vi, vk] = A[vi, vk] - S[vi]
