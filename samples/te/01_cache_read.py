"""cache_read in the language of tensor expressions: A is copied to shared memory first, and B reads the copy."""
import numpy as np
import tvm
from tvm import te

n = 1024
dtype = "float32"
A = te.placeholder((n, n), dtype=dtype, name="A")
k = te.reduce_axis((0, n), name="k")
B = te.compute((n,), lambda i: te.sum(A[i, k], axis=k), name="B")

s = te.create_schedule(B.op)
AA = s.cache_read(A, "shared", [B])

print(tvm.lower(s, [A, B], simple_mode=True))


def reference(A, B):
    np.sum(A, axis=1, out=B)
