"""tvm.tir: schedules, expressions and tensor intrinsics."""

from ..ir.function import PrimFunc
from ..reader.objects import Buffer
from ..reader.terms import Term as PrimExpr
from ..reader.terms import FloatImm, IntImm, Var
from . import intrinsics
from .intrinsics import TensorIntrin
from .schedules import Schedule, ScheduleError
from ..._engine import Block as BlockRV
from ..._engine import Loop as LoopRV
from ... import _engine

IndexMap = _engine.global_name("IndexMap")
StringImm = str


_MODULES = {"transform", "analysis", "stmt_functor", "expr", "schedule", "tensor_intrin"}


def const(value, dtype="int32", span=None):
    """A number with a type."""
    from ..reader.body import active
    from ..reader.terms import ATOM, Term, text_of

    if active() is not None:
        return Term(f"T.{dtype}({text_of(value)})", ATOM, str(dtype))
    return _engine.language("tvm.tir").const(value, str(dtype))


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    import importlib

    if name in _MODULES:
        try:
            return importlib.import_module(f"{__name__}.{name}")
        except ModuleNotFoundError:
            from ..missing import absent

            return absent("tir", name, _MODULES)
    from ..bridge import function

    return function("tvm.tir", name)


__all__ = ["BlockRV", "Buffer", "IndexMap", "LoopRV", "PrimExpr", "PrimFunc", "Schedule", "ScheduleError", "TensorIntrin",
           "Var", "const", "intrinsics"]
