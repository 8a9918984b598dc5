"""tvm.relax.frontend.nn.op: operators on tensors of modules."""

from ... import nodes
from ...operators import made
from ...struct_info import TensorStructInfo, TupleStructInfo
from .core import Object, Tensor, builder

_NN = {"relu", "gelu", "silu", "softmax", "layer_norm", "rms_norm", "group_norm", "conv2d", "conv1d", "conv2d_transpose",
       "max_pool2d", "avg_pool2d", "adaptive_avg_pool2d", "pad", "attention", "log_softmax", "conv1d_transpose", "softplus",
       "tanh_nn"}
_NAMES = {"broadcast_to": "broadcast_to", "sub": "subtract", "mul": "multiply", "div": "divide", "concat": "concat"}


def _expr(value):
    if isinstance(value, (Tensor, Object)):
        return value._expr
    if isinstance(value, (list, tuple)):
        return type(value)(_expr(v) for v in value)
    return value


def wrap_nested(expr, name):
    """The value under a name, as a tensor or a tuple of tensors."""
    var = builder().emit(expr, builder()._now().fresh(name))
    info = var.struct_info
    if isinstance(info, TupleStructInfo):
        return tuple(wrap_nested(nodes.TupleGetItem(var, k), f"{name}_{k}") for k in range(len(info.fields)))
    return Tensor(_expr=var)


def _called(name, args, kwargs):
    label = kwargs.pop("name", None) or name
    full = f"nn.{name}" if name in _NN else _NAMES.get(name, name)
    return wrap_nested(made(full, [_expr(a) for a in args], {k: _expr(v) for k, v in kwargs.items()}), label)


def linear(x, weight, bias=None, out_dtype=None, name="linear"):
    """x @ weight.T + bias."""
    product = matmul(x, permute_dims(weight))
    return product if bias is None else add(product, bias)


def permute_dims(x, axes=None, name="permute_dims"):
    words = {} if axes is None else {"axes": list(axes)}
    return wrap_nested(nodes.Call(nodes.op_named("relax.permute_dims"), [_expr(x)], words), name)


def matmul(a, b, out_dtype=None, name="matmul"):
    words = {} if out_dtype is None else {"out_dtype": str(out_dtype)}
    return wrap_nested(nodes.Call(nodes.op_named("relax.matmul"), [_expr(a), _expr(b)], words), name)


def add(a, b, name="add"):
    return wrap_nested(made("add", [_expr(a), _expr(b)], {}), name)


def reshape(x, *shape, name="reshape"):
    sizes = shape[0] if len(shape) == 1 and isinstance(shape[0], (list, tuple)) else shape
    return wrap_nested(nodes.Call(nodes.op_named("relax.reshape"), [_expr(x), nodes.ShapeExpr(list(sizes))]), name)


def softmax(x, axis=-1, name="softmax"):
    return wrap_nested(nodes.Call(nodes.op_named("relax.nn.softmax"), [_expr(x)], {"axis": axis}), name)


def split(ary, indices_or_sections, axis=0, name="split"):
    call = nodes.Call(nodes.op_named("relax.split"), [_expr(ary)], {"indices_or_sections": indices_or_sections, "axis": axis})
    return wrap_nested(call, name)


def concat(x, dim, name="concat"):
    return wrap_nested(nodes.Call(nodes.op_named("relax.concat"), [nodes.Tuple([_expr(v) for v in x])], {"axis": dim}), name)


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5, name="layer_norm"):
    axes = list(range(-len(normalized_shape), 0)) if isinstance(normalized_shape, (list, tuple)) else [-1]
    call = nodes.Call(nodes.op_named("relax.nn.layer_norm"), [_expr(x), _expr(weight), _expr(bias)],
                      {"axes": axes, "epsilon": eps})
    return wrap_nested(call, name)


def rms_norm(x, weight, axes, epsilon=1e-5, name="rms_norm"):
    axes = [axes] if isinstance(axes, int) else list(axes)
    return wrap_nested(nodes.Call(nodes.op_named("relax.nn.rms_norm"), [_expr(x), _expr(weight)],
                                  {"axes": axes, "epsilon": epsilon}), name)


def conv2d(x, weight, bias=None, stride=1, padding=0, dilation=1, groups=1, data_layout="NCHW", name="conv2d"):
    def pair(v):
        return list(v) if isinstance(v, (list, tuple)) else [v, v]

    call = nodes.Call(nodes.op_named("relax.nn.conv2d"), [_expr(x), _expr(weight)],
                      {"strides": pair(stride), "padding": pair(padding), "dilation": pair(dilation), "groups": groups,
                       "data_layout": data_layout})
    out = wrap_nested(call, name)
    return out if bias is None else add(out, reshape(bias, [1, -1, 1, 1]))


def tensor_expr_op(tensor_expr_func, name_hint, args, *, attrs=None):
    """The kernel of a function of tensor expressions."""
    call = builder().call_te(tensor_expr_func, *[_expr(a) for a in args], primfunc_name_hint=name_hint, **(attrs or {}))
    return wrap_nested(call, name_hint)


def tensor_ir_op(func, name_hint, args, out):
    """A call of a kernel that is given."""
    var = builder().add_func(func, name_hint)
    outs = out if isinstance(out, (list, tuple)) else [out]
    inputs = [_expr(a) for a in args if not isinstance(a, int)]
    call = nodes.Call(nodes.op_named("relax.call_tir"), [var, nodes.Tuple(inputs)], None,
                      [TensorStructInfo(o.shape, o.dtype) for o in outs])
    return wrap_nested(call, name_hint)


def extern(name, args, out):
    """A call of a registered function, which writes into its last argument."""
    outs = out if isinstance(out, (list, tuple)) else [out]
    call = nodes.Call(nodes.op_named("relax.call_dps_packed"), [nodes.ExternFunc(name), nodes.Tuple([_expr(a) for a in args])],
                      None, [TensorStructInfo(o.shape, o.dtype) for o in outs])
    return wrap_nested(call, name.split(".")[-1])


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(name)

    def operator(*args, **kwargs):
        return _called(name, args, kwargs)

    operator.__name__ = name
    return operator
