# Two layers; the batch is symbolic.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 12), "float32"), w0: R.Tensor((8, 12), "float32"), b0: R.Tensor((8,), "float32"), w1: R.Tensor((5, 8), "float32"), b1: R.Tensor((5,), "float32")):
        n = T.int64()
        with R.dataflow():
            lv = R.permute_dims(w0, axes=None)
            lv1 = R.matmul(x, lv)
            lv2 = R.add(lv1, b0)
            lv3 = R.nn.relu(lv2)
            lv4 = R.linear(lv3, w1, b1)
            lv5 = R.nn.softmax(lv4, axis=-1)
            lv6 = R.argmax(lv5, axis=1)
            gv = (lv5, lv6)
            R.output(gv)
        return gv
