"""tvm.tirx.expr: the classes of expressions, those of tvm.tir.expr."""

from ..tir.expr import ExprOp, FloatImm, IntImm, PrimExpr, Var, __getattr__

__all__ = ["ExprOp", "FloatImm", "IntImm", "PrimExpr", "Var"]
