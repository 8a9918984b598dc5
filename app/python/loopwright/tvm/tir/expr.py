"""tvm.tir.expr: the classes of expressions."""

from ..reader.terms import FloatImm, IntImm, Term, Var
from ..bridge import function

PrimExpr = ExprOp = Term


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return function("tvm.tir", name)


__all__ = ["ExprOp", "FloatImm", "IntImm", "PrimExpr", "Var"]
