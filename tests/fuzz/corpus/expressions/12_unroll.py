"""unroll: the inner loop is written out four times."""
import numpy as np
import tvm
from tvm import te

n = 1024
A = te.placeholder((n, n), name="A")
B = te.placeholder((n, n), name="B")
C = te.compute((n, n), lambda i, j: A[i, j] + B[i, j], name="C")

s = te.create_schedule(C.op)
xo, xi = s[C].split(s[C].op.axis[0], factor=4)
s[C].unroll(xi)

print(tvm.lower(s, [A, B, C], simple_mode=True))


def reference(A, B, C):
    np.add(A, B, out=C)
