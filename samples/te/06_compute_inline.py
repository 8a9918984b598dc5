"""compute_inline: the padded image is never stored, its elements are made where the filter reads them."""
import numpy as np
import tvm
from tvm import te

n = 1024
k = 3
pad = 2
m = (n - k + 2 * pad) + 1
A = te.placeholder((n, n), name="A")
W = te.placeholder((k, k), name="W")
Apad = te.compute(
    (n + 2 * pad, n + 2 * pad),
    lambda yy, xx: te.if_then_else(te.all(yy >= pad, yy < pad + n, xx >= pad, xx < pad + n), A[yy - pad, xx - pad], te.const(0, "float32")),
    name="Apad",
)
ry = te.reduce_axis((0, k), name="ry")
rx = te.reduce_axis((0, k), name="rx")
B = te.compute((m, m), lambda yy, xx: te.sum(Apad[yy + ry, xx + rx] * W[ry, rx], axis=[ry, rx]), name="B")

s = te.create_schedule(B.op)
s[Apad].compute_inline()

print(tvm.lower(s, [A, W, B], simple_mode=True))


def reference(A, W, B):
    padded = np.pad(A, 2)
    side = B.shape[0]
    B[:] = 0
    for y in range(3):
        for x in range(3):
            B += padded[y : y + side, x : x + side] * W[y, x]
