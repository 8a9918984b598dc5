"""tvm.script.parser: the names of TVMScript under an older path."""

from . import ir, relax, tir, tirx

__all__ = ["ir", "relax", "tir", "tirx"]
