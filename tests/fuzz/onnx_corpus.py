"""onnx_corpus.py: writes corpus/onnx/models.hexes, small models of ONNX, a line each. Needs the package `onnx`."""

import pathlib

import numpy as np
from onnx import TensorProto, helper, numpy_helper

F, I, B = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL
X4, X3, X2 = ("x", F, ["n", 4, 6, 6]), ("x", F, [2, 3, 4]), ("x", F, ["n", 4])


def constant(name, values, dtype="float32"):
    """An initialiser."""
    return numpy_helper.from_array(np.array(values, dtype), name)


def weights(name, *shape):
    """An initialiser of this shape."""
    return constant(name, np.arange(np.prod(shape)).reshape(shape) % 5 / 4)


# Operator, inputs of the model, initialisers, attributes, number of outputs
CASES = [
    ("Conv", [X4], [weights("w", 2, 2, 3, 3)], {"group": 2, "pads": [1, 1, 1, 1], "strides": [2, 1]}, 1),
    ("Conv", [X4], [weights("w", 4, 4, 3, 3)], {"auto_pad": "SAME_UPPER", "dilations": [2, 2]}, 1),
    ("ConvTranspose", [("x", F, [1, 2, 3, 3])], [weights("w", 2, 1, 3, 3)], {"strides": [2, 2], "output_padding": [1, 1]}, 1),
    ("MaxPool", [("x", F, [1, 2, 5, 5])], [], {"kernel_shape": [3, 3], "ceil_mode": 1, "strides": [2, 2]}, 2),
    ("AveragePool", [X4], [], {"kernel_shape": [3, 3], "count_include_pad": 1, "pads": [1, 0, 1, 0]}, 1),
    ("LpPool", [X4], [], {"kernel_shape": [2, 2], "p": 3}, 1),
    ("Gemm", [X2], [weights("w", 3, 4), weights("c", 3)], {"transB": 1, "alpha": 0.5}, 1),
    ("MatMul", [X3], [weights("w", 2, 4, 2)], {}, 1),
    ("Einsum", [X3], [weights("w", 3, 5)], {"equation": "bij,ik->bkj"}, 1),
    ("BatchNormalization", [X4], [weights(n, 4) for n in "abcd"], {}, 1),
    ("LayerNormalization", [X3], [weights("w", 4), weights("b", 4)], {"axis": -1}, 3),
    ("GroupNormalization", [X4], [weights("w", 4), weights("b", 4)], {"num_groups": 2}, 1),
    ("LRN", [X4], [], {"size": 3}, 1),
    ("LSTM", [("x", F, [3, 1, 2])], [weights("w", 2, 12, 2), weights("r", 2, 12, 3)], {"hidden_size": 3, "direction": "bidirectional"}, 3),
    ("GRU", [("x", F, [2, 1, 2])], [weights("w", 1, 9, 2), weights("r", 1, 9, 3)], {"hidden_size": 3, "linear_before_reset": 1}, 2),
    ("Attention", [("q", F, [1, 2, 3, 4]), ("k", F, [1, 2, 5, 4]), ("v", F, [1, 2, 5, 4])], [], {"is_causal": 1}, 1),
    ("Resize", [("x", F, [1, 1, 4, 4])], [constant("r", []), constant("s", [1, 1, 1.5, 2])], {"mode": "cubic"}, 1),
    ("Resize", [("x", F, [1, 1, 4, 4])], [constant("r", []), constant("e", []), constant("z", [1, 1, 2, 7], "int64")], {"mode": "linear"}, 1),
    ("GridSample", [("x", F, [1, 1, 4, 4]), ("g", F, [1, 2, 2, 2])], [], {"mode": "cubic"}, 1),
    ("Pad", [X3], [constant("p", [0, 1, -1, 0, 0, 2], "int64")], {"mode": "reflect"}, 1),
    ("Slice", [X3], [constant(n, v, "int64") for n, v in (("a", [-1, 0]), ("b", [-9, 9]), ("c", [2, 1]), ("d", [-1, 2]))], {}, 1),
    ("Gather", [X3], [constant("i", [[-1, 0]], "int64")], {"axis": 1}, 1),
    ("GatherND", [X3], [constant("i", [[0, 1], [1, -1]], "int64")], {}, 1),
    ("ScatterElements", [X2], [constant("i", [[1, 0]], "int64"), weights("u", 1, 2)], {"reduction": "add"}, 1),
    ("ScatterND", [X3], [constant("i", [[1]], "int64"), weights("u", 1, 3, 4)], {"reduction": "max"}, 1),
    ("TopK", [X3], [constant("k", [2], "int64")], {"axis": 1}, 2),
    ("Unique", [("x", F, [6])], [], {}, 4),
    ("NonZero", [X2], [], {}, 1),
    ("OneHot", [("x", I, [3])], [constant("d", [4], "int64"), constant("v", [0, 1])], {}, 1),
    ("ReduceLogSumExp", [X3], [constant("a", [-1], "int64")], {"keepdims": 0}, 1),
    ("ArgMax", [X3], [], {"axis": 1, "select_last_index": 1}, 1),
    ("CumSum", [X3], [constant("a", 1, "int64")], {"reverse": 1, "exclusive": 1}, 1),
    ("Softmax", [X3], [], {"axis": 1}, 1),
    ("Hardmax", [X3], [], {"axis": 0}, 1),
    ("Split", [X3], [constant("s", [1, 3], "int64")], {"axis": 2}, 2),
    ("Concat", [X3, ("y", F, [2, 1, 4])], [], {"axis": 1}, 1),
    ("Reshape", [X3], [constant("s", [0, -1], "int64")], {}, 1),
    ("Expand", [("x", F, [3, 1])], [constant("s", [2, 1, 4], "int64")], {}, 1),
    ("Tile", [X2], [constant("r", [2, 3], "int64")], {}, 1),
    ("Transpose", [X3], [], {"perm": [2, 0, 1]}, 1),
    ("DepthToSpace", [X4], [], {"blocksize": 2, "mode": "CRD"}, 1),
    ("Cast", [X3], [], {"to": TensorProto.FLOAT8E4M3FN}, 1),
    ("QuantizeLinear", [X3], [constant("s", [0.5, 0.25, 1]), constant("z", [1, 2, 3], "uint8")], {"axis": 1}, 1),
    ("DequantizeLinear", [("x", TensorProto.INT8, [4, 4])], [weights("s", 4, 2)], {"axis": 1, "block_size": 2}, 1),
    ("DynamicQuantizeLinear", [X2], [], {}, 3),
    ("NonMaxSuppression", [("b", F, [1, 4, 4]), ("s", F, [1, 1, 4])],
     [constant("m", [2], "int64"), constant("i", [0.5]), constant("t", [0.1])], {}, 1),
    ("RoiAlign", [("x", F, [1, 1, 6, 6])], [weights("r", 1, 4), constant("b", [0], "int64")], {"output_height": 2, "output_width": 2, "sampling_ratio": 2}, 1),
    ("DFT", [("x", F, [1, 4, 1])], [constant("l", 4, "int64"), constant("a", 1, "int64")], {}, 1),
    ("Where", [("c", B, [3]), ("x", F, [3]), ("y", F, [3])], [], {}, 1),
    ("Mod", [X2], [constant("y", [2.0])], {"fmod": 1}, 1),
]


def model(op, inputs, initializers, attributes, outputs):
    """The bytes of a model of one node."""
    names = [name for name, _, _ in inputs] + [t.name for t in initializers]
    node = helper.make_node(op, names, [f"o{i}" for i in range(outputs)], name=op, **attributes)
    graph = helper.make_graph([node], "g", [helper.make_tensor_value_info(*value) for value in inputs],
                              [helper.make_tensor_value_info(f"o{i}", F, None) for i in range(outputs)], initializers)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)], ir_version=10).SerializeToString()


def control():
    """Models with graphs inside: If, Loop, Scan, and a function."""
    side = [helper.make_graph([helper.make_node(op, ["x"], ["r"])], op, [], [helper.make_tensor_value_info("r", F, [3])])
            for op in ("Abs", "Neg")]
    branch = helper.make_node("If", ["c"], ["o0"], then_branch=side[0], else_branch=side[1])
    body = helper.make_graph([helper.make_node("Add", ["s", "s"], ["t"]), helper.make_node("Identity", ["go"], ["on"]),
                              helper.make_node("Identity", ["t"], ["u"])], "body",
                             [helper.make_tensor_value_info("i", I, []), helper.make_tensor_value_info("go", B, []),
                              helper.make_tensor_value_info("s", F, [3])],
                             [helper.make_tensor_value_info(n, k, s) for n, k, s in (("on", B, []), ("t", F, [3]), ("u", F, [3]))])
    loop = helper.make_node("Loop", ["k", "yes", "x"], ["o0", "o1"], body=body)
    constants = [constant("k", 3, "int64"), constant("yes", True, "bool")]
    for node, given, outputs in ((branch, [], 1), (loop, constants, 2)):
        inputs = [helper.make_tensor_value_info("x", F, [3]), helper.make_tensor_value_info("c", B, [])]
        graph = helper.make_graph([node], "g", inputs, [helper.make_tensor_value_info(f"o{i}", F, None) for i in range(outputs)], given)
        yield helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10).SerializeToString()


def main():
    """Writes the file."""
    place = pathlib.Path(__file__).parent / "corpus/onnx"
    place.mkdir(exist_ok=True)
    lines = [model(*case).hex() for case in CASES] + [bytes_.hex() for bytes_ in control()]
    (place / "models.hexes").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(len(lines), "models")


if __name__ == "__main__":
    main()
