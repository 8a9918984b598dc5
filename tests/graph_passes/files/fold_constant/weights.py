# What is computed of constants only is computed now, also of several results; what needs x stays.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def transpose(A: T.Buffer((2, 3), "float32"), B: T.Buffer((3, 2), "float32")):
        for i, j in T.grid(3, 2):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vj, vi]

    @T.prim_func
    def halves(A: T.Buffer((3, 2), "float32"), B: T.Buffer((3,), "float32"), C: T.Buffer((3,), "float32")):
        for i in range(3):
            with T.block("B"):
                vi = T.axis.spatial(3, i)
                B[vi] = A[vi, 0]
                C[vi] = A[vi, 1]

    @R.function
    def main(x: R.Tensor((3,), "float32")):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.transpose, (R.const([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], "float32"),), out_sinfo=R.Tensor((3, 2), "float32"))
            b = R.call_tir(cls.halves, (a,), out_sinfo=[R.Tensor((3,), "float32"), R.Tensor((3,), "float32")])
            c = b[0]
            d = R.add(x, c)
            gv = R.add(d, b[1])
            R.output(gv)
        return gv
# ---
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def transpose(A: T.Buffer((2, 3), "float32"), B: T.Buffer((3, 2), "float32")):
        # with T.block("root"):
        for i, j in T.grid(3, 2):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vj, vi])
                T.writes(B[vi, vj])
                B[vi, vj] = A[vj, vi]

    @T.prim_func
    def halves(A: T.Buffer((3, 2), "float32"), B: T.Buffer((3,), "float32"), C: T.Buffer((3,), "float32")):
        # with T.block("root"):
        for i in range(3):
            with T.block("B"):
                vi = T.axis.spatial(3, i)
                T.reads(A[vi, 0:2])
                T.writes(B[vi], C[vi])
                B[vi] = A[vi, 0]
                C[vi] = A[vi, 1]

    @R.function
    def main(x: R.Tensor((3,), dtype="float32")):
        with R.dataflow():
            a: R.Tensor((3, 2), dtype="float32") = R.const([[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]], "float32")
            b: R.Tuple(R.Tensor((3,), dtype="float32"), R.Tensor((3,), dtype="float32")) = (R.const([1.0, 2.0, 3.0], "float32"), R.const([4.0, 5.0, 6.0], "float32"))
            c: R.Tensor((3,), dtype="float32") = R.const([1.0, 2.0, 3.0], "float32")
            d: R.Tensor((3,), dtype="float32") = R.add(x, R.const([1.0, 2.0, 3.0], "float32"))
            gv: R.Tensor((3,), dtype="float32") = R.add(d, b[1])
            R.output(gv)
        return gv
