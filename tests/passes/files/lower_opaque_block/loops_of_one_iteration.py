# A loop of one iteration goes, unless an annotation says something of it.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        for j in range(3, 4):
            for k in T.serial(1, annotations={"pragma_auto_unroll_max_step": 4}):
                with T.block("B"):
                    B[i] = A[i] + T.Cast("float32", j + k)
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        for k in T.serial(1, annotations={"pragma_auto_unroll_max_step": 4}):
            B[i] = A[i] + T.Cast("float32", 3 + k)
