# What a kernel updates atomically it may not start too: its blocks of threads do not wait for each other.
from tvm.script import tir as T


@T.prim_func
def scheduled(A: T.Buffer((4,), "float32"), S: T.Buffer((1,), "float32")):
    for b in T.thread_binding(4, thread="blockIdx.x"):
        with T.block("start"):
            vi = T.axis.opaque(4, b)
            S[0] = T.float32(0)
        with T.block("add"):
            vi = T.axis.opaque(4, b)
            T.attr(0, "atomic", 1)
            S[0] = S[0] + A[vi]
# ---
@T.prim_func
def before(A: T.Buffer((4,), "float32"), S: T.Buffer((1,), "float32")):
    for blockIdx_x in T.thread_binding(4, thread="blockIdx.x"):
        S[0] = T.float32(0.0)
        T.attr(0, "atomic", 1)
        S[0] = S[0] + A[blockIdx_x]


# refused: gpu.atomic-unordered
# a kernel updates S atomically in block "add" and also initialises or reads it in block "start", but its thread blocks cannot wait for each other
#   hint: initialise it in a kernel of its own (decompose_reduction at the outermost loop, or fission), and read it in a later one
