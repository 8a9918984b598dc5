"""tvm.s_tir.dlight: what TVM's current releases call tvm.dlight."""

from ...dlight import ApplyDefaultSchedule, ScheduleRule, base, ensure_rules, gpu

__all__ = ["ApplyDefaultSchedule", "ScheduleRule", "base", "ensure_rules", "gpu"]
