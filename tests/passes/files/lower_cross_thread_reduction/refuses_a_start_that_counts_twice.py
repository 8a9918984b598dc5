# Every thread starts its own part, so the start must be the value that changes nothing.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((4, 8), "float32"), S: T.Buffer((4,), "float32")):
    for i in T.thread_binding(4, thread="blockIdx.x"):
        for k in T.thread_binding(8, thread="threadIdx.x"):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    S[vi] = T.float32(1)
                S[vi] = S[vi] + A[vi, vk]
# ---
# refused: gpu.cross-thread-reduction
# the reduction of block "S" over the threads of threadIdx.x cannot be lowered: it starts at T.float32(1.0), which would be combined once for each thread
#   hint: start at the identity, and combine T.float32(1.0) after it
