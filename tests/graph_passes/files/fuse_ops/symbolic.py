# Kernels with a size that is known at run time are joined over one size.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def double(x: T.handle, y: T.handle):
        n = T.int64()
        A = T.match_buffer(x, (n, 8), "float32")
        B = T.match_buffer(y, (n, 8), "float32")
        for i, j in T.grid(n, 8):
            with T.block("double"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)

    @T.prim_func
    def bias(x: T.handle, b: T.Buffer((8,), "float32"), y: T.handle):
        m = T.int64()
        A = T.match_buffer(x, (m, 8), "float32")
        B = T.match_buffer(y, (m, 8), "float32")
        for i, j in T.grid(m, 8):
            with T.block("bias"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] + b[vj]

    @R.function
    def main(x: R.Tensor(("n", 8), "float32"), w: R.Tensor((8,), "float32")):
        n = T.int64()
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.double, (x,), out_sinfo=R.Tensor((n, 8), "float32"))
            b = R.call_tir(cls.bias, (a, w,), out_sinfo=R.Tensor((n, 8), "float32"))
            R.output(b)
        return b
# ---
# a, b: they are one kernel, fused_double_bias
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def fused_double_bias(var_A: T.handle, b: T.Buffer((8,), "float32"), var_B: T.handle):
        n = T.int64()
        A = T.match_buffer(var_A, (n, 8), "float32")
        B = T.match_buffer(var_B, (n, 8), "float32")
        # with T.block("root"):
        for i, j in T.grid(n, 8):
            with T.block("bias"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj], b[vj])
                T.writes(B[vi, vj])
                B[vi, vj] = A[vi, vj] * T.float32(2.0) + b[vj]

    @R.function
    def main(x: R.Tensor(("n", 8), dtype="float32"), w: R.Tensor((8,), dtype="float32")):
        n = T.int64()
        cls = Module
        with R.dataflow():
            b = R.call_tir(cls.fused_double_bias, (x, w), out_sinfo=R.Tensor((n, 8), dtype="float32"))
            R.output(b)
        return b
