# A size that only the run knows stays symbolic.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def double(x: T.handle, y: T.handle):
        n, m = T.int64(), T.int64()
        A = T.match_buffer(x, (n, m), "float32")
        B = T.match_buffer(y, (n, m), "float32")
        for i, j in T.grid(n, m):
            with T.block("double"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)

    @R.function
    def main(x: R.Tensor(("b", 8), "float32")):
        b = T.int64()
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.double, (x,), out_sinfo=R.Tensor((b, 8), "float32"))
            R.output(a)
        return a
# ---
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def double(var_A: T.handle, var_B: T.handle):
        n = T.int64()
        A = T.match_buffer(var_A, (n, T.int64(8)), "float32")
        B = T.match_buffer(var_B, (n, T.int64(8)), "float32")
        # with T.block("root"):
        for i, j in T.grid(n, T.int64(8)):
            with T.block("double"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = A[vi, vj] * T.float32(2.0)

    @R.function
    def main(x: R.Tensor(("b", 8), dtype="float32")):
        b = T.int64()
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.double, (x,), out_sinfo=R.Tensor((b, 8), dtype="float32"))
            R.output(a)
        return a
