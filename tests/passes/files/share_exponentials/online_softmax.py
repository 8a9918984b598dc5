# One of the two exponentials is exp(0): the other one is computed once.
from tvm.script import tir as T


@T.prim_func
def before(X: T.Buffer((64,), "float32"), M: T.Buffer((1,), "float32"), L: T.Buffer((1,), "float32")):
    for k in range(64):
        m: T.float32 = T.max(M[0], X[k])
        l: T.float32 = L[0] * T.exp(M[0] - T.max(M[0], X[k])) + T.exp(X[k] - T.max(M[0], X[k]))
        M[0] = m
        L[0] = l
# ---
@T.prim_func
def after(X: T.Buffer((64,), "float32"), M: T.Buffer((1,), "float32"), L: T.Buffer((1,), "float32")):
    for k in range(64):
        m: T.float32 = T.max(M[0], X[k])
        l: T.float32 = L[0] * T.Select(M[0] < X[k], T.exp(T.float32(0.0) - T.fabs(M[0] - X[k])), T.Select(T.fabs(M[0]) < T.float32("inf"), T.float32(1.0), T.float32("nan"))) + T.Select(M[0] < X[k], T.Select(T.fabs(X[k]) < T.float32("inf"), T.float32(1.0), T.float32("nan")), T.exp(T.float32(0.0) - T.fabs(M[0] - X[k])))
        M[0] = m
        L[0] = l
