"""pragma: a note for lowering, which unrolls the loop."""
import numpy as np
import tvm
from tvm import te

n = 1024
m = 1024
A = te.placeholder((n, m), name="A")
l = te.reduce_axis((0, m), name="l")
B = te.compute((n,), lambda i: te.sum(A[i, l], axis=l), name="B")

s = te.create_schedule(B.op)
ko, ki = s[B].split(B.op.reduce_axis[0], factor=4)
s[B].pragma(ki, "unroll")

print(tvm.lower(s, [A, B], simple_mode=True))


def reference(A, B):
    np.sum(A, axis=1, out=B)
