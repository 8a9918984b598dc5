"""An intrinsic declared in tensor expressions: `intrin_gemv` says what it computes (c), in which memory (binds), and which call does
it. tensorize compares the loops below yi with that expression and puts the call in their place; the call's C code comes along as a
pragma and is compiled only when you allow it (`lw run ... --allow-c`)."""
import numpy as np
import tvm
from tvm import te

N, M, L = 1024, 512, 64
A = te.placeholder((N, L), name="A")
B = te.placeholder((M, L), name="B")
k = te.reduce_axis((0, L), name="k")
C = te.compute((N, M), lambda i, j: te.sum(A[i, k] * B[j, k], axis=k), name="C")
s = te.create_schedule(C.op)


def intrin_gemv(m, l):
    a = te.placeholder((l,), name="a")
    b = te.placeholder((m, l), name="b")
    k = te.reduce_axis((0, l), name="k")
    c = te.compute((m,), lambda i: te.sum(a[k] * b[i, k], axis=k), name="c")
    Ab = tvm.tir.decl_buffer(a.shape, a.dtype, name="A", offset_factor=1, strides=[1])
    Bb = tvm.tir.decl_buffer(b.shape, b.dtype, name="B", offset_factor=1, strides=[te.var("s1"), 1])
    Cb = tvm.tir.decl_buffer(c.shape, c.dtype, name="C", offset_factor=1, strides=[1])

    def intrin_func(ins, outs):
        ib = tvm.tir.ir_builder.create()
        aa, bb = ins
        cc = outs[0]
        ib.emit(tvm.tir.call_extern("int32", "gemv", cc.access_ptr("w"), aa.access_ptr("r"), bb.access_ptr("r"), m, l, bb.strides[0]))
        return ib.get()

    return te.decl_tensor_intrin(c.op, intrin_func, binds={a: Ab, b: Bb, c: Cb})


def gemv_kernel():
    return """
      extern "C" int gemv(float* cc, const float* aa, const float* bb, int m, int l, int stride) {
        for (int i = 0; i < m; ++i) {
          float sum = 0;
          for (int j = 0; j < l; ++j) sum += aa[j] * bb[i * stride + j];
          cc[i] = sum;
        }
        return 0;
      }
    """


x, y = C.op.axis
(z,) = C.op.reduce_axis
yo, yi = s[C].split(y, factor=16)
s[C].reorder(x, yo, yi, z)
s[C].pragma(x, "import_llvm", gemv_kernel())
gemv = intrin_gemv(16, L)
s[C].tensorize(yi, gemv)

print(tvm.lower(s, [A, B, C], simple_mode=True))


def reference(A, B, C):
    np.matmul(A, B.T, out=C)
