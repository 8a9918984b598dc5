# Calls with effects stay, as does the check of a match_cast; a private function that nothing calls goes.
import tvm
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @R.function(private=True)
    def unused(x: R.Tensor((16,), "float32")) -> R.Tensor((16,), "float32"):
        y = R.exp(x)
        return y

    @R.function(private=True)
    def helper(x: R.Tensor(ndim=1, dtype="float32")) -> R.Tensor(ndim=1, dtype="float32"):
        y = R.exp(x)
        return y

    @R.function(pure=False)
    def main(x: R.Tensor(ndim=1, dtype="float32")) -> R.Tensor(ndim=1, dtype="float32"):
        cls = Module
        n = T.int64()
        a = R.print(x, format="{}")
        b = R.match_cast(x, R.Tensor((n,), "float32"))
        c = R.negative(x)
        d = cls.helper(x)
        return d
# ---
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x: R.Tensor(dtype="float32", ndim=1)) -> R.Tensor(dtype="float32", ndim=1):
        y: R.Tensor(dtype="float32", ndim=1) = R.exp(x)
        return y

    @R.function(pure=False)
    def main(x: R.Tensor(dtype="float32", ndim=1)) -> R.Tensor(dtype="float32", ndim=1):
        n = T.int64()
        cls = Module
        a: R.Tuple() = R.print(x, format=R.str("{}"))
        b = R.match_cast(x, R.Tensor((n,), dtype="float32"))
        d = cls.helper(x)
        return d
