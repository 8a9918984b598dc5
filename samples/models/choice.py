# A network that takes a short or a long way: where `quick` is true, one product gives the scores, else three layers.
# The calls on each side are fused, and the two sides share their memory, because they never run together.
#
#     lw run samples/models/choice.py --kernels
#     lw lower samples/models/choice.py --stage fuse_ops
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Choice:
    @R.function
    def main(
        x: R.Tensor((8, 64), "float32"),
        quick: R.Tensor((), "bool"),
        direct: R.Tensor((64, 10), "float32"),
        w0: R.Tensor((64, 96), "float32"),
        b0: R.Tensor((96,), "float32"),
        w1: R.Tensor((96, 96), "float32"),
        b1: R.Tensor((96,), "float32"),
        w2: R.Tensor((96, 10), "float32"),
    ):
        centred = R.subtract(x, R.mean(x, axis=1, keepdims=True))
        if quick:
            short = R.matmul(centred, direct)
            scores = R.nn.relu(short)
        else:
            h0 = R.nn.relu(R.add(R.matmul(centred, w0), b0))
            h1 = R.nn.relu(R.add(R.matmul(h0, w1), b1))
            scores = R.matmul(h1, w2)
        return R.nn.softmax(scores, axis=-1)
