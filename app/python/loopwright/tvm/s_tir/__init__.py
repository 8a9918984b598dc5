"""tvm.s_tir: what TVM's current releases call tvm.tir for schedules."""

from .. import printing
from ..tir import IndexMap, Schedule, ScheduleError, TensorIntrin
from .. import tir

printing.choose("tvm")

_MODULES = {"dlight", "meta_schedule"}


def __getattr__(name):
    if name in _MODULES:
        import importlib

        return importlib.import_module(f"..{name}", __name__)
    return getattr(tir, name)


__all__ = ["IndexMap", "Schedule", "ScheduleError", "TensorIntrin"]
