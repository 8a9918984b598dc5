# The graph of ResNet-18 (He et al., "Deep Residual Learning for Image Recognition", 2015) for one picture of 224 x 224,
# built by code. Parameters are inputs of the function; a run makes random ones, which --params FILE.npz replaces.
import tvm
from tvm import relax

# inputs: *=-0.05..0.05, image=-1..1, *_var=0.5..1.5


def resnet18():
    bb = relax.BlockBuilder()
    image = relax.Var("image", relax.TensorStructInfo((1, 3, 224, 224), "float32"))
    params = [image]

    def parameter(name, shape):
        params.append(relax.Var(name, relax.TensorStructInfo(shape, "float32")))
        return params[-1]

    def convolution(name, x, channels, filters, size, stride):
        weight = parameter(name + "_weight", (filters, channels, size, size))
        x = bb.emit(relax.op.nn.conv2d(x, weight, strides=[stride, stride], padding=[size // 2, size // 2]))
        gamma = parameter(name + "_gamma", (filters,))
        beta = parameter(name + "_beta", (filters,))
        mean = parameter(name + "_mean", (filters,))
        variance = parameter(name + "_var", (filters,))
        return bb.emit(bb.emit(relax.op.nn.batch_norm(x, gamma, beta, mean, variance, axis=1, training=False))[0])

    def block(name, x, channels, filters, stride):
        y = bb.emit(relax.op.nn.relu(convolution(name + "_conv1", x, channels, filters, 3, stride)))
        y = convolution(name + "_conv2", y, filters, filters, 3, 1)
        if stride != 1:
            x = convolution(name + "_shortcut", x, channels, filters, 1, stride)
        return bb.emit(relax.op.nn.relu(bb.emit(relax.op.add(y, x))))

    with bb.function("main", attrs={"num_input": 1}):
        with bb.dataflow():
            x = bb.emit(relax.op.nn.relu(convolution("conv1", image, 3, 64, 7, 2)))
            x = bb.emit(relax.op.nn.max_pool2d(x, pool_size=[3, 3], strides=[2, 2], padding=[1, 1]))
            channels = 64
            for stage, filters in enumerate([64, 128, 256, 512]):
                x = block(f"layer{stage + 1}_0", x, channels, filters, 1 if stage == 0 else 2)
                x = block(f"layer{stage + 1}_1", x, filters, filters, 1)
                channels = filters
            x = bb.emit(relax.op.nn.adaptive_avg_pool2d(x, output_size=[1, 1]))
            x = bb.emit(relax.op.reshape(x, (1, 512)))
            weight = parameter("fc_weight", (1000, 512))
            bias = parameter("fc_bias", (1000,))
            x = bb.emit(relax.op.matmul(x, bb.emit(relax.op.permute_dims(weight))))
            y = bb.emit_output(bb.emit(relax.op.add(x, bias)))
        bb.emit_func_output(y, params)
    return bb.get()
