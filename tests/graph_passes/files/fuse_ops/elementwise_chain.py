# A chain of elementwise kernels becomes one kernel without a temporary. The kernel that stands twice is copied.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def double(A: T.Buffer((64, 32,), "float32"), B: T.Buffer((64, 32,), "float32")):
        for i0, i1 in T.grid(64, 32):
            with T.block("double"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                B[v0, v1] = A[v0, v1] * T.float32(2)

    @T.prim_func
    def relu(A: T.Buffer((64, 32,), "float32"), B: T.Buffer((64, 32,), "float32")):
        for i0, i1 in T.grid(64, 32):
            with T.block("relu"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                B[v0, v1] = T.max(A[v0, v1], T.float32(0))

    @R.function
    def main(x: R.Tensor((64, 32), "float32")):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.double, (x,), out_sinfo=R.Tensor((64, 32), "float32"))
            b = R.call_tir(cls.relu, (a,), out_sinfo=R.Tensor((64, 32), "float32"))
            c = R.call_tir(cls.double, (b,), out_sinfo=R.Tensor((64, 32), "float32"))
            R.output(c)
        return c
# ---
# a, b: they are one kernel, fused_double_relu
# b, c: they are one kernel, fused_double_relu_double
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def fused_double_relu_double(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32")):
        # with T.block("root"):
        for i0, i1 in T.grid(64, 32):
            with T.block("double"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                T.reads(A[v0, v1])
                T.writes(B[v0, v1])
                B[v0, v1] = T.max(A[v0, v1] * T.float32(2.0), T.float32(0.0)) * T.float32(2.0)

    @R.function
    def main(x: R.Tensor((64, 32), dtype="float32")):
        cls = Module
        with R.dataflow():
            c = R.call_tir(cls.fused_double_relu_double, (x,), out_sinfo=R.Tensor((64, 32), dtype="float32"))
            R.output(c)
        return c
