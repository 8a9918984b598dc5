# A layer normalisation and a GELU as PyTorch exported them before version 17 of the operators.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 8), "float32"), gamma: R.Tensor((8,), "float32"), beta: R.Tensor((8,), "float32")):
        with R.dataflow():
            mean = R.mean(x, axis=[-1], keepdims=True)
            moved = R.subtract(x, mean)
            square = R.power(moved, R.const(2.0, "float32"))
            variance = R.mean(square, axis=[-1], keepdims=True)
            root = R.sqrt(R.add(variance, R.const(1e-05, "float32")))
            ratio = R.divide(moved, root)
            scaled = R.multiply(ratio, gamma)
            norm = R.add(scaled, beta)
            part = R.divide(norm, R.const(1.4142135, "float32"))
            error = R.erf(part)
            sum = R.add(error, R.const(1.0, "float32"))
            product = R.multiply(norm, sum)
            gv = R.multiply(product, R.const(0.5, "float32"))
            R.output(gv)
        return gv
# ---
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 8), dtype="float32"), gamma: R.Tensor((8,), dtype="float32"), beta: R.Tensor((8,), dtype="float32")):
        n = T.int64()
        with R.dataflow():
            mean: R.Tensor((n, 1), dtype="float32") = R.mean(x, axis=[-1], keepdims=True)
            moved: R.Tensor((n, 8), dtype="float32") = R.subtract(x, mean)
            square: R.Tensor((n, 8), dtype="float32") = R.power(moved, R.const(2.0, "float32"))
            variance: R.Tensor((n, 1), dtype="float32") = R.mean(square, axis=[-1], keepdims=True)
            root: R.Tensor((n, 1), dtype="float32") = R.sqrt(R.add(variance, R.const(1e-05, "float32")))
            ratio: R.Tensor((n, 8), dtype="float32") = R.divide(moved, root)
            scaled: R.Tensor((n, 8), dtype="float32") = R.multiply(ratio, gamma)
            norm: R.Tensor((n, 8), dtype="float32") = R.nn.layer_norm(x, gamma, beta, axes=[1], epsilon=9.999999747378752e-06)
            part: R.Tensor((n, 8), dtype="float32") = R.divide(norm, R.const(1.4142135, "float32"))
            error: R.Tensor((n, 8), dtype="float32") = R.erf(part)
            sum: R.Tensor((n, 8), dtype="float32") = R.add(error, R.const(1.0, "float32"))
            product: R.Tensor((n, 8), dtype="float32") = R.multiply(norm, sum)
            gv: R.Tensor((n, 8), dtype="float32") = R.nn.gelu(norm)
            R.output(gv)
        return gv
