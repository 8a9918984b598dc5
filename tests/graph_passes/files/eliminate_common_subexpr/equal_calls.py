# The second of two equal calls goes, and then what becomes equal by that. Other attributes make another call.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), "float32")):
        with R.dataflow():
            a = R.nn.softmax(x, axis=0)
            b = R.nn.softmax(x, axis=0)
            c = R.nn.softmax(x, axis=1)
            d = R.add(a, c)
            e = R.add(b, c)
            gv = R.multiply(d, e)
            R.output(gv)
        return gv
# ---
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")):
        with R.dataflow():
            a: R.Tensor((2, 3), dtype="float32") = R.nn.softmax(x, axis=0)
            c: R.Tensor((2, 3), dtype="float32") = R.nn.softmax(x, axis=1)
            d: R.Tensor((2, 3), dtype="float32") = R.add(a, c)
            gv: R.Tensor((2, 3), dtype="float32") = R.multiply(d, d)
            R.output(gv)
        return gv
