"""tvm.ir: modules, attributes, passes."""

from .attributes import Attributes
from .compare import assert_structural_equal, structural_equal, structural_hash
from .module import GlobalVar, IRModule
from ..reader.terms import Term as PrimExpr
from ..runtime.arrays import NDArray
from . import module, transform

BaseFunc = __import__(__name__ + ".function", fromlist=["BaseFunc"]).BaseFunc
Array, Map, IntImm = list, dict, int


class Op:
    """An operator of graphs by name."""

    _all = {}

    def __init__(self, name):
        self.name = name

    @staticmethod
    def get(name):
        return Op._all.setdefault(name, Op(name))

    def __eq__(self, other):
        return isinstance(other, Op) and other.name == self.name

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return f"Op({self.name})"


def register_op_attr(op_name, attr_key, value=None, level=10):
    """Attributes of operators are kept by name; the engine's passes have their own."""
    def register(thing):
        _operator_attributes[(op_name, attr_key)] = thing
        return thing

    return register if value is None else register(value)


_operator_attributes = {}


class Range:
    """A range of a loop or axis: Range(extent), Range(begin, end)."""

    def __init__(self, begin, end=None):
        self.min, self.extent = (0, begin) if end is None else (begin, end - begin)


def make_node(kind, **fields):
    return dict(fields)


def load_json(text):
    """TVM's JSON of a module: only TVM itself reads it."""
    from ..missing import MissingName

    raise MissingName("only Apache TVM reads its JSON of modules: let a Python that has it run the file, with its own TVM "
                      "(`lw ... --python PATH --tvm real`)")


__all__ = ["Array", "Attributes", "BaseFunc", "GlobalVar", "IRModule", "IntImm", "Map", "NDArray", "Op", "PrimExpr", "Range",
           "assert_structural_equal", "module", "structural_equal", "structural_hash", "transform"]


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from ..missing import absent

    return absent("ir", name, globals())
