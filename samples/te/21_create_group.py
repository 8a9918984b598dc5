"""create_group: D and E are computed where F needs them, moved there as one."""
import numpy as np
import tvm
from tvm import te

n = 1024
k = te.reduce_axis((0, n), name="k")
A = te.placeholder((n, n), name="A")
B = te.placeholder((n, n), name="B")
D = te.compute((n, n), lambda i, j: A[i, j] + B[i, j], name="D")
E = te.compute((n, n), lambda i, j: D[i, j] + B[i, j], name="E")
F = te.compute((n,), lambda i: te.sum(E[i, k], axis=k), name="F")

s = te.create_schedule(F.op)
g = s.create_group(outputs=E, inputs=[A, B], include_inputs=True)
g.compute_at(s[F], F.op.reduce_axis[0])

print(tvm.lower(s, [A, B, F], simple_mode=True))


def reference(A, B, F):
    np.sum(A + 2 * B, axis=1, out=F)
