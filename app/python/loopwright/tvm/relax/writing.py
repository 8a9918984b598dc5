"""Functions of graphs as text."""

from ..ir.function import PrimFunc
from ..ir.module import GlobalVar
from ..reader.functions import Flat
from ..reader.terms import Term, text_of
from ..reader.terms import Var as Size
from ..reader.text import Text
from . import nodes
from .struct_info import StructInfo, size_text


def array_text(array):
    """R.const of an array."""
    from ..numeric import numpy

    values = numpy.asarray(array)
    items = values.item() if values.ndim == 0 else values.tolist()
    text = repr(items).replace("inf", 'float("inf")') if "inf" not in repr(items) else repr(items)
    return f'R.const({text}, "{getattr(array, "dtype", values.dtype)}")'


def value_text(value):
    """A value of an attribute."""
    if isinstance(value, nodes.Expr):
        return expression(value, {})
    return text_of(value)


def expression(value, names):
    """The text of an expression; `names` has the names of values by identity."""
    def text(v):
        return expression(v, names)

    if isinstance(value, nodes.Var):
        return names.get(value, value.name_hint)
    if isinstance(value, nodes.Constant):
        return array_text(value.data)
    if isinstance(value, nodes.Tuple):
        return "(" + ", ".join(map(text, value.fields)) + ("," if len(value.fields) == 1 else "") + ")"
    if isinstance(value, nodes.TupleGetItem):
        return f"{text(value.tuple_value)}[{value.index}]"
    if isinstance(value, nodes.ShapeExpr):
        return f"R.shape([{', '.join(map(size_text, value.values))}])"
    if isinstance(value, nodes.PrimValue):
        return f"R.prim_value({text_of(value.value)})"
    if isinstance(value, nodes.StringImm):
        return f"R.str({value.value!r})"
    if isinstance(value, nodes.DataTypeImm):
        return f'R.dtype("{value.value}")'
    if isinstance(value, nodes.ExternFunc):
        return repr(value.global_symbol)
    if isinstance(value, nodes.Text):
        return value.text
    if isinstance(value, GlobalVar):
        return f"cls.{value.name_hint}"
    if isinstance(value, nodes.Call):
        return _call(value, text)
    if isinstance(value, (Term, StructInfo, PrimFunc)):
        return text_of(value)
    if isinstance(value, (bool, int, float)):
        return f"R.prim_value({value!r})"
    if isinstance(value, str):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return "(" + ", ".join(map(text, value)) + ("," if len(value) == 1 else "") + ")"
    raise TypeError(f"a value of type {type(value).__name__} cannot be part of a graph")


_WITH_INFO = {"relax.call_tir": "out_sinfo", "relax.call_dps_packed": "out_sinfo", "relax.call_pure_packed": "sinfo_args",
              "relax.call_packed": "sinfo_args", "relax.call_tir_inplace": "out_sinfo"}


def _call(call, text):
    name = getattr(call.op, "name", None)
    if not isinstance(name, str) or not name.startswith("relax."):
        if isinstance(call.op, nodes.ExternFunc):
            infos = ", ".join(i.text() for i in call.sinfo_args)
            return f"R.call_packed({', '.join([repr(call.op.global_symbol), *map(text, call.args)])}, sinfo_args=({infos},))"
        return f"{text(call.op)}({', '.join(map(text, call.args))})"
    parts = list(map(text, call.args))
    if name in ("relax.call_tir", "relax.call_dps_packed", "relax.call_tir_inplace") and not parts[1].startswith("("):
        parts[1] = f"({parts[1]},)"
    parts += [f"{key}={value_text(value)}" for key, value in call.attrs.items() if value is not None]
    if call.sinfo_args:
        infos = [i.text() for i in call.sinfo_args]
        listed = infos[0] if len(infos) == 1 and "out" in _WITH_INFO.get(name, "sinfo_args") else \
            ("[" + ", ".join(infos) + "]" if "out" in _WITH_INFO.get(name, "") else "(" + ", ".join(infos) + ",)")
        parts.append(f"{_WITH_INFO.get(name, 'sinfo_args')}={listed}")
    return f"R.{name.removeprefix('relax.')}({', '.join(parts)})"


class Names:
    """A name for each value: its own, with a number where another one has it."""

    def __init__(self):
        self.by_value, self._taken = {}, set()

    def name(self, var):
        if var not in self.by_value:
            name, number = var.name_hint, 0
            while name in self._taken:
                number += 1
                name = f"{var.name_hint}_{number}"
            self._taken.add(name)
            self.by_value[var] = name
        return self.by_value[var]


def _sizes(info, found):
    for value in [*(getattr(info, "_shape", None) or ()), *(getattr(info, "values", None) or ())]:
        if isinstance(value, Size):
            found.setdefault(value.shown()[0], value)
        elif isinstance(value, Term):
            import re

            for word in re.findall(r"[A-Za-z_]\w*", value.shown()[0]):
                if word not in ("T", "R") and word not in found:
                    found[word] = None
    for field in getattr(info, "fields", ()):
        _sizes(field, found)


def written(name, params, blocks, result, attributes, options=None, ret=None):
    """(flat text, names of the values by identity) of a function."""
    names = Names()
    sizes = {}
    header = Text()
    parameters = []
    for param in params:
        info = param.struct_info
        _sizes(info, sizes)
        parameters.append(f"{names.name(param)}: {info.text() if info is not None else 'R.Object'}")
    header.add(f"def {name}({', '.join(parameters)}){' -> ' + ret.text() if ret is not None else ''}:", 0)
    body = Text()
    body.deeper()
    for size, variable in sizes.items():
        if variable is not None:
            body.add(f"{size} = {variable.declaration}", 0)
    for block in blocks:
        dataflow = isinstance(block, nodes.DataflowBlock)
        before = len(body.lines)
        if dataflow:
            body.add("with R.dataflow():", 0)
            body.deeper()
        for binding in block.bindings:
            _binding(binding, names, body)
        if dataflow:
            outputs = [names.name(b.var) for b in block.bindings if not isinstance(b.var, nodes.DataflowVar)]
            if outputs:
                body.add(f"R.output({', '.join(outputs)})", 0)
            body.back(before + 1)
    if result is not None:
        body.add(f"return {expression(result, names.by_value)}", 0)
    return Flat(name, "", 0, (header, body), dict(attributes), "R.function", options or {}), names


def _binding(binding, names, body):
    value = expression(binding.value, names.by_value) if not isinstance(binding.value, nodes.If) else None
    if isinstance(binding.value, nodes.If):
        body.add(f"if {expression(binding.value.cond, names.by_value)}:", 0)
        for branch in (binding.value.true_branch, binding.value.false_branch):
            before = len(body.lines)
            body.deeper()
            for block in branch.blocks:
                for inner in block.bindings:
                    _binding(inner, names, body)
            body.add(f"{names.name(binding.var)} = {expression(branch.body, names.by_value)}", 0)
            body.back(before)
            if branch is binding.value.true_branch:
                body.add("else:", 0)
        return
    if isinstance(binding, nodes.MatchCast):
        value = f"R.match_cast({value}, {binding.struct_info.text()})"
    info = binding.var._struct_info if getattr(binding.var, "annotated", False) else None
    body.add(f"{names.name(binding.var)}{': ' + info.text() if info is not None else ''} = {value}", 0)
