# A second name of a value goes; the one that is seen after the dataflow block stays. Fields of known tuples are used directly.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), "float32")):
        with R.dataflow():
            a = R.exp(x)
            b = a
            t = (b, x)
            c = R.add(t[0], t[1])
            gv = c
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
            a: R.Tensor((2, 3), dtype="float32") = R.exp(x)
            t: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32")) = (a, x)
            gv: R.Tensor((2, 3), dtype="float32") = R.add(a, x)
            R.output(gv)
        return gv
