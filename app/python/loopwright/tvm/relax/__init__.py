"""tvm.relax: graphs of operators and kernels."""

from ..ir.module import GlobalVar
from . import analysis, expr_functor, op, transform
from .block_builder import BlockBuilder
from .expr_functor import PyExprMutator, PyExprVisitor
from .function import Function
from .nodes import (BindingBlock, Call, Constant, DataflowBlock, DataflowVar, DataTypeImm, Expr, ExternFunc, If, MatchCast,
                    PrimValue, SeqExpr, ShapeExpr, StringImm, Tuple, TupleGetItem, Var, VarBinding, const)
from .operators import Operator
from .struct_info import (DynTensorType, FuncStructInfo, ObjectStructInfo, PrimStructInfo, ShapeStructInfo, StructInfo,
                          TensorStructInfo, TensorType, TupleStructInfo)
from .vm import Executable, VirtualMachine, VMExecutable, build

RelayExpr = Expr
_MODULES = {"vm", "vm_build", "frontend", "testing", "backend", "training", "struct_info", "expr", "block_builder", "pipeline",
            "dpl"}


def get_pipeline(name="zero", **options):
    """A sequence of passes by name."""
    from .pipeline import get_pipeline as made

    return made(name, **options)


def get_default_pipeline(target=None):
    return get_pipeline("default")


def to_tuple(values):
    return Tuple(values)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    import importlib

    if name in _MODULES:
        try:
            return importlib.import_module(f"{__name__}.{name}")
        except ModuleNotFoundError as error:
            from ..missing import absent

            return absent("relax", name, _MODULES)
    return Operator(name)


__all__ = ["BindingBlock", "BlockBuilder", "Call", "Constant", "DataTypeImm", "DataflowBlock", "DataflowVar", "DynTensorType",
           "Executable", "Expr", "ExternFunc", "FuncStructInfo", "Function", "GlobalVar", "If", "MatchCast",
           "ObjectStructInfo", "PrimStructInfo", "PrimValue", "PyExprMutator", "PyExprVisitor", "SeqExpr", "ShapeExpr",
           "ShapeStructInfo", "StringImm", "StructInfo", "TensorStructInfo", "TensorType", "Tuple", "TupleGetItem",
           "TupleStructInfo", "VMExecutable", "Var", "VarBinding", "VirtualMachine", "analysis", "build", "const",
           "expr_functor", "get_default_pipeline", "get_pipeline", "op", "transform"]
