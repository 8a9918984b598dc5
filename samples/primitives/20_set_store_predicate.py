"""set_store_predicate: 16 threads have the same sum; one of them stores it. A condition that left out a value that is needed
would be refused."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def sum_by_threads(A: T.Buffer((1024,), "float32"), B: T.Buffer((1,), "float32")):
    T.func_attr({"tir.noalias": True})
    S = T.alloc_buffer((1,), "float32")
    for k in range(1024):
        with T.block("S"):
            vk = T.axis.remap("R", [k])
            with T.init():
                S[0] = T.float32(0)
            S[0] = S[0] + A[vk]
    for tx in T.thread_binding(16, thread="threadIdx.x"):
        with T.block("B"):
            T.reads(S[0])
            T.writes(B[0])
            B[0] = S[0]


def reference(A, B):
    B[0] = np.sum(A)


def schedule(sch):
    sch.set_store_predicate("B", lambda tx: tx == 0)
