# Code that a loop brings along becomes an attribute of the whole body, however deep the loop is.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(4):
        for j in T.serial(4, annotations={"pragma_import_llvm": "extern int f();"}):
            with T.block("B"):
                B[i * 4 + j] = A[i * 4 + j]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    T.attr(0, "pragma_import_llvm", "extern int f();")
    for i, j in T.grid(4, 4):
        B[i * 4 + j] = A[i * 4 + j]
