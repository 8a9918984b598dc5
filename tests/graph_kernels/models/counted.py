"""Results whose sizes depend on data: the greatest of the values that occur, weighted, and where they are."""
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

# inputs: x=0..9, ends=-5..5


@I.ir_module
class Counted:
    @R.function
    def main(x: R.Tensor((6, 8), "int32"), ends: R.Tensor((2,), "int64")):
        with R.dataflow():
            found = R.unique(x, return_counts=True)
            values = R.astype(found[0], "float32")
            weighted = R.multiply(values, R.astype(found[1], "float32"))
            places = R.nonzero(R.equal(x, R.max(x)))
            rows = R.sum(R.astype(places, "float32"), axis=1)
            part = R.dynamic_strided_slice(x, ends, R.add(ends, R.const([4, 5], "int64")), R.const([1, 2], "int64"))
            sum = R.sum(R.exp(R.astype(R.multiply(part, R.const(-1, "int32")), "float32")))
            R.output(weighted, rows, places, sum)
        return (weighted, rows, places, sum)
