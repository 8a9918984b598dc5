"""tvm.dlight.base.schedule_rule."""

from . import ScheduleRule

__all__ = ["ScheduleRule"]
