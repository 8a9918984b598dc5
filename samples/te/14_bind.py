"""bind: 32 threads share the reduction and join their sums. The outer loop of the reduction stays serial: blocks of a kernel
cannot wait for each other, so binding it to blockIdx.x would be a race, and is refused."""
import numpy as np
import tvm
from tvm import te

n = 1024
A = te.placeholder((n,), name="A")
k = te.reduce_axis((0, n), name="k")
B = te.compute((1,), lambda i: te.sum(A[0], axis=k), name="B")

s = te.create_schedule(B.op)
ko, ki = s[B].split(s[B].op.reduce_axis[0], factor=32)
s[B].bind(ki, te.thread_axis("threadIdx.x"))

print(tvm.lower(s, [A, B], simple_mode=True))


def reference(A, B):
    B[0] = A[0] * A.shape[0]
