"""tvm.script.tirx: the names of tvm.script.tir in TVM's current spelling."""

from .. import printing
from .tir import __getattr__, inline, macro, prim_func

printing.choose("tvm")

__all__ = ["inline", "macro", "prim_func"]
