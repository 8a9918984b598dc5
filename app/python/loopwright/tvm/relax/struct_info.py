"""What is known of a value of a graph: shape and type of a tensor, the fields of a tuple."""

import ast

from ..dtypes import DataType
from ..reader.terms import Shown, text_of
from ..reader.terms import ATOM


class StructInfo(Shown):
    """What is known of a value; it is written as in a program."""

    def shown(self):
        return self.text(), ATOM

    def text(self):
        raise NotImplementedError

    def __eq__(self, other):
        return isinstance(other, StructInfo) and self.text() == other.text()

    def __hash__(self):
        return hash(self.text())

    def __repr__(self):
        return self.text()

    def same_as(self, other):
        return self == other


def size_text(size):
    """A size in a shape: a number, or an expression of symbolic sizes."""
    return str(int(size)) if isinstance(size, int) else text_of(size)


class TensorStructInfo(StructInfo):
    """A tensor: shape (None: not known), element type, number of dimensions (-1: not known)."""

    def __init__(self, shape=None, dtype="float32", vdevice=None, ndim=-1, span=None):
        values = getattr(shape, "values", shape)
        self._shape = None if values is None else list(values)
        self.dtype = DataType("" if dtype is None else str(dtype))
        self.ndim = len(self._shape) if self._shape is not None else ndim
        self.vdevice = vdevice

    @property
    def shape(self):
        from .nodes import ShapeExpr

        return None if self._shape is None else ShapeExpr(self._shape)

    def text(self):
        kind = f'dtype="{self.dtype}"' if self.dtype else ""
        if self._shape is None:
            parts = [p for p in (kind, f"ndim={self.ndim}" if self.ndim >= 0 else "") if p]
            return f"R.Tensor({', '.join(parts)})"
        sizes = ", ".join(map(size_text, self._shape)) + ("," if len(self._shape) == 1 else "")
        return f"R.Tensor(({sizes}), {kind})" if kind else f"R.Tensor(({sizes}))"


class ShapeStructInfo(StructInfo):
    """A shape as a value."""

    def __init__(self, values=None, ndim=-1, span=None):
        self.values, self.ndim = None if values is None else list(values), ndim if values is None else len(values)

    def text(self):
        if self.values is None:
            return f"R.Shape(ndim={self.ndim})" if self.ndim >= 0 else "R.Shape"
        return f"R.Shape([{', '.join(map(size_text, self.values))}])"


class PrimStructInfo(StructInfo):
    """A number."""

    def __init__(self, dtype="int64", value=None, span=None):
        self.dtype, self.value = DataType(str(dtype)), value

    def text(self):
        return f"R.Prim(value={size_text(self.value)})" if self.value is not None else f'R.Prim("{self.dtype}")'


class TupleStructInfo(StructInfo):
    """Several values."""

    def __init__(self, fields, span=None):
        self.fields = list(fields)

    def text(self):
        return f"R.Tuple({', '.join(f.text() for f in self.fields)})"


class ObjectStructInfo(StructInfo):
    """Anything."""

    def text(self):
        return "R.Object"


class FuncStructInfo(StructInfo):
    """A function."""

    def __init__(self, params=None, ret=None, purity=True, span=None):
        self.params, self.ret = params, ret or ObjectStructInfo()

    def text(self):
        if self.params is None:
            return "R.Callable"
        return f"R.Callable(({', '.join(p.text() for p in self.params)},), {self.ret.text()})"


class DynTensorType(TensorStructInfo):
    """The type of a tensor in older releases, by the number of dimensions; in the newest by the shape."""

    def __init__(self, ndim=-1, dtype="float32"):
        if isinstance(ndim, (list, tuple)):
            super().__init__(ndim, dtype)
        else:
            super().__init__(None, dtype, ndim=ndim)


TensorType = DynTensorType


def of_text(text, sizes):
    """The info that a text of the engine means. `sizes` has symbolic sizes by name, and gets new ones."""
    return _of(ast.parse(text.strip(), mode="eval").body, sizes)


def of_annotation(annotation):
    """The info of what R.Tensor(...) gives outside of a program."""
    from ..reader.functions import _variables

    sizes = {}
    for variable in _variables(getattr(annotation, "parts", ())):
        variable.named(f"n{len(sizes)}" if sizes else "n")
        sizes[variable.shown()[0]] = variable
    text = annotation.rewritten() if hasattr(annotation, "rewritten") else annotation.shown()[0]
    return of_text(text, sizes)


def _size(node, sizes):
    from ..reader.objects import var

    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _size(ast.parse(node.value, mode="eval").body, sizes)
    names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and n.id not in ("T", "R")}
    for name in names:
        if name not in sizes:
            sizes[name] = var(name, "int64")
    if isinstance(node, ast.Name):
        return sizes[node.id]
    from ..reader.language import Language
    from ..reader.names import Namespace

    return eval(compile(ast.Expression(node), "<size>", "eval"), {**sizes, "T": Namespace(Language("T"))})


def _of(node, sizes):
    name = ast.unparse(node.func if isinstance(node, ast.Call) else node).removeprefix("R.")
    args = node.args if isinstance(node, ast.Call) else []
    words = {k.arg: k.value for k in node.keywords} if isinstance(node, ast.Call) else {}
    if name == "Tensor":
        shape = next((a for a in args if isinstance(a, (ast.Tuple, ast.List))), words.get("shape"))
        dtype = next((a for a in args if isinstance(a, ast.Constant) and isinstance(a.value, str)), words.get("dtype"))
        return TensorStructInfo(None if shape is None else [_size(s, sizes) for s in shape.elts],
                                dtype.value if dtype is not None else None,
                                ndim=ast.literal_eval(words["ndim"]) if "ndim" in words else -1)
    if name == "Shape":
        return ShapeStructInfo([_size(s, sizes) for s in args[0].elts]) if args else ShapeStructInfo(
            ndim=ast.literal_eval(words["ndim"]) if "ndim" in words else -1)
    if name == "Tuple":
        fields = args[0].elts if len(args) == 1 and isinstance(args[0], (ast.List, ast.Tuple)) else args
        return TupleStructInfo([_of(a, sizes) for a in fields])
    if name == "Prim":
        return PrimStructInfo("int64", _size(words["value"], sizes)) if "value" in words else PrimStructInfo(
            args[0].value if args else "int64")
    if name == "Callable":
        return FuncStructInfo()
    return ObjectStructInfo()
