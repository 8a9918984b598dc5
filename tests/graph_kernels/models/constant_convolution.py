# All weights are constants, so that normalisations are put into them and permutations carried out before.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 2, 5, 5), "float32")):
        with R.dataflow():
            lv = R.nn.conv2d(x, R.const([[[[0.5, -1.0], [0.25, 1.0]], [[1.0, 0.5], [0.0, -0.5]]], [[[1.0, 1.0], [0.5, 0.25]], [[-1.0, 0.5], [2.0, 0.5]]], [[[0.5, 0.0], [0.25, 1.0]], [[1.0, 0.5], [0.5, -1.5]]]], "float32"), padding=[1, 1, 1, 1])
            lv1 = R.nn.batch_norm(lv, R.const([1.0, 0.5, 2.0], "float32"), R.const([0.1, 0.2, 0.3], "float32"), R.const([0.0, 0.1, -0.2], "float32"), R.const([1.0, 0.5, 2.0], "float32"), axis=1, epsilon=0.001, training=False)
            lv2 = lv1[0]
            lv3 = R.nn.relu(lv2)
            lv4 = R.nn.adaptive_avg_pool2d(lv3, output_size=[1, 1])
            lv5 = R.flatten(lv4)
            lv6 = R.permute_dims(R.const([[1.0, 2.0, 3.0], [0.5, 0.25, -1.0]], "float32"), axes=[1, 0])
            gv = R.matmul(lv5, lv6)
            R.output(gv)
        return gv
