# The normalisation becomes other weights and a bias.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1, 4, 4), "float32")):
        with R.dataflow():
            c = R.nn.conv2d(x, R.const([[[[1.0, 2.0], [3.0, 4.0]]], [[[0.5, 1.0], [1.5, 2.0]]]], "float32"))
            t = R.nn.batch_norm(c, R.const([1.0, 2.0], "float32"), R.const([0.5, 0.25], "float32"), R.const([0.0, 1.0], "float32"), R.const([1.0, 4.0], "float32"), axis=1, training=False)
            y = t[0]
            gv = R.nn.relu(y)
            R.output(gv)
        return gv
# ---
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 1, 4, 4), dtype="float32")):
        with R.dataflow():
            c: R.Tensor((1, 2, 3, 3), dtype="float32") = R.nn.conv2d(x, R.const([[[[1.0, 2.0], [3.0, 4.0]]], [[[0.5, 1.0], [1.5, 2.0]]]], "float32"))
            t: R.Tuple(R.Tensor((1, 2, 3, 3), dtype="float32"), R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = R.nn.batch_norm(c, R.const([1.0, 2.0], "float32"), R.const([0.5, 0.25], "float32"), R.const([0.0, 1.0], "float32"), R.const([1.0, 4.0], "float32"), axis=1, training=False)
            lv: R.Tensor((2,), dtype="float32") = R.add(R.const([1.0, 4.0], "float32"), R.const(1e-05, "float32"))
            lv_1: R.Tensor((2,), dtype="float32") = R.rsqrt(lv)
            lv_2: R.Tensor((2,), dtype="float32") = R.multiply(R.const([1.0, 2.0], "float32"), lv_1)
            lv_3: R.Tensor((2,), dtype="float32") = R.multiply(R.const([0.0, 1.0], "float32"), lv_2)
            lv_4: R.Tensor((2,), dtype="float32") = R.subtract(R.const([0.5, 0.25], "float32"), lv_3)
            lv_5: R.Tensor((2, 1, 1, 1), dtype="float32") = R.reshape(lv_2, R.shape([2, 1, 1, 1]))
            lv_6: R.Tensor((2, 1, 2, 2), dtype="float32") = R.multiply(R.const([[[[1.0, 2.0], [3.0, 4.0]]], [[[0.5, 1.0], [1.5, 2.0]]]], "float32"), lv_5)
            lv_7: R.Tensor((1, 2, 3, 3), dtype="float32") = R.nn.conv2d(x, lv_6)
            lv_8: R.Tensor((1, 2, 1, 1), dtype="float32") = R.reshape(lv_4, R.shape([1, 2, 1, 1]))
            y: R.Tensor((1, 2, 3, 3), dtype="float32") = R.add(lv_7, lv_8)
            gv: R.Tensor((1, 2, 3, 3), dtype="float32") = R.nn.relu(y)
            R.output(gv)
        return gv
