"""tvm.dlight: schedules for GPUs by rule, without a search."""

from . import analysis, base, gpu
from .base import ApplyDefaultSchedule, ScheduleRule, ensure_rules

__all__ = ["ApplyDefaultSchedule", "ScheduleRule", "analysis", "base", "ensure_rules", "gpu"]
