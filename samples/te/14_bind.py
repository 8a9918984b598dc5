"""bind: 32 blocks of 32 threads share the reduction. Blocks cannot wait for each other: the start of the sum becomes a kernel of its
own, and one thread of each block adds what its threads have joined by an atomic update."""
import numpy as np
import tvm
from tvm import te

n = 1024
A = te.placeholder((n,), name="A")
k = te.reduce_axis((0, n), name="k")
B = te.compute((1,), lambda i: te.sum(A[i], axis=k), name="B")

s = te.create_schedule(B.op)
ko, ki = s[B].split(s[B].op.reduce_axis[0], factor=32)
s[B].bind(ko, te.thread_axis("blockIdx.x"))
s[B].bind(ki, te.thread_axis("threadIdx.x"))

print(tvm.lower(s, [A, B], simple_mode=True))


def reference(A, B):
    B[0] = A[0] * A.shape[0]
