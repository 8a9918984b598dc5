"""Operators of PyTorch as those of graphs."""

from ....missing import missing
from ... import nodes
from ...operators import made


def _value(argument, table):
    import torch

    if isinstance(argument, torch.fx.Node):
        return table[argument]
    if isinstance(argument, (list, tuple)):
        return type(argument)(_value(a, table) for a in argument)
    return argument


def _op(name, values, **words):
    return nodes.Call(nodes.op_named(f"relax.{name}"), [v for v in values if v is not None],
                      {k: v for k, v in words.items() if v is not None})


def _tensors(a, b):
    if not isinstance(a, nodes.Expr):
        a = nodes.const(a, str(b.struct_info.dtype))
    if not isinstance(b, nodes.Expr):
        b = nodes.const(b, str(a.struct_info.dtype))
    return [a, b]


def _linear(bb, x, w, b=None):
    product = bb.emit(_op("matmul", [x, bb.emit(_op("permute_dims", [w]))]))
    return product if b is None else _op("add", [product, b])


def _addmm(bb, bias, a, b, beta=1, alpha=1):
    return _op("add", [bb.emit(_op("matmul", [a, b])), bias])


def _pair(value, count=2):
    return list(value) if isinstance(value, (list, tuple)) and len(value) == count else \
        [value[0] if isinstance(value, (list, tuple)) else value] * count


def _conv(bb, x, w, b=None, stride=1, padding=0, dilation=1, *rest):
    groups = rest[-1] if rest else 1
    out = bb.emit(_op("nn.conv2d", [x, w], strides=_pair(stride), padding=_pair(padding) * 2, dilation=_pair(dilation),
                      groups=groups))
    if b is None:
        return out
    return _op("add", [out, bb.emit(_op("reshape", [b, nodes.ShapeExpr([1, -1, 1, 1])]))])


def _batch_norm(bb, x, w, b, mean, var, *rest):
    eps = next((r for r in reversed(rest) if isinstance(r, float)), 1e-5)
    return nodes.TupleGetItem(bb.emit(_op("nn.batch_norm", [x, w, b, mean, var], axis=1, epsilon=eps)), 0)


def _max_pool(bb, x, kernel, stride=None, padding=0, dilation=1, ceil_mode=False):
    return _op("nn.max_pool2d", [x], pool_size=_pair(kernel), strides=_pair(stride or kernel), padding=_pair(padding) * 2)


def _reshape(bb, x, shape):
    return _op("reshape", [x, nodes.ShapeExpr(list(shape))])


def _flatten(bb, x, start=0, end=-1):
    shape = list(x.struct_info.shape)
    end = end % len(shape)
    size = 1
    for n in shape[start:end + 1]:
        size = size * n
    return _reshape(bb, x, [*shape[:start], size, *shape[end + 1:]])


def _mean(bb, x, dim=None, keepdim=False, **_words):
    return _op("mean", [x], axis=list(dim) if dim is not None else None, keepdims=keepdim)


def _transpose(bb, x, a, b):
    order = list(range(x.struct_info.ndim))
    order[a], order[b] = order[b], order[a]
    return _op("permute_dims", [x], axes=order)


def _layer_norm(bb, x, shape, weight=None, bias=None, eps=1e-5, *_rest):
    return _op("nn.layer_norm", [x, weight, bias], axes=list(range(-len(shape), 0)), epsilon=eps)


def _same(name):
    return lambda bb, x, *_rest, **_words: _op(name, [x])


def _two(name):
    return lambda bb, a, b, **_words: _op(name, _tensors(a, b))


_TABLE = {
    "linear": _linear, "addmm": _addmm, "conv2d": _conv, "convolution": _conv, "batch_norm": _batch_norm,
    "_native_batch_norm_legit_no_training": _batch_norm, "max_pool2d": _max_pool, "view": _reshape, "reshape": _reshape,
    "flatten": _flatten, "mean": _mean, "transpose": _transpose, "layer_norm": _layer_norm,
    "relu": _same("nn.relu"), "relu_": _same("nn.relu"), "gelu": _same("nn.gelu"), "silu": _same("nn.silu"),
    "sigmoid": _same("sigmoid"), "tanh": _same("tanh"), "exp": _same("exp"), "sqrt": _same("sqrt"), "rsqrt": _same("rsqrt"),
    "neg": _same("negative"), "abs": _same("abs"), "log": _same("log"), "sin": _same("sin"), "cos": _same("cos"),
    "t": lambda bb, x: _op("permute_dims", [x]), "clone": lambda bb, x, **_words: x, "contiguous": lambda bb, x, **_words: x,
    "dropout": lambda bb, x, *_rest: x, "detach": lambda bb, x: x, "alias": lambda bb, x: x,
    "add": _two("add"), "add_": _two("add"), "sub": _two("subtract"), "mul": _two("multiply"), "div": _two("divide"),
    "pow": _two("power"), "maximum": _two("maximum"), "minimum": _two("minimum"), "matmul": _two("matmul"),
    "mm": _two("matmul"), "bmm": _two("matmul"), "eq": _two("equal"), "gt": _two("greater"), "lt": _two("less"),
    "permute": lambda bb, x, order: _op("permute_dims", [x], axes=list(order)),
    "softmax": lambda bb, x, dim=-1, *_rest: _op("nn.softmax", [x], axis=dim),
    "_softmax": lambda bb, x, dim=-1, *_rest: _op("nn.softmax", [x], axis=dim),
    "log_softmax": lambda bb, x, dim=-1, *_rest: _op("nn.log_softmax", [x], axis=dim),
    "sum": lambda bb, x, dim=None, keepdim=False, **_w: _op("sum", [x], axis=None if dim is None else list(dim),
                                                            keepdims=keepdim),
    "adaptive_avg_pool2d": lambda bb, x, size: _op("nn.adaptive_avg_pool2d", [x], output_size=_pair(size)),
    "avg_pool2d": lambda bb, x, k, s=None, p=0, *_r: _op("nn.avg_pool2d", [x], pool_size=_pair(k), strides=_pair(s or k),
                                                         padding=_pair(p) * 2),
    "cat": lambda bb, parts, dim=0: _op("concat", [nodes.Tuple(parts)], axis=dim),
    "unsqueeze": lambda bb, x, dim: _op("expand_dims", [x], axis=[dim]),
    "squeeze": lambda bb, x, dim=None: _op("squeeze", [x], axis=None if dim is None else [dim]),
    "embedding": lambda bb, table, ids, *_rest: _op("take", [table, ids], axis=0),
    "getitem": lambda bb, value, index: value if not isinstance(value.struct_info, nodes.TupleStructInfo)
    else nodes.TupleGetItem(value, index),
}


def translated(bb, node, table, own):
    """The value of a node of torch.fx."""
    name = getattr(node.target, "__name__", str(node.target)).split(".")[0] if not isinstance(node.target, str) else node.target
    name = str(getattr(node.target, "_schema", None) and node.target._schema.name or name).split("::")[-1]
    args = [_value(a, table) for a in node.args]
    words = {k: _value(v, table) for k, v in node.kwargs.items()}
    for key in (str(node.target), name):
        if key in own:
            return own[key](node, table) if callable(own[key]) else own[key]
    if name not in _TABLE:
        raise missing("operator of PyTorch", name, _TABLE)
    result = _TABLE[name](bb, *args, **words)
    return bb.emit(result) if not isinstance(result, nodes.Var) else result


__all__ = ["made", "translated"]
