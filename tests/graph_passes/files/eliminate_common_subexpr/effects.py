# Calls that may have an effect are carried out each time.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), "float32")):
        a = R.call_packed("random", x, sinfo_args=R.Tensor((2, 3), "float32"))
        b = R.call_packed("random", x, sinfo_args=R.Tensor((2, 3), "float32"))
        c = R.add(a, b)
        return c
# ---
# unchanged
