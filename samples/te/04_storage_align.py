"""storage_align: rows of the copy start at places of the form 100 * i + 8, so that neighbours lie in different banks."""
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
s[AA].storage_align(AA.op.axis[0], 100, 8)

print(tvm.lower(s, [A, B], simple_mode=True))


def reference(A, B):
    np.sum(A, axis=1, out=B)
