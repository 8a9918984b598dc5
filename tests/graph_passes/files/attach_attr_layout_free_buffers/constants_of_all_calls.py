# The second parameter is a constant in both calls; the third one in the first call alone.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def f(a: T.Buffer((2,), "float32"), b: T.Buffer((2,), "float32"), c: T.Buffer((2,), "float32"), o: T.Buffer((2,), "float32")):
        for i in range(2):
            with T.block("o"):
                v = T.axis.spatial(2, i)
                o[v] = a[v] * b[v] + c[v]

    @R.function
    def main(x: R.Tensor((2,), "float32")):
        cls = Module
        y = R.call_tir(cls.f, (x, R.const([1.0, 2.0], "float32"), R.const([3.0, 4.0], "float32")), R.Tensor((2,), "float32"))
        z = R.call_tir(cls.f, (x, R.const([5.0, 6.0], "float32"), y), R.Tensor((2,), "float32"))
        return z
# ---
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def f(a: T.Buffer((2,), "float32"), b: T.Buffer((2,), "float32"), c: T.Buffer((2,), "float32"), o: T.Buffer((2,), "float32")):
        T.func_attr({"layout_free_buffers": [1]})
        # with T.block("root"):
        for i in range(2):
            with T.block("o"):
                v = T.axis.spatial(2, i)
                T.reads(a[v], b[v], c[v])
                T.writes(o[v])
                o[v] = a[v] * b[v] + c[v]

    @R.function
    def main(x: R.Tensor((2,), dtype="float32")):
        cls = Module
        y = R.call_tir(cls.f, (x, R.const([1.0, 2.0], "float32"), R.const([3.0, 4.0], "float32")), out_sinfo=R.Tensor((2,), dtype="float32"))
        z = R.call_tir(cls.f, (x, R.const([5.0, 6.0], "float32"), y), out_sinfo=R.Tensor((2,), dtype="float32"))
        return z
