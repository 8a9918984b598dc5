"""reorder: the loops over columns stand outside of the inner loop over rows."""
import numpy as np
import tvm
from tvm import te

n = 1024
A = te.placeholder((n, n), name="A")
B = te.placeholder((n, n), name="B")
C = te.compute((n, n), lambda i, j: A[i, j] + B[i, j], name="C")

s = te.create_schedule(C.op)
xo, xi = s[C].split(s[C].op.axis[0], factor=32)
yo, yi = s[C].split(s[C].op.axis[1], factor=32)
s[C].reorder(xo, yo, yi, xi)

print(tvm.lower(s, [A, B, C], simple_mode=True))


def reference(A, B, C):
    np.add(A, B, out=C)
