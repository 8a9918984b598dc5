"""A convolution and its activation, made with operators; the padding is never stored, and the activation is applied where a row of
the result is finished."""
import numpy as np
import tvm
from tvm import te, topi

data = te.placeholder((1, 8, 16, 16), name="data")
kernel = te.placeholder((16, 8, 3, 3), name="kernel")
conv = topi.nn.conv2d(data, kernel, strides=1, padding=1, dilation=1)
relu = topi.nn.relu(conv)


def fused():
    s = te.create_schedule(relu.op)
    s[conv.op.input_tensors[0]].compute_inline()
    n, f, y, x = relu.op.axis
    s[conv].compute_at(s[relu], y)
    s[relu].parallel(f)
    return tvm.lower(s, [data, kernel, relu])


def reference(data, kernel, compute):
    padded = np.pad(data, ((0, 0), (0, 0), (1, 1), (1, 1)))
    compute[:] = 0
    for c in range(8):
        for y in range(3):
            for x in range(3):
                compute += padded[:, c, y : y + 16, x : x + 16][:, None] * kernel[:, c, y, x][None, :, None, None]
    np.maximum(compute, 0, out=compute)
