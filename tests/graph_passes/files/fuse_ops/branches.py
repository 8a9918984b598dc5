# The calls on each side of an `if` are joined, but not with calls outside of it.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def double(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32")):
        for i0, i1 in T.grid(64, 32):
            with T.block("double"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                B[v0, v1] = A[v0, v1] * T.float32(2)

    @R.function
    def main(x: R.Tensor((64, 32), "float32"), c: R.Tensor((), "bool")):
        cls = Module
        a = R.call_tir(cls.double, (x,), out_sinfo=R.Tensor((64, 32), "float32"))
        if c:
            b = R.call_tir(cls.double, (a,), out_sinfo=R.Tensor((64, 32), "float32"))
            d = R.call_tir(cls.double, (b,), out_sinfo=R.Tensor((64, 32), "float32"))
        else:
            e = R.call_tir(cls.double, (a,), out_sinfo=R.Tensor((64, 32), "float32"))
            f = R.call_packed("log", e, sinfo_args=R.Tensor((64, 32), "float32"))
            g = R.call_tir(cls.double, (e,), out_sinfo=R.Tensor((64, 32), "float32"))
            d = R.call_tir(cls.double, (g,), out_sinfo=R.Tensor((64, 32), "float32"))
        return d
# ---
# b, d: they are one kernel, fused_double_double
# g, d: they are one kernel, fused_double_double
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def double(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32")):
        # with T.block("root"):
        for i0, i1 in T.grid(64, 32):
            with T.block("double"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                T.reads(A[v0, v1])
                T.writes(B[v0, v1])
                B[v0, v1] = A[v0, v1] * T.float32(2.0)

    @T.prim_func
    def fused_double_double(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32")):
        # with T.block("root"):
        for i0, i1 in T.grid(64, 32):
            with T.block("double_1"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                T.reads(A[v0, v1])
                T.writes(B[v0, v1])
                B[v0, v1] = A[v0, v1] * T.float32(2.0) * T.float32(2.0)

    @R.function
    def main(x: R.Tensor((64, 32), dtype="float32"), c: R.Tensor((), dtype="bool")):
        cls = Module
        a = R.call_tir(cls.double, (x,), out_sinfo=R.Tensor((64, 32), dtype="float32"))
        if c:
            d = R.call_tir(cls.fused_double_double, (a,), out_sinfo=R.Tensor((64, 32), dtype="float32"))
        else:
            e = R.call_tir(cls.double, (a,), out_sinfo=R.Tensor((64, 32), dtype="float32"))
            f = R.call_packed("log", e, sinfo_args=R.Tensor((64, 32), dtype="float32"))
            d = R.call_tir(cls.fused_double_double, (e,), out_sinfo=R.Tensor((64, 32), dtype="float32"))
        return d
