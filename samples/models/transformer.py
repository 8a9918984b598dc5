# A block of a transformer's encoder (Vaswani et al., "Attention Is All You Need", 2017): 128 tokens of 768 values,
# attention with 12 heads of 64, then two layers with GELU, and layer norms before both, as in ViT. Built by code.
import tvm
from tvm import relax

# inputs: *=-0.05..0.05, x=-1..1, *_gamma=0.5..1.5
TOKENS, WIDTH, HEADS, INNER = 128, 768, 12, 3072


def transformer():
    bb = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((1, TOKENS, WIDTH), "float32"))
    params = [x]

    def parameter(name, shape):
        params.append(relax.Var(name, relax.TensorStructInfo(shape, "float32")))
        return params[-1]

    def linear(name, x, inputs, outputs):
        weight = parameter(name + "_weight", (inputs, outputs))
        bias = parameter(name + "_bias", (outputs,))
        return bb.emit(relax.op.add(bb.emit(relax.op.matmul(x, weight)), bias))

    def norm(name, x):
        gamma = parameter(name + "_gamma", (WIDTH,))
        beta = parameter(name + "_beta", (WIDTH,))
        return bb.emit(relax.op.nn.layer_norm(x, gamma, beta, axes=[-1]))

    def heads(x):
        split = bb.emit(relax.op.reshape(x, (1, TOKENS, HEADS, WIDTH // HEADS)))
        return bb.emit(relax.op.permute_dims(split, axes=[0, 2, 1, 3]))

    def attention(x):
        query = heads(linear("query", x, WIDTH, WIDTH))
        key = heads(linear("key", x, WIDTH, WIDTH))
        value = heads(linear("value", x, WIDTH, WIDTH))
        turned = bb.emit(relax.op.permute_dims(key, axes=[0, 1, 3, 2]))
        scores = bb.emit(relax.op.matmul(query, turned))
        scaled = bb.emit(relax.op.multiply(scores, relax.const((WIDTH // HEADS) ** -0.5, "float32")))
        weights = bb.emit(relax.op.nn.softmax(scaled, axis=-1))
        mixed = bb.emit(relax.op.permute_dims(bb.emit(relax.op.matmul(weights, value)), axes=[0, 2, 1, 3]))
        return linear("output", bb.emit(relax.op.reshape(mixed, (1, TOKENS, WIDTH))), WIDTH, WIDTH)

    with bb.function("main", attrs={"num_input": 1}):
        with bb.dataflow():
            x = bb.emit(relax.op.add(x, attention(norm("norm1", x))))
            inner = bb.emit(relax.op.nn.gelu(linear("inner", norm("norm2", x), WIDTH, INNER)))
            y = bb.emit_output(bb.emit(relax.op.add(x, linear("outer", inner, INNER, WIDTH))))
        bb.emit_func_output(y, params)
    return bb.get()
