"""Two layers of a network: relu(X @ W1 + b1) @ W2 + b2, weights as frameworks store them, one row for each output."""
# inputs: X=-0.1..0.1, W1=-0.1..0.1, W2=-0.1..0.1
import numpy as np
from tvm.script import tir as T


@T.prim_func
def mlp(
    X: T.Buffer((256, 512), "float32"),
    W1: T.Buffer((1024, 512), "float32"),
    b1: T.Buffer((1024,), "float32"),
    W2: T.Buffer((512, 1024), "float32"),
    b2: T.Buffer((512,), "float32"),
    Y: T.Buffer((256, 512), "float32"),
):
    T.func_attr({"tir.noalias": True})
    H = T.alloc_buffer((256, 1024), "float32")
    B = T.alloc_buffer((256, 1024), "float32")
    R = T.alloc_buffer((256, 1024), "float32")
    Z = T.alloc_buffer((256, 512), "float32")
    for i, j, k in T.grid(256, 1024, 512):
        with T.block("H"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                H[vi, vj] = T.float32(0)
            H[vi, vj] = H[vi, vj] + X[vi, vk] * W1[vj, vk]
    for i, j in T.grid(256, 1024):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = H[vi, vj] + b1[vj]
    for i, j in T.grid(256, 1024):
        with T.block("R"):
            vi, vj = T.axis.remap("SS", [i, j])
            R[vi, vj] = T.max(B[vi, vj], T.float32(0))
    for i, j, k in T.grid(256, 512, 1024):
        with T.block("Z"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                Z[vi, vj] = T.float32(0)
            Z[vi, vj] = Z[vi, vj] + R[vi, vk] * W2[vj, vk]
    for i, j in T.grid(256, 512):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = Z[vi, vj] + b2[vj]


def reference(X, W1, b1, W2, b2, Y):
    H = np.matmul(X, W1.T)
    np.add(H, b1, out=H)
    np.maximum(H, 0, out=H)
    np.matmul(H, W2.T, out=Y)
    np.add(Y, b2, out=Y)
