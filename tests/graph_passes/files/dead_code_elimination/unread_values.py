# A value that nobody reads goes, and then what was computed for it, and the kernel that computed that.
import tvm
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def double(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for i in range(16):
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                B[vi] = A[vi] * T.float32(2)

    @T.prim_func
    def relu(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for i in range(16):
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                B[vi] = T.max(A[vi], T.float32(0))

    @R.function
    def main(x: R.Tensor((16,), "float32")):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.double, (x,), out_sinfo=R.Tensor((16,), "float32"))
            b = R.exp(a)
            c = R.call_tir(cls.relu, (x,), out_sinfo=R.Tensor((16,), "float32"))
            d = R.add(c, b)
            R.output(c, d)
        return c
# ---
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def relu(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        # with T.block("root"):
        for i in range(16):
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = T.max(A[vi], T.float32(0.0))

    @R.function
    def main(x: R.Tensor((16,), dtype="float32")):
        cls = Module
        with R.dataflow():
            c = R.call_tir(cls.relu, (x,), out_sinfo=R.Tensor((16,), dtype="float32"))
            R.output(c)
        return c
