"""Modules of torch.fx as graphs."""

from ....numeric import numpy
from ... import nodes
from ...block_builder import BlockBuilder
from ...struct_info import TensorStructInfo
from .exported import type_name
from .operators import _conv, _flatten, _layer_norm, _linear, _max_pool, _op, translated


def _constant(value):
    return nodes.const(numpy.ascontiguousarray(value.detach().cpu().numpy()))


def _layer(bb, layer, x):
    """The value of a layer of torch.nn."""
    from ....missing import missing

    kind = type(layer).__name__
    weights = {n: _constant(p) for n, p in [*layer.named_parameters(recurse=False), *layer.named_buffers(recurse=False)]}
    if kind == "Linear":
        return _linear(bb, x, weights["weight"], weights.get("bias"))
    if kind == "Conv2d":
        return _conv(bb, x, weights["weight"], weights.get("bias"), layer.stride, layer.padding, layer.dilation, layer.groups)
    if kind == "BatchNorm2d":
        return nodes.TupleGetItem(bb.emit(_op("nn.batch_norm", [x, weights["weight"], weights["bias"], weights["running_mean"],
                                                                weights["running_var"]], axis=1, epsilon=layer.eps)), 0)
    if kind == "MaxPool2d":
        return _max_pool(bb, x, layer.kernel_size, layer.stride, layer.padding)
    if kind == "LayerNorm":
        return _layer_norm(bb, x, layer.normalized_shape, weights.get("weight"), weights.get("bias"), layer.eps)
    if kind == "Flatten":
        return _flatten(bb, x, layer.start_dim, layer.end_dim)
    if kind == "Softmax":
        return _op("nn.softmax", [x], axis=layer.dim)
    if kind in ("Dropout", "Identity"):
        return x
    simple = {"ReLU": "nn.relu", "GELU": "nn.gelu", "SiLU": "nn.silu", "Sigmoid": "sigmoid", "Tanh": "tanh"}
    if kind not in simple:
        raise missing("layer of PyTorch", kind, [*simple, "Linear", "Conv2d", "BatchNorm2d", "MaxPool2d", "Flatten"])
    return _op(simple[kind], [x])


def from_fx(model, input_info, *, keep_params_as_input=False, unwrap_unit_return_tuple=False, no_bind_return_tuple=False,
            custom_convert_map=None):
    """The module of a traced model. `input_info`: [(shape, type)] of its inputs."""
    table, parameters, given = {}, [], list(input_info)
    layers = dict(model.named_modules())
    bb = BlockBuilder()
    for node in model.graph.nodes:
        if node.op == "placeholder":
            shape, dtype = given.pop(0)
            table[node] = nodes.Var(node.name, TensorStructInfo(shape, type_name(dtype)))
            parameters.append(table[node])
    with bb.function("main", parameters):
        with bb.dataflow():
            for node in model.graph.nodes:
                if node.op == "get_attr":
                    holder = model
                    for part in node.target.split("."):
                        holder = getattr(holder, part)
                    table[node] = _constant(holder)
                elif node.op == "call_module":
                    table[node] = bb.emit(_layer(bb, layers[node.target], table[node.args[0]]))
                elif node.op in ("call_function", "call_method"):
                    table[node] = translated(bb, node, table, custom_convert_map or {})
                elif node.op == "output":
                    value = node.args[0]
                    result = bb.emit_output(nodes.Tuple([table[v] for v in value]) if isinstance(value, (list, tuple))
                                            else table[value])
        bb.emit_func_output(result)
    return bb.get()
