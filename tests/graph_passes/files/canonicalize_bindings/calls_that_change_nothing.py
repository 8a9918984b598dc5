# Reshapes, permutations and conversions that change nothing go; those that do stay.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), "float32")):
        a = R.reshape(x, R.shape([2, 3]))
        b = R.permute_dims(a, axes=[0, -1])
        c = R.astype(b, dtype="float32")
        d = R.reshape(c, R.shape([3, 2]))
        e = R.permute_dims(d, axes=[1, 0])
        return e
# ---
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")):
        d: R.Tensor((3, 2), dtype="float32") = R.reshape(x, R.shape([3, 2]))
        e: R.Tensor((2, 3), dtype="float32") = R.permute_dims(d, axes=[1, 0])
        return e
