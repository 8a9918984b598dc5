# The threads of a reduction must fit in a block of the target.
# threads: 64
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((4, 128), "float32"), S: T.Buffer((4,), "float32")):
    for i in T.thread_binding(4, thread="blockIdx.x"):
        for k in T.thread_binding(128, thread="threadIdx.x"):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    S[vi] = T.float32(0)
                S[vi] = S[vi] + A[vi, vk]
# ---
# refused: gpu.cross-thread-reduction
# the reduction of block "S" over the threads of threadIdx.x cannot be lowered: 128 threads would take part
#   hint: split the loop and bind an inner loop of at most 64
