"""Writes test folders for operators of onnxruntime's domain, com.microsoft, with onnxruntime's own results.

    build/peers/onnx/bin/python tests/peers/onnx_contrib.py FOLDER
    build/bin/lw onnx-test FOLDER

Each folder is laid out as ONNX's node tests are: model.onnx, and test_data_set_0 with inputs and outputs. Values are
fixed random numbers. A case that onnxruntime does not run is named, and left out."""

import pathlib
import sys
import zlib

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

CASES = []


class Values:
    """Random values that depend on the name of the case alone."""

    def __init__(self, name):
        self.random = np.random.default_rng(zlib.crc32(name.encode()))

    def real(self, *shape, scale=1.0):
        return (self.random.standard_normal(shape) * scale).astype(np.float32)

    def half(self, *shape):
        return self.real(*shape).astype(np.float16)

    def small(self, *shape):  # sums of two products with bytes fit 16 bits, to which onnxruntime saturates them
        return self.random.integers(-64, 64, shape, dtype=np.int8)

    def byte(self, *shape):
        return self.random.integers(0, 256, shape, dtype=np.uint8)

    def signed(self, *shape):
        return self.random.integers(-128, 128, shape, dtype=np.int8)

    def whole(self, low, high, *shape, type=np.int64):
        return self.random.integers(low, high, shape).astype(type)


def f32(value):
    return np.float32(value)


def case(name, op, make, outputs=1, domain="com.microsoft", constants=(), compared=None, **attributes):
    """`make` gives the operands, None where one is left out; those in `constants` are initializers. Only the first
    `compared` results are compared, where the others are not determined."""
    CASES.append((name, op, make, outputs, domain, constants, compared, attributes))


def written(folder, name, op, make, outputs, domain, constants, compared, attributes):
    operands = make(Values(name))
    names = ["" if x is None else f"x{i}" for i, x in enumerate(operands)]
    wanted = [f"y{i}" if i in outputs else "" for i in range(max(outputs) + 1)]
    node = helper.make_node(op, names, wanted, name=name, domain=domain, **attributes)
    arrays = [(n, np.asarray(x)) for n, x in zip(names, operands) if n]
    fixed = [numpy_helper.from_array(x, n) for i, (n, x) in enumerate(arrays) if n in {f"x{i}" for i in constants}]
    given = [(n, x) for n, x in arrays if n not in {t.name for t in fixed}]
    inputs = [helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(x.dtype), x.shape) for n, x in given]
    opsets = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]

    def model(results):
        graph = helper.make_graph([node], name, inputs, results, fixed)
        return helper.make_model(graph, opset_imports=opsets, ir_version=10)

    names = [n for n in wanted if n]
    untyped = model([onnx.ValueInfoProto(name=n) for n in names])
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(untyped.SerializeToString(), options, providers=["CPUExecutionProvider"])
    results = session.run(names, dict(given))
    names, results = names[:compared], results[:compared]
    typed = model([helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(r.dtype), r.shape)
                   for n, r in zip(names, results)])
    place = folder / name
    (place / "test_data_set_0").mkdir(parents=True, exist_ok=True)
    onnx.save(typed, place / "model.onnx")
    for kind, values in (("input", given), ("output", list(zip(names, results)))):
        for i, (n, x) in enumerate(values):
            data = numpy_helper.from_array(np.asarray(x), n).SerializeToString()
            (place / "test_data_set_0" / f"{kind}_{i}.pb").write_bytes(data)


# ---- fused layers and normalisations ----
case("bias_gelu", "BiasGelu", lambda v: [v.real(2, 3, 8), v.real(8)])
case("gelu", "Gelu", lambda v: [v.real(2, 3, 8)])
case("fast_gelu", "FastGelu", lambda v: [v.real(2, 3, 8)])
case("fast_gelu_bias", "FastGelu", lambda v: [v.real(2, 3, 8), v.real(8)])
case("quick_gelu", "QuickGelu", lambda v: [v.real(2, 3, 8)])
case("quick_gelu_alpha", "QuickGelu", lambda v: [v.real(2, 3, 8)], alpha=1.25)
for transposed in (0, 1):
    case(f"fused_gemm_{transposed}", "FusedGemm",
         lambda v, t=transposed: [v.real(*((5, 3) if t else (3, 5))), v.real(*((4, 5) if t else (5, 4))), v.real(4)],
         transA=transposed, transB=transposed, alpha=0.5, beta=1.5, activation="Relu")
case("fused_gemm_leaky", "FusedGemm", lambda v: [v.real(3, 5), v.real(5, 4)], activation="LeakyRelu",
     activation_alpha=0.2)
case("fused_gemm_tanh", "FusedGemm", lambda v: [v.real(3, 5), v.real(5, 4), v.real(3, 1)], activation="Tanh")
case("fused_matmul", "FusedMatMul", lambda v: [v.real(2, 3, 5), v.real(2, 5, 4)], alpha=0.25)
case("fused_matmul_transposed", "FusedMatMul", lambda v: [v.real(2, 5, 3), v.real(2, 4, 5)], transA=1, transB=1)
case("transpose_matmul", "TransposeMatMul", lambda v: [v.real(3, 5), v.real(4, 5)], transB=1)
for activation, params in (("Relu", None), ("LeakyRelu", [0.3]), ("Clip", [-0.5, 0.75]), ("HardSigmoid", [0.25, 0.4])):
    more = {} if params is None else {"activation_params": params}
    case(f"fused_conv_{activation.lower()}", "FusedConv", lambda v: [v.real(1, 4, 7, 6), v.real(6, 2, 3, 3), v.real(6)],
         activation=activation, group=2, pads=[1, 0, 1, 2], strides=[2, 1], **more)
case("fused_conv_sum", "FusedConv", lambda v: [v.real(1, 4, 7, 7), v.real(6, 4, 3, 3), v.real(6), v.real(1, 6, 7, 7)],
     activation="Relu", auto_pad="SAME_UPPER")
case("simplified_layer_norm", "SimplifiedLayerNormalization", lambda v: [v.real(2, 3, 8), v.real(8)], domain="",
     outputs=2,
     axis=-1, epsilon=1e-5)
case("skip_layer_norm", "SkipLayerNormalization", lambda v: [v.real(2, 3, 8), v.real(2, 3, 8), v.real(8), v.real(8)])
case("skip_layer_norm_bias", "SkipLayerNormalization",
     lambda v: [v.real(2, 3, 8), v.real(3, 8), v.real(8), None, v.real(8)], outputs=(0, 3), epsilon=1e-4)
case("skip_simplified", "SkipSimplifiedLayerNormalization",
     lambda v: [v.real(2, 3, 8), v.real(2, 3, 8), v.real(8)], outputs=(0, 3))
case("skip_simplified_bias", "SkipSimplifiedLayerNormalization",
     lambda v: [v.real(2, 3, 8), v.real(2, 3, 8), v.real(8), v.real(8)], outputs=(0, 3), epsilon=1e-3)


def embedding(v, segments=True, mask=None, positions=None):
    own = v.whole(0, 2, 2, 4, type=np.int32) if segments else None
    return [v.whole(0, 10, 2, 4, type=np.int32), own, v.real(10, 8), v.real(6, 8), v.real(2, 8) if segments else None,
            v.real(8), v.real(8), mask, positions]


case("embed_layer_norm", "EmbedLayerNormalization", embedding, outputs=2)
case("embed_layer_norm_words", "EmbedLayerNormalization", lambda v: embedding(v, segments=False), outputs=3)
case("embed_layer_norm_mask", "EmbedLayerNormalization",
     lambda v: embedding(v, mask=np.array([[1, 1, 0, 0], [1, 0, 1, 1]], np.int32)), outputs=2, epsilon=1e-5)
case("embed_layer_norm_positions", "EmbedLayerNormalization",
     lambda v: embedding(v, mask=np.array([[0, 1, 1, 0], [1, 1, 1, 1]], np.int32),
                         positions=np.array([[1, 0, 5, 2]], np.int32)), outputs=3)


# ---- weights of a few bits ----
def weights(v, bits, n, k, block, zero=None, bias=False, type=np.float32):
    blocks = -(-k // block)
    points = {None: None, "packed": v.byte(n, -(-blocks * bits // 8)), "plain": v.whole(1, 2**bits, n,
        blocks).astype(type)}
    return [v.real(2, 3, k).astype(type), v.byte(n, blocks, block * bits // 8), v.real(n,
    blocks).astype(type) * type(0.1),
            points[zero], None, v.real(n).astype(type) if bias else None]


for bits in (2, 4, 8):
    for zero in (None, "packed") if bits == 8 else (None, "packed", "plain"):
        case(f"matmul_{bits}_bits_{zero}".lower(), "MatMulNBits",
             lambda v, bits=bits, zero=zero: weights(v, bits, 6, 80, 32, zero, bias=zero is None), constants=(1, 2, 3),
             bits=bits, N=6, K=80, block_size=32)
case("matmul_4_bits_flat", "MatMulNBits",
     lambda v: [x if i != 2 else x.reshape(-1) for i, x in enumerate(weights(v, 4, 5, 64, 16))], constants=(1, 2),
     bits=4, N=5, K=64, block_size=16)
case("matmul_4_bits_half", "MatMulNBits", lambda v: weights(v, 4, 6, 64, 32, "packed", True, np.float16),
     constants=(1, 2, 3),
     bits=4, N=6, K=64, block_size=32)

for bits in (4, 8):
    for zero in (False, True):
        case(f"gather_block_{bits}_{zero}".lower(), "GatherBlockQuantized",
             lambda v, b=bits, z=zero: [v.byte(7, 48 * b // 8), v.whole(-7, 7, 2, 3), v.real(7, 3), v.byte(7,
                 -(-3 * b // 8)) if z else None],
             constants=(0, 2, 3), bits=bits, block_size=16, gather_axis=0, quantize_axis=1)

# ---- quantised tensors ----
case("matmul_integer_16", "MatMulInteger16",
     lambda v: [v.whole(-300, 300, 2, 3, 8, type=np.int16), v.whole(-300, 300, 8, 5, type=np.int16)])
case("qgemm", "QGemm",
     lambda v: [v.byte(3, 8), f32(0.02), np.uint8(110), v.small(5, 8), v.random.uniform(0.01, 0.02,
         5).astype(np.float32),
                np.zeros(5, np.int8), v.whole(-900, 900, 5, type=np.int32)], transB=1, alpha=0.5)
case("qgemm_grid", "QGemm",
     lambda v: [v.byte(3, 8), f32(0.02), np.uint8(110), v.small(8, 5), f32(0.013), np.int8(0), None, f32(0.31),
         np.uint8(120)])
for name in ("byte", "signed"):
    def grid(v, *shape, name=name, scale=0.0371):
        point = np.uint8(121) if name == "byte" else np.int8(-7)
        return [getattr(v, name)(*shape), f32(scale), point]

    for op in ("Add", "Mul"):
        case(f"qlinear_{op.lower()}_{name}", f"QLinear{op}",
             lambda v, g=grid: [*g(v, 2, 3, 8), *g(v, 3, 1, scale=0.0517), *g(v, 1, scale=0.0923)[1:]])
    case(f"qlinear_sigmoid_{name}", "QLinearSigmoid", lambda v, g=grid: [*g(v, 3, 9), *g(v, 1, scale=0.0079)[1:]])
    case(f"qlinear_leaky_{name}", "QLinearLeakyRelu", lambda v, g=grid: [*g(v, 3, 9), *g(v, 1, scale=0.0479)[1:]],
         alpha=0.3)
    case(f"qlinear_softmax_{name}", "QLinearSoftmax", lambda v, g=grid: [*g(v, 3, 9), *g(v, 1, scale=1 / 256)[1:]],
         axis=-1, opset=13)
    for last in (0, 1):
        case(f"qlinear_global_pool_{name}_{last}", "QLinearGlobalAveragePool",
             lambda v, g=grid: [*g(v, 2, 4, 5, 3), *g(v, 1, scale=0.0113)[1:]], channels_last=last)
        case(f"qlinear_pool_{name}_{last}", "QLinearAveragePool",
             lambda v, g=grid: [*g(v, 1, 6, 6, 4), *g(v, 1, scale=0.0213)[1:]], channels_last=last, kernel_shape=[3, 2],
             strides=[2, 1], pads=[1, 0, 1, 1], count_include_pad=last)
    case(f"qlinear_concat_{name}", "QLinearConcat",
         lambda v, g=grid: [*g(v, 1, scale=0.0923)[1:], *g(v, 2, 3), *g(v, 2, 5, scale=0.0517)], axis=1)
    case(f"qlinear_where_{name}", "QLinearWhere",
         lambda v, g=grid: [v.whole(0, 2, 3, 4, type=bool), *g(v, 3, 4), *g(v, 3, 4, scale=0.0517), *g(v, 1,
             scale=0.0923)[1:]])
    case(f"qlinear_conv_{name}", "QLinearConv",
         lambda v, g=grid: [*g(v, 1, 4, 7, 6), v.small(6, 2, 3, 3), v.random.uniform(0.01, 0.02, 6).astype(np.float32),
                            np.zeros(6, np.int8), *g(v, 1, scale=0.913)[1:], v.whole(-900, 900, 6, type=np.int32)],
         constants=(3, 4, 5, 8), group=2, pads=[1, 0, 1, 2], strides=[2, 1])
    case(f"nhwc_max_pool_{name}", "NhwcMaxPool", lambda v, name=name: [getattr(v, name)(1, 6, 7, 4)],
         kernel_shape=[3, 2],
         strides=[2, 1], pads=[1, 0, 1, 1])
    case(f"matmul_integer_to_float_{name}", "MatMulIntegerToFloat",
         lambda v, g=grid, name=name: [g(v, 2, 3, 8)[0], getattr(v, name)(8, 5), f32(0.03), v.real(5), g(v, 1)[2],
             None, v.real(5)])
    case(f"dynamic_quantize_matmul_{name}", "DynamicQuantizeMatMul",
         lambda v, name=name: [v.real(2, 3, 8), v.byte(8, 5) if name == "byte" else v.small(8, 5),
             v.random.uniform(0.01, 0.02, 5).astype(np.float32), None,
                               v.real(5)])
    case(f"quantize_{name}", "QuantizeLinear", lambda v, g=grid: [v.real(3, 4), *g(v, 1)[1:]])
    case(f"dequantize_{name}", "DequantizeLinear", lambda v, g=grid: g(v, 3, 4))
for type in (np.uint16, np.int16):
    case(f"quantize_{type.__name__}", "QuantizeLinear", lambda v, t=type: [v.real(3, 4), f32(0.001), t(1000)])
    case(f"quantize_axis_{type.__name__}", "QuantizeLinear",
         lambda v, t=type: [v.real(3, 4), np.array([0.1, 0.01, 0.001], np.float32), np.array([1, 2, 3], t)], axis=0)
    case(f"dequantize_{type.__name__}", "DequantizeLinear",
         lambda v, t=type: [v.whole(0, 30000, 3, 4, type=t), f32(0.001), t(1000)])

# ---- attention ----
for scale in (None, 0.3):
    for causal in (0, 1):
        more = {} if scale is None else {"scale": scale}
        case(f"attention_{causal}_{scale is not None}".lower(), "Attention", lambda v: [v.real(2, 4, 8), v.real(8,
             24), v.real(24)],
             num_heads=2, unidirectional=causal, **more)
case("attention_lengths", "Attention",
     lambda v: [v.real(2, 4, 8), v.real(8, 24), v.real(24), np.array([2, 4], np.int32)], num_heads=2)
case("attention_ends", "Attention",
     lambda v: [v.real(2, 4, 8), v.real(8, 24), v.real(24), np.array([4, 3, 1, 0], np.int32)], num_heads=2)
case("attention_mask", "Attention",
     lambda v: [v.real(2, 4, 8), v.real(8, 24), v.real(24), np.array([[1, 1, 0, 1], [1, 0, 0, 1]], np.int32)],
         num_heads=2)
case("attention_mask_filter", "Attention",
     lambda v: [v.real(2, 4, 8), v.real(8, 24), v.real(24), v.whole(0, 2, 2, 4, 4, type=np.int32)], num_heads=2,
     mask_filter_value=-3.0, unidirectional=1)
case("attention_sizes", "Attention", lambda v: [v.real(2, 4, 8), v.real(8, 28), v.real(28)], num_heads=2,
     qkv_hidden_sizes=[8, 8, 12])
case("attention_past", "Attention",
     lambda v: [v.real(2, 3, 8), v.real(8, 24), v.real(24), np.ones((2, 8), np.int32), v.real(2, 2, 2, 5, 4)],
         outputs=2,
     num_heads=2, unidirectional=1)
case("attention_bias", "Attention",
     lambda v: [v.real(2, 4, 8), v.real(8, 24), v.real(24), None, None, v.real(1, 2, 4, 4)], num_heads=2)
case("qattention", "QAttention",
     lambda v: [v.byte(2, 4, 8), v.small(8, 24), v.real(24), f32(0.02), f32(0.01), None, np.uint8(120), np.int8(0)],
         num_heads=2)
case("qattention_mask", "QAttention",
     lambda v: [v.byte(2, 4, 8), v.byte(8, 24), v.real(24), f32(0.02), f32(0.01), np.array([3, 4], np.int32),
         np.uint8(120),
                np.uint8(100)], num_heads=2, unidirectional=1)
case("multi_head", "MultiHeadAttention", lambda v: [v.real(2, 4, 8), v.real(2, 6, 8), v.real(2, 6, 12)], num_heads=2)
case("multi_head_bias", "MultiHeadAttention",
     lambda v: [v.real(2, 4, 8), v.real(2, 4, 8), v.real(2, 4, 8), v.real(24)], outputs=3, num_heads=2,
         unidirectional=1)
case("multi_head_given_keys", "MultiHeadAttention", lambda v: [v.real(2, 4, 16), v.real(2, 2, 5, 8), v.real(2, 2, 5,
     8)],
     num_heads=2)
case("multi_head_padding", "MultiHeadAttention",
     lambda v: [v.real(2, 4, 8), v.real(2, 4, 8), v.real(2, 4, 8), None, np.array([[1, 1, 1, 0], [1, 0, 1, 1]],
         np.int32)],
     num_heads=2)
case("multi_head_lengths", "MultiHeadAttention",
     lambda v: [v.real(2, 4, 8), v.real(2, 4, 8), v.real(2, 4, 8), None, np.array([3, 2], np.int32)], num_heads=2)
case("multi_head_past", "MultiHeadAttention",
     lambda v: [v.real(2, 3, 8), v.real(2, 3, 8), v.real(2, 3, 8), None, None, v.real(2, 1, 3, 8), v.real(2, 2, 5, 4),
                v.real(2, 2, 5, 4)], outputs=3, num_heads=2, unidirectional=1)


def angles(rows, columns):
    turns = np.outer(np.arange(rows), 1.0 / 10.0 ** np.arange(columns))
    return np.cos(turns).astype(np.float32), np.sin(turns).astype(np.float32)


for interleaved in (0, 1):
    case(f"rotary_{interleaved}", "RotaryEmbedding",
         lambda v: [v.real(2, 3, 16), v.whole(0, 10, 2, 3), *angles(10, 4)], interleaved=interleaved)
    case(f"rotary_heads_{interleaved}", "RotaryEmbedding",
         lambda v: [v.real(2, 2, 3, 8), np.array([5]), *angles(10, 4)], interleaved=interleaved)
    case(f"rotary_part_{interleaved}", "RotaryEmbedding",
         lambda v: [v.real(2, 3, 16), v.whole(0, 10, 2, 3), *angles(10, 2)], interleaved=interleaved, num_heads=2,
         rotary_embedding_dim=4)


def grouped(v, rows, past, lengths, total, packed=False, rotary=False, buffer=None, more=()):
    heads, groups, size, batch = 4, 2, 16, len(lengths)
    q, k, w = v.real(batch, rows, heads * size), v.real(batch, rows, groups * size), v.real(batch, rows, groups * size)
    had = buffer or past
    cache = [v.real(batch, groups, had, size), v.real(batch, groups, had, size)] if had or past == 0 else [None, None]
    operands = [np.concatenate([q, k, w], 2), None, None] if packed else [q, k, w]
    operands += [*cache, np.array(lengths, np.int32) - 1, np.array([total], np.int32)]
    return operands + (list(angles(32, size // 2)) if rotary else [None, None] if more else []) + list(more)


GROUPS = {"num_heads": 4, "kv_num_heads": 2}
case("grouped_prompt", "GroupQueryAttention", lambda v: grouped(v, 5, 0, [5, 5], 5), outputs=3, **GROUPS)
case("grouped_prompt_packed", "GroupQueryAttention", lambda v: grouped(v, 5, 0, [5, 5], 5, packed=True, rotary=True),
     outputs=3,
     do_rotary=1, **GROUPS)
case("grouped_token", "GroupQueryAttention", lambda v: grouped(v, 1, 6, [7, 7], 7), outputs=3, **GROUPS)
case("grouped_token_rotary", "GroupQueryAttention", lambda v: grouped(v, 1, 6, [7, 7], 7, rotary=True), outputs=3,
     do_rotary=1,
     rotary_interleaved=1, **GROUPS)
case("grouped_chunk", "GroupQueryAttention", lambda v: grouped(v, 3, 6, [9], 9, rotary=True), outputs=3, do_rotary=1,
     **GROUPS)
case("grouped_constant", "GroupQueryAttention", lambda v: grouped(v, 1, 6, [7, 7], 7, rotary=True), outputs=3,
     constants=(5, 6),
     do_rotary=1, **GROUPS)
case("grouped_ragged", "GroupQueryAttention", lambda v: grouped(v, 1, 6, [4, 7], 7, rotary=True), outputs=3, compared=1,
     do_rotary=1, **GROUPS)
case("grouped_window", "GroupQueryAttention", lambda v: grouped(v, 6, 0, [6], 6), local_window_size=3, **GROUPS)
case("grouped_window_token", "GroupQueryAttention", lambda v: grouped(v, 1, 8, [9], 9), outputs=3, local_window_size=3,
     **GROUPS)
case("grouped_buffer", "GroupQueryAttention", lambda v: grouped(v, 1, 6, [4, 7], 7, rotary=True, buffer=12),
     outputs=3, compared=1,
     do_rotary=1, **GROUPS)
case("grouped_buffer_prompt", "GroupQueryAttention", lambda v: grouped(v, 3, 6, [3, 3], 3, rotary=True, buffer=12),
     outputs=3,
     compared=1, do_rotary=1, **GROUPS)
case("grouped_softcap", "GroupQueryAttention", lambda v: grouped(v, 4, 0, [4], 4), softcap=2.0, scale=0.5, **GROUPS)
case("grouped_smooth", "GroupQueryAttention", lambda v: grouped(v, 4, 0, [4], 4), smooth_softmax=1, **GROUPS)
case("grouped_bias", "GroupQueryAttention",
     lambda v: grouped(v, 4, 0, [4, 4], 4, more=[None, v.real(1, 4, 4, 4)]), **GROUPS)
case("grouped_sinks", "GroupQueryAttention",
     lambda v: grouped(v, 4, 0, [4, 4], 4, more=[None, None, v.real(4)]), **GROUPS)


def main():
    folder, written_cases = pathlib.Path(sys.argv[1]), 0
    for name, op, make, outputs, *others in CASES:
        try:
            written(folder, name, op, make, range(outputs) if isinstance(outputs, int) else outputs, *others)
            written_cases += 1
        except Exception as error:  # onnxruntime says why it does not run the case
            print(f"{name}: {str(error).splitlines()[0][:300]}")
    print(f"{written_cases} of {len(CASES)} cases are in {folder}")


if __name__ == "__main__":
    main()
