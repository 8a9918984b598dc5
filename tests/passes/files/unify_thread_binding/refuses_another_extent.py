# Loops of one kernel that are bound to one axis must have one extent.
from tvm.script import tir as T


@T.prim_func
def scheduled(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    C = T.alloc_buffer((4, 8), scope="shared")
    for b in T.thread_binding(4, thread="blockIdx.x"):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [b, t])
                C[vi, vj] = A[vi, vj]
        for u in T.thread_binding(4, thread="threadIdx.x"):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [b, u])
                B[vi, vj] = C[vi, 7 - vj]
# ---
@T.prim_func
def before(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    # with T.block("root"):
    for b in T.thread_binding(4, thread="blockIdx.x"):
        with T.block(""):
            T.reads()
            T.writes()
            C = T.alloc_buffer((1, 8), scope="shared")
            for t in T.thread_binding(8, thread="threadIdx.x"):
                with T.block("C"):
                    T.reads(A[b, t])
                    T.writes(C[0, t])
                    C[0, t] = A[b, t]
            for u in T.thread_binding(4, thread="threadIdx.x"):
                with T.block("B"):
                    T.reads(C[0, 7 - u])
                    T.writes(B[b, u])
                    B[b, u] = C[0, 7 - u]


# refused: gpu.other-extent
# loop u has 4 iterations, but threadIdx.x has the extent 8 in loop t of the same kernel
#   hint: split one of them so that both have the same extent
