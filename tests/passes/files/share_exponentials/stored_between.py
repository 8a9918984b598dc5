# The maximum is stored before it is read again: the two loads of M[0] are of different values.
from tvm.script import tir as T


@T.prim_func
def before(X: T.Buffer((64,), "float32"), M: T.Buffer((1,), "float32"), L: T.Buffer((1,), "float32")):
    for k in range(64):
        m: T.float32 = T.max(M[0], X[k])
        M[0] = m
        L[0] = L[0] * T.exp(M[0] - m) + T.exp(X[k] - m)
# ---
# unchanged
