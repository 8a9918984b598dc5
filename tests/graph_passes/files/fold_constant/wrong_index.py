# A kernel that reads outside of its buffer says so when it is carried out.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def wrong(A: T.Buffer((3,), "float32"), B: T.Buffer((3,), "float32")):
        for i in range(3):
            with T.block("B"):
                vi = T.axis.spatial(3, i)
                B[vi] = A[vi + 1]

    @R.function
    def main(x: R.Tensor((3,), "float32")):
        cls = Module
        a = R.call_tir(cls.wrong, (R.const([1.0, 2.0, 3.0], "float32"),), out_sinfo=R.Tensor((3,), "float32"))
        return R.add(x, a)
# ---
# a load of A[3] is out of bounds: index 3 of dimension 0, which has 3 elements in block B at i=2
