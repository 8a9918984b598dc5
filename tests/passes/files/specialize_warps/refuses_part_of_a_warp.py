# Consumers are whole warps.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((2, 6, 32), "float32"), B: T.Buffer((2, 6, 32), "float32")):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        for t in T.thread_binding(16, thread="threadIdx.x"):
            S = T.allocate([96], "float32", "shared")
            S_1 = T.Buffer((3, 32), data=S, scope="shared")
            for i in range(6):
                with T.attr(0, "producer_part", T.tvm_tuple(i, 3, 0, 128, 0, 0)):
                    with T.attr(0, "bulk_copy", T.tvm_tuple(i % 3, S_1[i % 3, 0], A[b, i, 0], 128)):
                        for j in range(32):
                            S_1[i % 3, j] = A[b, i, j]
                with T.attr(0, "consumer_part", T.tvm_tuple(i, 3, 0, 128, 0, 0)):
                    B[b, i, t] = S_1[i % 3, 31 - t]
# ---
# refused: gpu.producer
# the copies of loop i cannot be given to a producer warp: there are 16 consumer threads, which are not whole warps of 32 threads
#   hint: consumers are whole warps; the producer takes one more, or four where registers are handed over
