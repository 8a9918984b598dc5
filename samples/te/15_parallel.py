"""parallel: the columns of a row are added at the same time. They meet at one element: its start becomes a block of its own, and
the updates atomic. s[B].parallel(B.op.axis[0]) would divide the rows instead, which is faster."""
import numpy as np
import tvm
from tvm import te

m = 1024
n = 1024
A = te.placeholder((n, m), name="A")
l = te.reduce_axis((0, m), name="l")
B = te.compute((n,), lambda i: te.sum(A[i, l], axis=l), name="B")

s = te.create_schedule(B.op)
s[B].parallel(B.op.reduce_axis[0])

print(tvm.lower(s, [A, B], simple_mode=True))


def reference(A, B):
    np.sum(A, axis=1, out=B)
