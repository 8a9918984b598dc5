# A block of a transformer: attention by single operators, layer norm, and a layer with gelu.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 6, 8), "float32"), g: R.Tensor((8,), "float32"), b: R.Tensor((8,), "float32"), wqkv: R.Tensor((8, 24), "float32"), bqkv: R.Tensor((24,), "float32"), wo: R.Tensor((8, 8), "float32"), w1: R.Tensor((8, 16), "float32"), w2: R.Tensor((16, 8), "float32")):
        with R.dataflow():
            lv = R.nn.layer_norm(x, g, b, axes=[-1])
            lv1 = R.add(R.matmul(lv, wqkv), bqkv)
            lv2 = R.split(lv1, indices_or_sections=3, axis=-1)
            q = R.permute_dims(R.reshape(lv2[0], R.shape([1, 6, 2, 4])), axes=[0, 2, 1, 3])
            k = R.permute_dims(R.reshape(lv2[1], R.shape([1, 6, 2, 4])), axes=[0, 2, 3, 1])
            v = R.permute_dims(R.reshape(lv2[2], R.shape([1, 6, 2, 4])), axes=[0, 2, 1, 3])
            s = R.divide(R.matmul(q, k), R.const(2.0, "float32"))
            p = R.nn.softmax(s, axis=-1)
            o = R.reshape(R.permute_dims(R.matmul(p, v), axes=[0, 2, 1, 3]), R.shape([1, 6, 8]))
            h = R.add(x, R.matmul(o, wo))
            lv3 = R.nn.layer_norm(h, g, b, axes=[-1])
            lv4 = R.nn.gelu(R.matmul(lv3, w1))
            lv5 = R.nn.dropout(R.matmul(lv4, w2), rate=0.1)
            gv = R.add(h, lv5[0])
            R.output(gv)
        return gv
