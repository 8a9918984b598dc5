# One row times 4-bit weights in groups of 32, as a graph: the weights are parameters. OUTPUTS x TERMS weights.
from tvm.script import ir as I
from tvm.script import relax as R

OUTPUTS, TERMS = 4096, 4096


@I.ir_module
class Product:
    @R.function
    def main(
        x: R.Tensor((1, TERMS), "float32"),
        words: R.Tensor((OUTPUTS, TERMS // 32, 16, 1), "uint8"),
        scale: R.Tensor((OUTPUTS, TERMS // 32, 1), "float32"),
    ) -> R.Tensor((1, OUTPUTS), "float32"):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            fields = R.concat((R.bitwise_and(words, R.const(15, "uint8")), R.right_shift(words, R.const(4, "uint8"))), axis=3)
            steps = R.subtract(R.astype(R.reshape(fields, (OUTPUTS, TERMS // 32, 32)), "float32"), R.const(8.0, "float32"))
            y = R.matmul(x, R.permute_dims(R.reshape(R.multiply(steps, scale), (OUTPUTS, TERMS))))
            R.output(y)
        return y
