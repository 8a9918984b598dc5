# A value that is seen after the block stands for an equal one; of values of an ended block nothing is reused.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), "float32")):
        with R.dataflow():
            a = R.exp(x)
            b = R.sin(x)
            c = R.exp(x)
            R.output(a, c)
        d = R.sin(x)
        e = R.add(a, c)
        return (d, e)
# ---
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")):
        with R.dataflow():
            a: R.Tensor((2, 3), dtype="float32") = R.exp(x)
            b: R.Tensor((2, 3), dtype="float32") = R.sin(x)
            R.output(a)
        d: R.Tensor((2, 3), dtype="float32") = R.sin(x)
        e: R.Tensor((2, 3), dtype="float32") = R.add(a, a)
        return (d, e)
