"""Expressions of graphs, as TVM's relax has them. What is known of a value is inferred by the engine, when it is asked
for."""

from ..reader.terms import ATOM, Shown, text_of
from .struct_info import ShapeStructInfo, StructInfo, TensorStructInfo, TupleStructInfo


class Expr(Shown):
    """An expression of a graph."""

    _struct_info = None

    @property
    def struct_info(self):
        return self._struct_info

    checked_type = _checked_type_ = ty = property(lambda self: self.struct_info)

    @property
    def shape_(self):
        info = self.struct_info
        return info.shape if isinstance(info, TensorStructInfo) else None

    shape = shape_

    @property
    def dtype(self):
        return self.struct_info.dtype

    def shown(self):
        from .writing import expression

        return expression(self, {}), ATOM

    def __repr__(self):
        return self.shown()[0]

    def __eq__(self, other):
        return self is other

    def same_as(self, other):
        return self is other

    __hash__ = object.__hash__

    def astype(self, dtype):
        return Call(op_named("relax.astype"), [self], {"dtype": str(dtype)})

    def __getitem__(self, index):
        return TupleGetItem(self, index)

    def __call__(self, *args, attrs=None):
        return Call(self, list(args), attrs)

    def __neg__(self):
        return Call(op_named("relax.negative"), [self])


def op_named(name):
    from ..ir import Op

    return Op.get(name)


def as_expr(value):
    """An expression from values of Python: numbers, tuples, shapes."""
    if isinstance(value, (Shown,)):
        return value
    if isinstance(value, tuple):
        return Tuple([as_expr(v) for v in value])
    if isinstance(value, list):
        return Tuple([as_expr(v) for v in value])
    if isinstance(value, (bool, int, float)):
        return PrimValue(value)
    if isinstance(value, str):
        return StringImm(value)
    return const(value)


def _operator(name, reflected):
    def method(self, other):
        other = const(other, self.dtype) if isinstance(other, (int, float)) else as_expr(other)
        return Call(op_named(f"relax.{name}"), [other, self] if reflected else [self, other])

    return method


for _name, _op in {"add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "floordiv": "floor_divide",
                   "pow": "power", "mod": "mod"}.items():
    setattr(Expr, f"__{_name}__", _operator(_op, False))
    setattr(Expr, f"__r{_name}__", _operator(_op, True))
for _name, _op in {"lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal"}.items():
    setattr(Expr, f"__{_name}__", _operator(_op, False))


class Var(Expr):
    """A parameter, or the name of a value."""

    def __init__(self, name_hint, struct_info=None, type_annotation=None, span=None):
        if isinstance(struct_info, Shown) and not isinstance(struct_info, StructInfo):  # R.Tensor(...)
            from .struct_info import of_annotation

            struct_info = of_annotation(struct_info)
        if not isinstance(struct_info, StructInfo) and struct_info is not None:  # older: the shape, then the type
            known = type_annotation if isinstance(type_annotation, TensorStructInfo) else None
            struct_info = TensorStructInfo(struct_info, known.dtype if known else "float32")
        self.name_hint, self._struct_info, self.builder = name_hint, struct_info, None

    @property
    def struct_info(self):
        if self._struct_info is None and self.builder is not None:
            self.builder.infer()
        return self._struct_info

    vid = property(lambda self: self)

    def name(self):
        return self.name_hint


class DataflowVar(Var):
    """The name of a value that is seen in its dataflow block only."""


class Constant(Expr):
    """An array in the program."""

    def __init__(self, data, struct_info=None):
        self.data = data
        self._struct_info = struct_info or TensorStructInfo(data.shape, data.dtype)


def const(value, dtype=None):
    """A constant of a number or an array."""
    from ..numeric import numpy
    from ..runtime.arrays import NDArray

    if isinstance(value, Constant):
        return value
    values = numpy.asarray(value)
    dtype = getattr(dtype, "dtype", dtype)
    if dtype is None and not isinstance(value, (numpy.ndarray, NDArray, numpy.generic)):
        dtype = {"int64": "int32", "float64": "float32"}.get(str(values.dtype), str(values.dtype))
    return Constant(NDArray(values.astype(str(dtype)) if dtype is not None else values))


class Call(Expr):
    """A call of an operator, a kernel or a function."""

    def __init__(self, op, args, attrs=None, sinfo_args=None, type_args=None, span=None):
        self.op, self.args, self.attrs = op, list(args), dict(attrs or {})
        self.sinfo_args = list(sinfo_args or [])
        if self.sinfo_args:
            self._struct_info = self.sinfo_args[0] if len(self.sinfo_args) == 1 else TupleStructInfo(self.sinfo_args)

    @property
    def struct_info(self):
        if self._struct_info is None:
            from .block_builder import inferred

            self._struct_info = inferred(self)
        return self._struct_info


class Tuple(Expr):
    """Several values."""

    def __init__(self, fields, span=None):
        self.fields = [as_expr(f) for f in fields]

    @property
    def struct_info(self):
        return TupleStructInfo([f.struct_info for f in self.fields])

    def __getitem__(self, index):
        return self.fields[index]

    def __iter__(self):
        return iter(self.fields)

    def __len__(self):
        return len(self.fields)


class TupleGetItem(Expr):
    """A field of a tuple."""

    def __init__(self, tuple_value, index, span=None):
        if isinstance(tuple_value.struct_info, TupleStructInfo) and index >= len(tuple_value.struct_info.fields):
            raise IndexError(f"the tuple has {len(tuple_value.struct_info.fields)} fields")
        self.tuple_value, self.index = tuple_value, index

    @property
    def struct_info(self):
        info = self.tuple_value.struct_info
        return info.fields[self.index] if isinstance(info, TupleStructInfo) else None


class ShapeExpr(Expr):
    """A shape as a value."""

    def __init__(self, values, span=None):
        self.values = list(values)
        self._struct_info = ShapeStructInfo(self.values)

    def __getitem__(self, index):
        return self.values[index]

    def __len__(self):
        return len(self.values)

    def __iter__(self):
        return iter(self.values)

    def __eq__(self, other):
        return list(self.values) == list(getattr(other, "values", other))

    __hash__ = object.__hash__


class PrimValue(Expr):
    """A number as a value."""

    def __init__(self, value, span=None):
        self.value = value


class StringImm(Expr):
    """A text as a value."""

    def __init__(self, value, span=None):
        self.value = value


class DataTypeImm(Expr):
    """A type as a value."""

    def __init__(self, value, span=None):
        self.value = value


class ExternFunc(Expr):
    """A function that is registered under a name where the model runs."""

    def __init__(self, global_symbol, span=None):
        self.global_symbol = global_symbol


class If(Expr):
    """One of two values."""

    def __init__(self, cond, true_branch, false_branch, span=None):
        self.cond, self.true_branch, self.false_branch = cond, true_branch, false_branch


class Text(Expr):
    """An expression whose text is kept as it is."""

    def __init__(self, text):
        self.text = text


class VarBinding:
    """var = value."""

    def __init__(self, var, value, span=None):
        self.var, self.value = var, value

    def __repr__(self):
        return f"{self.var.name_hint} = {text_of(self.value)}"


class MatchCast(VarBinding):
    """var = R.match_cast(value, info)."""

    def __init__(self, var, value, struct_info, span=None):
        super().__init__(var, value)
        self.struct_info = struct_info


class BindingBlock:
    """Bindings in order."""

    def __init__(self, bindings, span=None):
        self.bindings = list(bindings)

    def __repr__(self):
        return "\n".join(map(repr, self.bindings))


class DataflowBlock(BindingBlock):
    """Bindings without side effects."""


class SeqExpr(Expr):
    """Blocks, and the value that they lead to."""

    def __init__(self, blocks, body, span=None):
        self.blocks, self.body = list(blocks), body

    struct_info = property(lambda self: self.body.struct_info)
