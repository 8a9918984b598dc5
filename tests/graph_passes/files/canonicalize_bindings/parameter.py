# A block that only passes a parameter on goes.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), "float32")):
        with R.dataflow():
            a = x
            gv = a
            R.output(gv)
        b = R.negative(gv)
        return b
# ---
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")):
        b: R.Tensor((2, 3), dtype="float32") = R.negative(x)
        return b
