"""Rules that schedule a function, and the pass that applies them."""

from ...ir.function import PrimFunc
from ...ir.transform import Pass
from ...target import Target
from ...tir.schedules import Schedule
from ...._errors import Error


class ScheduleRule:
    """A rule: apply(func, target, tunable) gives a schedule, or None where it does not fit."""

    def apply(self, func, target, tunable):
        raise NotImplementedError

    @classmethod
    def from_callable(cls, name):
        def make(function):
            made = type(name, (cls,), {"apply": lambda self, func, target, tunable: function(func, target, tunable)})
            return made()

        return make


def ensure_rules(rules):
    """The rules as a list."""
    return list(rules)


def ApplyDefaultSchedule(*rules):
    """A pass: the first rule that fits schedules each function that has no schedule of its own."""
    def run(mod):
        target = Target.current(allow_none=True) or Target("cuda")
        made = mod.clone()
        for var, function in mod.functions.items():
            if not isinstance(function, PrimFunc) or function.attrs.get("tir.is_scheduled"):
                continue
            for rule in rules:
                try:
                    found = rule.apply(function, target, False)
                except Error:
                    continue
                if found is None:
                    continue
                found = found[0] if isinstance(found, list) else found
                scheduled = found.mod if isinstance(found, Schedule) else found
                one = scheduled["main"] if "main" in scheduled else next(iter(scheduled._functions.values()))
                one._flat.options.update(function._flat.options)
                made[var] = one.with_attr("tir.is_scheduled", True)
                break
        return made

    return Pass(run, "ApplyDefaultSchedule")


__all__ = ["ApplyDefaultSchedule", "ScheduleRule", "ensure_rules"]
