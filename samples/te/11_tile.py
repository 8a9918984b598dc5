"""tile: the product is made in tiles of 32 by 32."""
import numpy as np
import tvm
from tvm import te

n = 1024
A = te.placeholder((n, n), name="A")
B = te.placeholder((n, n), name="B")
K = te.reduce_axis((0, n), name="K")
C = te.compute((n, n), lambda i, j: te.sum(A[i, K] * B[K, j], axis=K), name="C")

s = te.create_schedule(C.op)
xo, yo, xi, yi = s[C].tile(C.op.axis[0], C.op.axis[1], 32, 32)

print(tvm.lower(s, [A, B, C], simple_mode=True))


def reference(A, B, C):
    np.matmul(A, B, out=C)
