# All calls for which no kernel can be made are named at once.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), "float32"), y: R.Tensor(ndim=1, dtype="float32")):
        a = R.exp(x)
        b = R.unique(a)
        c = R.nonzero(x)
        d = R.sin(y)
        return (b, c, d)
# ---
# no kernel can be made of 3 calls of operators: R.unique(R.Tensor((4,), dtype="float32")) of main.b; R.nonzero(R.Tensor((4,), dtype="float32")) of main.c; R.sin(R.Tensor(dtype="float32", ndim=1)) of main.d
#   hint: the sizes of a result cannot depend on data: call a prim_func with R.call_tir that fills a tensor of the greatest size, and another result with the number of elements
