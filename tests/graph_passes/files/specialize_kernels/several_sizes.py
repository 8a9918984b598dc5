# A kernel that is called with two shapes becomes two; the first one keeps its name.
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
    def main(x: R.Tensor((4, 8), "float32"), y: R.Tensor((2, 3), "float32")):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.double, (x,), out_sinfo=R.Tensor((4, 8), "float32"))
            b = R.call_tir(cls.double, (y,), out_sinfo=R.Tensor((2, 3), "float32"))
            c = R.call_tir(cls.double, (a,), out_sinfo=R.Tensor((4, 8), "float32"))
            R.output(b, c)
        return (b, c)
# ---
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def double(A: T.Buffer((T.int64(4), T.int64(8)), "float32"), B: T.Buffer((T.int64(4), T.int64(8)), "float32")):
        # with T.block("root"):
        for i, j in T.grid(T.int64(4), T.int64(8)):
            with T.block("double"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = A[vi, vj] * T.float32(2.0)

    @T.prim_func
    def double_1(A: T.Buffer((T.int64(2), T.int64(3)), "float32"), B: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        # with T.block("root"):
        for i, j in T.grid(T.int64(2), T.int64(3)):
            with T.block("double"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = A[vi, vj] * T.float32(2.0)

    @R.function
    def main(x: R.Tensor((4, 8), dtype="float32"), y: R.Tensor((2, 3), dtype="float32")):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.double, (x,), out_sinfo=R.Tensor((4, 8), dtype="float32"))
            b = R.call_tir(cls.double_1, (y,), out_sinfo=R.Tensor((2, 3), dtype="float32"))
            c = R.call_tir(cls.double, (a,), out_sinfo=R.Tensor((4, 8), dtype="float32"))
            R.output(b, c)
        return (b, c)
