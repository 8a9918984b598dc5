"""tvm.s_tir: what TVM's current releases call tvm.tir for schedules."""

from .. import printing
from ..tir import IndexMap, Schedule, ScheduleError, TensorIntrin, __getattr__

printing.choose("tvm")

__all__ = ["IndexMap", "Schedule", "ScheduleError", "TensorIntrin"]
