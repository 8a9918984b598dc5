"""vectorize: 32 elements of a row at a time."""
import numpy as np
import tvm
from tvm import te

n = 1024
A = te.placeholder((n, n), name="A")
B = te.placeholder((n, n), name="B")
C = te.compute((n, n), lambda x, y: A[x, y] + B[x, y], name="C")

s = te.create_schedule(C.op)
xo, yo, xi, yi = s[C].tile(C.op.axis[0], C.op.axis[1], 32, 32)
s[C].vectorize(yi)

print(tvm.lower(s, [A, B, C], simple_mode=True))


def reference(A, B, C):
    np.add(A, B, out=C)
