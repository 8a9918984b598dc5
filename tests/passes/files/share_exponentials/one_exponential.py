# A single exponential, and two of different functions or numbers, stay.
from tvm.script import tir as T


@T.prim_func
def before(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for k in range(64):
        B[k] = T.exp(X[k] - T.max(X[k], Y[k]))
    for k in range(64):
        B[k] = T.exp(X[k] - T.max(X[k], Y[k])) + T.exp2(Y[k] - T.max(X[k], Y[k]))
    for k in range(64):
        B[k] = T.exp(X[k] - T.max(X[k], Y[k])) + T.exp(Y[k] - T.max(Y[k], X[63 - k]))
# ---
# unchanged
