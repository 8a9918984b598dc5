"""tvm.tirx: programs of TVM's current releases."""

from .. import printing
from ..ir.function import PrimFunc
from ..runtime.build import build
from ..tir import Buffer, FloatImm, IntImm, PrimExpr, StringImm, Var
from ..tir import IndexMap, Schedule, ScheduleError, TensorIntrin, __getattr__, const

printing.choose("tvm")

__all__ = ["Buffer", "FloatImm", "IndexMap", "IntImm", "PrimExpr", "PrimFunc", "Schedule", "ScheduleError", "StringImm",
           "TensorIntrin", "Var", "build", "const"]
