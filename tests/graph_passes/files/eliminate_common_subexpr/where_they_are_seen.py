# A value of one branch is not seen in the other, nor outside; one from before the branch is.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), "float32"), c: R.Tensor((), "bool")):
        a = R.exp(x)
        if c:
            u = R.sin(x)
            v = R.exp(x)
            w = R.add(u, v)
        else:
            u = R.sin(x)
            w = R.negative(u)
        b = R.sin(x)
        d = R.add(w, b)
        return d
# ---
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), c: R.Tensor((), dtype="bool")):
        a: R.Tensor((2, 3), dtype="float32") = R.exp(x)
        if c:
            u: R.Tensor((2, 3), dtype="float32") = R.sin(x)
            w: R.Tensor((2, 3), dtype="float32") = R.add(u, a)
        else:
            u: R.Tensor((2, 3), dtype="float32") = R.sin(x)
            w: R.Tensor((2, 3), dtype="float32") = R.negative(u)
        b: R.Tensor((2, 3), dtype="float32") = R.sin(x)
        d: R.Tensor((2, 3), dtype="float32") = R.add(w, b)
        return d
