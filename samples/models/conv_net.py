# A small convolutional net for pictures of 28 x 28, any number of them at once: the size of the batch is symbolic.
import tvm
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

# bind: n=4
# inputs: *=-0.2..0.2, pictures=0..1


@I.ir_module
class ConvNet:
    @R.function
    def main(
        pictures: R.Tensor(("n", 1, 28, 28), "float32"),
        w1: R.Tensor((8, 1, 3, 3), "float32"),
        b1: R.Tensor((8,), "float32"),
        w2: R.Tensor((16, 8, 3, 3), "float32"),
        b2: R.Tensor((16,), "float32"),
        w3: R.Tensor((784, 10), "float32"),
        b3: R.Tensor((10,), "float32"),
    ) -> R.Tensor(("n", 10), "float32"):
        R.func_attr({"num_input": 1})
        n = T.int64()
        with R.dataflow():
            c1 = R.nn.conv2d(pictures, w1, padding=[1, 1])
            r1 = R.nn.relu(R.add(c1, R.reshape(b1, (1, 8, 1, 1))))
            p1 = R.nn.max_pool2d(r1, pool_size=[2, 2], strides=[2, 2])
            c2 = R.nn.conv2d(p1, w2, padding=[1, 1])
            r2 = R.nn.relu(R.add(c2, R.reshape(b2, (1, 16, 1, 1))))
            p2 = R.nn.max_pool2d(r2, pool_size=[2, 2], strides=[2, 2])
            flat = R.reshape(p2, (n, 784))
            scores = R.add(R.matmul(flat, w3), b3)
            out = R.nn.softmax(scores, axis=-1)
            R.output(out)
        return out
