"""Operators as functions of tensors, put together: the product is an intermediate result of the function that is made. `inlined`
computes the activation where the product is finished, row by row."""
import numpy as np
from tvm import te


def te_matmul(A: te.Tensor, B: te.Tensor) -> te.Tensor:
    assert A.shape[1] == B.shape[0]
    n = A.shape[0]
    m = B.shape[1]
    k = te.reduce_axis((0, A.shape[1]), name="k")
    return te.compute((n, m), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="matmul")


def te_relu(A: te.Tensor) -> te.Tensor:
    return te.compute(A.shape, lambda *i: te.max(A(*i), 0), name="relu")


def matmul_relu():
    A = te.placeholder((128, 128), name="A", dtype="float32")
    B = te.placeholder((128, 128), name="B", dtype="float32")
    return te.create_prim_func([A, B, te_relu(te_matmul(A, B))])


def reference(A, B, relu):
    np.maximum(A @ B, 0, out=relu)


def inlined(s):
    s["matmul"].compute_at(s["relu"], s["relu"].op.axis[0])
