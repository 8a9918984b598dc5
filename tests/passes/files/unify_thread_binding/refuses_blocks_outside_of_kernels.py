# Every block must run in a kernel.
from tvm.script import tir as T


@T.prim_func
def scheduled(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi]
# ---
@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    # with T.block("root"):
    for i in range(16):
        with T.block("B"):
            T.reads(A[i])
            T.writes(B[i])
            B[i] = A[i]


# refused: gpu.not-bound
# block "B" runs outside of any kernel: no loop around it is bound to blockIdx or threadIdx
#   hint: bind a loop around it, for example bind(loop, "blockIdx.x"), or compute it inside another kernel with compute_at or compute_inline
