# Under pragma_unroll_explicit 0 loops stay, marked for the code generator.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in T.serial(4, annotations={"pragma_auto_unroll_max_step": 8, "pragma_unroll_explicit": 0}):
        for j in range(4):
            B[i * 4 + j] = A[i * 4 + j]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(4):
        for j in T.unroll(4):
            B[i * 4 + j] = A[i * 4 + j]
