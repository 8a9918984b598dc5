"""tvm.relax.expr: the classes of graphs' values."""

from .function import Function
from .nodes import (BindingBlock, Call, Constant, DataflowBlock, DataflowVar, DataTypeImm, Expr, ExternFunc, If,
                    MatchCast, PrimValue, SeqExpr, ShapeExpr, StringImm, Tuple, TupleGetItem, Var, VarBinding)

__all__ = ["BindingBlock", "Call", "Constant", "DataTypeImm", "DataflowBlock", "DataflowVar", "Expr", "ExternFunc",
           "Function", "If", "MatchCast", "PrimValue", "SeqExpr", "ShapeExpr", "StringImm", "Tuple", "TupleGetItem", "Var",
           "VarBinding"]
