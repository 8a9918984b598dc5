# Annotations of a block that begin with pragma_ become attributes; others are dropped.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("B"):
            T.block_attr({"meta_schedule.note": 1, "pragma_auto_unroll_max_step": 8})
            B[i] = A[i]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        T.attr(0, "pragma_auto_unroll_max_step", 8)
        B[i] = A[i]
