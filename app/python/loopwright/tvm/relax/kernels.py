"""Kernels of tensor expressions for values of graphs."""

from ... import _engine
from ..ir.module import as_function
from ..reader.terms import Term, Var
from . import nodes
from .struct_info import TensorStructInfo

_te = _engine.language("tvm.te")


class _Sizes:
    """Symbolic sizes of a graph as variables of tensor expressions, and back."""

    def __init__(self):
        self._made, self._back = {}, {}

    def to_te(self, size):
        if isinstance(size, int):
            return size
        if isinstance(size, Var):
            name = size.shown()[0]
            if name not in self._made:
                self._made[name], self._back[name] = _te.var(name, str(size.dtype)), size
            return self._made[name]
        if isinstance(size, Term):
            import re

            names = {w: self.to_te(Var(w, "int64"))
                     for w in re.findall(r"[A-Za-z_]\w*", size.shown()[0]) if w not in ("T",)}
            return eval(size.shown()[0].replace("T.int64", "int"), {"__builtins__": {"int": int}}, names)
        return size

    def from_te(self, size):
        if isinstance(size, int):
            return size
        text = str(size).strip("<>")
        if text.removeprefix("T.int64(").rstrip(")").isdigit():
            return int(text.removeprefix("T.int64(").rstrip(")"))
        return self._back[text] if text in self._back else Term(text, 0, "int64")


def kernel_of(func, args, kwargs):
    """(the kernel, the values that it reads, what is known of its results) of func(tensors...)."""
    sizes, inputs, tensors = _Sizes(), [], []

    def tensor(value):
        info = value.struct_info
        if not isinstance(info, TensorStructInfo) or info._shape is None:
            raise TypeError(f"the shape of {value!r} is not known; emit_te needs it")
        made = _te.placeholder(tuple(sizes.to_te(s) for s in info._shape), str(info.dtype),
                               getattr(value, "name_hint", None) or chr(ord("A") + len(tensors)))
        inputs.append(value)
        tensors.append(made)
        return made

    def converted(value):
        if isinstance(value, nodes.ShapeExpr):
            return [sizes.to_te(v) for v in value.values]
        if isinstance(value, nodes.PrimValue):
            return value.value
        if isinstance(value, nodes.Tuple):
            return [converted(v) for v in value.fields]
        if isinstance(value, nodes.Expr):
            return tensor(value)
        if isinstance(value, (list, tuple)):
            return type(value)(converted(v) for v in value)
        if isinstance(value, dict):
            return {k: converted(v) for k, v in value.items()}
        return sizes.to_te(value) if isinstance(value, Term) else value

    result = func(*[converted(a) for a in args], **{k: converted(v) for k, v in kwargs.items()})
    outputs = list(result) if isinstance(result, (list, tuple)) else [result]
    function = as_function(_te.create_prim_func([*tensors, *outputs], "int64"))
    function._flat.options["private"] = True
    infos = [TensorStructInfo([sizes.from_te(s) for s in out.shape], str(out.dtype)) for out in outputs]
    return function, inputs, infos
