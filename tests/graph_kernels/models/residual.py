# The beginning of a residual net with a block that halves the picture, and its head.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 3, 16, 16), "float32"), w0: R.Tensor((4, 3, 7, 7), "float32"), w1: R.Tensor((6, 4, 3, 3), "float32"), w2: R.Tensor((6, 6, 3, 3), "float32"), w3: R.Tensor((6, 4, 1, 1), "float32"), g: R.Tensor((6,), "float32"), b: R.Tensor((6,), "float32"), m: R.Tensor((6,), "float32"), v: R.Tensor((6,), "float32"), w4: R.Tensor((5, 6), "float32"), b4: R.Tensor((5,), "float32")):
        with R.dataflow():
            lv = R.nn.conv2d(x, w0, strides=[2, 2], padding=[3, 3, 3, 3])
            lv1 = R.nn.batch_norm(lv, R.const([1.0, 0.5, 2.0, 1.5], "float32"), R.const([0.1, 0.2, 0.3, -0.1], "float32"), R.const([0.0, 0.1, -0.2, 0.3], "float32"), R.const([1.0, 0.5, 2.0, 1.0], "float32"), axis=1, training=False)
            lv2 = lv1[0]
            lv3 = R.nn.relu(lv2)
            lv4 = R.nn.max_pool2d(lv3, pool_size=[3, 3], strides=[2, 2], padding=[1, 1, 1, 1])
            lv5 = R.nn.conv2d(lv4, w1, strides=[2, 2], padding=[1, 1, 1, 1])
            lv6 = R.nn.batch_norm(lv5, g, b, m, v, axis=1, training=False)
            lv7 = lv6[0]
            lv8 = R.nn.relu(lv7)
            lv9 = R.nn.conv2d(lv8, w2, padding=[1, 1, 1, 1])
            lv10 = R.nn.conv2d(lv4, w3, strides=[2, 2])
            lv11 = R.add(lv9, lv10)
            lv12 = R.nn.relu(lv11)
            lv13 = R.nn.adaptive_avg_pool2d(lv12, output_size=[1, 1])
            lv14 = R.reshape(lv13, R.shape([1, 6]))
            lv15 = R.permute_dims(w4)
            lv16 = R.matmul(lv14, lv15)
            gv = R.add(lv16, b4)
            R.output(gv)
        return gv
