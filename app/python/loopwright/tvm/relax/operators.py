"""Functions that make calls of operators: relax.op.nn.relu(x)."""

import types

from ..reader.body import active
from ..reader.graphs import GraphLanguage
from ..reader.terms import Term
from . import nodes
from .struct_info import TensorStructInfo

_language = GraphLanguage("R")
_OLD = {"nn.dense": "linear", "relu": "nn.relu", "gelu": "nn.gelu", "softmax": "nn.softmax", "dense": "linear"}
# Parameters of operators that are attributes although scripts give them by position.
_ATTRIBUTES = {"permute_dims": ["axes"], "astype": ["dtype"], "concat": ["axis"], "expand_dims": ["axis"], "squeeze": ["axis"],
               "sum": ["axis", "keepdims"], "mean": ["axis", "keepdims"], "max": ["axis", "keepdims"],
               "min": ["axis", "keepdims"], "split": ["indices_or_sections", "axis"], "nn.softmax": ["axis"],
               "nn.log_softmax": ["axis"], "flip": ["axis"], "argmax": ["axis", "keepdims"], "repeat": ["repeats", "axis"],
               "matmul": ["out_dtype"]}


class Operator:
    """An operator, or a family of them: relax.op.nn."""

    def __init__(self, name):
        self._name = name
        self.__name__ = name.rsplit(".", 1)[-1]

    def __call__(self, *args, **kwargs):
        if active() is not None and not any(isinstance(a, nodes.Expr) for a in args):  # part of a program's text
            return _language.name(_OLD.get(self._name, self._name))(*args, **kwargs)
        return made(self._name, args, kwargs)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Operator(f"{self._name}.{name}")

    def __or__(self, _other):  # part of a type of Python
        return self

    __ror__ = __or__

    def __repr__(self):
        return f"<operator relax.{self._name}>"


def _value(argument):
    if isinstance(argument, tuple) and all(isinstance(a, (int, Term)) and not isinstance(a, bool) for a in argument):
        return nodes.ShapeExpr(argument)
    if isinstance(argument, (list, tuple)):
        return nodes.Tuple([_value(a) for a in argument])
    return nodes.as_expr(argument)


def made(name, args, kwargs):
    """The call of an operator by name; older names are those of today."""
    if name in ("linear", "nn.dense", "dense"):  # x @ w.T + b
        x, w = args[0], args[1]
        product = nodes.Call(nodes.op_named("relax.matmul"),
                             [x, nodes.Call(nodes.op_named("relax.permute_dims"), [w])])
        bias = args[2] if len(args) > 2 else kwargs.get("bias")
        return product if bias is None else nodes.Call(nodes.op_named("relax.add"), [product, bias])
    if name in ("call_tir", "call_dps_packed", "call_tir_inplace", "call_pure_packed", "call_packed"):
        return _kernel_call(name, args, kwargs)
    name = _OLD.get(name, name)
    attributes = _ATTRIBUTES.get(name, [])
    values, words = list(args), {}
    if attributes:
        inputs = 2 if name == "matmul" else 1
        words.update(zip(attributes, values[inputs:]))
        values = values[:inputs]
        if name in ("permute_dims", "flip") and len(args) > 2:
            words = {"axes" if name == "permute_dims" else "axis": list(args[1:])}
    expressions = [_value(v) for v in values]
    for key, value in kwargs.items():
        if isinstance(value, nodes.Expr):
            expressions.append(value)
        elif value is not None:
            words[key] = str(value) if key.endswith("dtype") else value
    return nodes.Call(nodes.op_named(f"relax.{name}"), expressions, {k: v for k, v in words.items() if v is not None})


def _kernel_call(name, args, kwargs):
    infos = kwargs.pop("out_sinfo", kwargs.pop("out_ty", kwargs.pop("sinfo_args", None)))
    args = list(args)
    if infos is None and len(args) > 2 and name != "call_packed":
        infos = args.pop(2)
    dtype = kwargs.pop("dtype", None)
    if dtype is not None and infos is not None:  # (128, 128), dtype="float32": so before out_sinfo
        infos = TensorStructInfo(infos, dtype)
    infos = [] if infos is None else list(infos) if isinstance(infos, (list, tuple)) else [infos]
    callee = nodes.ExternFunc(args[0]) if isinstance(args[0], str) else args[0]
    if isinstance(callee, types.FunctionType):
        callee, args[1], infos = _made_kernel(callee, args[1], infos)
    if name in ("call_pure_packed", "call_packed"):
        return nodes.Call(nodes.op_named("relax." + name), [callee, *map(_value, args[1:])], kwargs, infos)
    inputs = args[1] if len(args) > 1 else ()
    inputs = inputs if isinstance(inputs, nodes.Tuple) else nodes.Tuple(
        list(inputs) if isinstance(inputs, (list, tuple)) else [inputs])
    return nodes.Call(nodes.op_named("relax." + name), [callee, inputs], kwargs, infos)


def _made_kernel(function, values, infos):
    """(the kernel of function(tensors...), its inputs, what is known of its results)."""
    from .kernels import kernel_of

    kernel, inputs, found = kernel_of(function, list(values) if isinstance(values, (list, tuple, nodes.Tuple)) else [values], {})
    if infos and [i.text() for i in infos] != [i.text() for i in found]:
        raise ValueError(f"{function.__name__} gives {', '.join(i.text() for i in found)}, "
                         f"and the call says {', '.join(i.text() for i in infos)}")
    return kernel.with_attr("global_symbol", function.__name__), inputs, found
