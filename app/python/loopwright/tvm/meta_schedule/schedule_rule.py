"""tvm.meta_schedule.schedule_rule: rules of spaces."""

from .rules import ScheduleRule, schedule_rules

globals().update(schedule_rules.kinds)

__all__ = ["ScheduleRule", *schedule_rules.kinds]
