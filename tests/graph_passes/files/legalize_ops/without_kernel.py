# All calls for which no kernel can be made are named at once.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), "float32"), y: R.Tensor(ndim=1, dtype="float32")):
        a = R.exp(x)
        b = R.unique(R.reshape(a, R.shape([2, 2])), axis=1)
        c = R.cumsum(y)
        d = R.sin(y)
        return (b, c, d)
# ---
# no kernel can be made of 3 calls of operators: R.unique(R.Tensor((2, 2), dtype="float32"), R.Prim(value=1)) of main.b; R.cumsum(R.Tensor(dtype="float32", ndim=1)) of main.c; R.sin(R.Tensor(dtype="float32", ndim=1)) of main.d
#   hint: state the shapes of its operands, or call a prim_func with R.call_tir in its place
