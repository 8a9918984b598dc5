# A list that a kernel has already stays as it is; a kernel that gets another value in a branch has no weight.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def f(a: T.Buffer((2,), "float32"), b: T.Buffer((2,), "float32"), o: T.Buffer((2,), "float32")):
        T.func_attr({"layout_free_buffers": [0]})
        for i in range(2):
            with T.block("o"):
                v = T.axis.spatial(2, i)
                o[v] = a[v] * b[v]

    @T.prim_func
    def g(a: T.Buffer((2,), "float32"), b: T.Buffer((2,), "float32"), o: T.Buffer((2,), "float32")):
        for i in range(2):
            with T.block("o"):
                v = T.axis.spatial(2, i)
                o[v] = a[v] + b[v]

    @R.function
    def main(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
        cls = Module
        y = R.call_tir(cls.f, (x, R.const([1.0, 2.0], "float32")), R.Tensor((2,), "float32"))
        if c:
            z = R.call_tir(cls.g, (y, R.const([3.0, 4.0], "float32")), R.Tensor((2,), "float32"))
        else:
            z = R.call_tir(cls.g, (y, x), R.Tensor((2,), "float32"))
        return z
# ---
# unchanged
