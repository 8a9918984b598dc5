"""set_store_predicate: the first of 16 threads stores the sum. A condition that left out a value that is needed
would be refused."""
import numpy as np
import tvm
from tvm import te

n = 1024
A = te.placeholder((n,), name="A")
k = te.reduce_axis((0, n), name="k")
S = te.compute((1,), lambda i: te.sum(A[k], axis=k), name="S")
B = te.compute((1,), lambda i: S[i], name="B")

s = te.create_schedule(B.op)
tx = te.thread_axis("threadIdx.x")
bo, bi = s[B].split(B.op.axis[0], factor=16)
s[B].bind(bi, tx)
s[B].set_store_predicate(tx.var.equal(0))

print(tvm.lower(s, [A, B], simple_mode=True))


def reference(A, B):
    B[0] = np.sum(A)
