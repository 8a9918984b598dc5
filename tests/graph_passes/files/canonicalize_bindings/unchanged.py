# Nothing to do: a value that is only passed on to the outside keeps its name, and so does a checked one.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor(ndim=2, dtype="float32")):
        m = T.int64()
        a = R.exp(x)
        b = R.match_cast(y, R.Tensor((m, 3), "float32"))
        return (a, b)
# ---
# unchanged
