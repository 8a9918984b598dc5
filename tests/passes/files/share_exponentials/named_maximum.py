# The larger number has a name; a weight is on one side, and the function is that of base 2.
from tvm.script import tir as T


@T.prim_func
def before(X: T.Buffer((64,), "float32"), V: T.Buffer((64,), "float32"), M: T.Buffer((1,), "float32"), A: T.Buffer((1,), "float32")):
    for k in range(64):
        m: T.float32 = T.max(X[k], M[0])
        a: T.float32 = A[0] * T.exp2(M[0] - m) + V[k] * T.exp2(X[k] - m)
        M[0] = m
        A[0] = a
# ---
@T.prim_func
def after(X: T.Buffer((64,), "float32"), V: T.Buffer((64,), "float32"), M: T.Buffer((1,), "float32"), A: T.Buffer((1,), "float32")):
    for k in range(64):
        m: T.float32 = T.max(X[k], M[0])
        a: T.float32 = A[0] * T.Select(X[k] < M[0], T.Select(T.fabs(M[0]) < T.float32("inf"), T.float32(1.0), T.float32("nan")), T.exp2(T.float32(0.0) - T.fabs(X[k] - M[0]))) + V[k] * T.Select(X[k] < M[0], T.exp2(T.float32(0.0) - T.fabs(X[k] - M[0])), T.Select(T.fabs(X[k]) < T.float32("inf"), T.float32(1.0), T.float32("nan")))
        M[0] = m
        A[0] = a
