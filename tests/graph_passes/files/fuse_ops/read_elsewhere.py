# A value that two calls read, or that is a result, is in memory anyway. An input that both kernels read is one parameter.
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
    def add(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32"), C: T.Buffer((64, 32), "float32")):
        for i, j in T.grid(64, 32):
            with T.block("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = A[vi, vj] + B[vi, vj]

    @R.function
    def main(x: R.Tensor((64, 32), "float32")):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.double, (x,), out_sinfo=R.Tensor((64, 32), "float32"))
            b = R.call_tir(cls.double, (a,), out_sinfo=R.Tensor((64, 32), "float32"))
            c = R.call_tir(cls.add, (a, b,), out_sinfo=R.Tensor((64, 32), "float32"))
            d = R.call_tir(cls.double, (c,), out_sinfo=R.Tensor((64, 32), "float32"))
            e = R.call_tir(cls.add, (d, a,), out_sinfo=R.Tensor((64, 32), "float32"))
            R.output(c, e)
        return (c, e)
# ---
# a, b: a is also read by c, so it must be in memory anyway
# a, c: a is also read by b, so it must be in memory anyway
# b, c: they are one kernel, fused_double_add
# c, d: c is a result of its dataflow block, so it must be in memory anyway
# d, e: they are one kernel, fused_double_add_1
# c, e: c is a result of its dataflow block, so it must be in memory anyway
# a, e: a is also read by c, so it must be in memory anyway
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
    def fused_double_add(A: T.Buffer((64, 32), "float32"), C: T.Buffer((64, 32), "float32")):
        # with T.block("root"):
        for i, j in T.grid(64, 32):
            with T.block("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = A[vi, vj] + A[vi, vj] * T.float32(2.0)

    @T.prim_func
    def fused_double_add_1(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32"), C: T.Buffer((64, 32), "float32")):
        # with T.block("root"):
        for i, j in T.grid(64, 32):
            with T.block("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj], B[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = A[vi, vj] * T.float32(2.0) + B[vi, vj]

    @R.function
    def main(x: R.Tensor((64, 32), dtype="float32")):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.double, (x,), out_sinfo=R.Tensor((64, 32), dtype="float32"))
            c = R.call_tir(cls.fused_double_add, (a,), out_sinfo=R.Tensor((64, 32), dtype="float32"))
            e = R.call_tir(cls.fused_double_add_1, (c, a), out_sinfo=R.Tensor((64, 32), dtype="float32"))
            R.output(c, e)
        return (c, e)
