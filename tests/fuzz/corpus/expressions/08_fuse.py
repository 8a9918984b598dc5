"""fuse: two loops become one."""
import numpy as np
import tvm
from tvm import te

n = 1024
A = te.placeholder((n,), name="A")
k = te.reduce_axis((0, n), name="k")
B = te.compute((1,), lambda i: te.sum(A[k], axis=k), name="B")

s = te.create_schedule(B.op)
ko, ki = s[B].split(B.op.reduce_axis[0], factor=32)
s[B].fuse(ko, ki)

print(tvm.lower(s, [A, B], simple_mode=True))


def reference(A, B):
    B[0] = np.sum(A)
