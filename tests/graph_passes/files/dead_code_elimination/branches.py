# In a branch only what its result needs stays.
from tvm.script import relax as R


@R.function
def main(x: R.Tensor((4,), "float32"), c: R.Tensor((), "bool")):
    a = R.exp(x)
    if c:
        u = R.sin(x)
        v = R.cos(a)
        w = R.add(x, v)
    else:
        u = R.sin(x)
        w = R.negative(u)
    return w
# ---
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), c: R.Tensor((), dtype="bool")):
        a: R.Tensor((4,), dtype="float32") = R.exp(x)
        if c:
            v: R.Tensor((4,), dtype="float32") = R.cos(a)
            w: R.Tensor((4,), dtype="float32") = R.add(x, v)
        else:
            u: R.Tensor((4,), dtype="float32") = R.sin(x)
            w: R.Tensor((4,), dtype="float32") = R.negative(u)
        return w
