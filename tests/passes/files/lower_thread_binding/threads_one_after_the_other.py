# Loops over blocks, threads and virtual threads become serial loops.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        for v in T.thread_binding(2, thread="vthread.x"):
            for t in T.thread_binding(4, thread="threadIdx.x"):
                with T.block(""):
                    B[b * 8 + v * 4 + t] = A[b * 8 + v * 4 + t]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    # with T.block("root"):
    for b, v, t in T.grid(2, 2, 4):
        with T.block(""):
            T.reads(A[b * 8 + v * 4 + t])
            T.writes(B[b * 8 + v * 4 + t])
            B[b * 8 + v * 4 + t] = A[b * 8 + v * 4 + t]
