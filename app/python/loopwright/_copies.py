"""Pickle and copy: programs by their text, schedules by their program and trace, refusals by what they say."""

from . import _engine
from ._errors import ArgumentError


def _program(filename, text, chosen, alone):
    return _engine.load(filename, text, chosen, alone)


def _of_program(self):
    origin = self._origin
    if origin is None:  # made of tensors, or the module of another schedule
        text = _engine.Schedule(self).mod.script()
        named = [line[6:-1] for line in text.splitlines() if line.startswith("class ")]
        origin = ("<text>", text, f"{named[0]}.{self.name.split('.')[-1]}" if named else "", False)
    return _program, origin


def _schedule(cls, program, trace, function):
    made = cls(program)
    _engine.Trace.from_json(trace).apply_to_schedule(made)
    if made.func_working_on != function:
        made.work_on(function)
    return made


def _of_schedule(self):
    if self.program is None:
        raise ArgumentError("a schedule of te.create_schedule cannot be pickled; write its operators as "
                            "te.create_prim_func")
    return _schedule, (type(self), self.program, self.trace.as_json(), self.func_working_on)


def _trace(text):
    return _engine.Trace.from_json(text)


def _module(program):
    return _engine.Schedule(program).mod


def _of_module(self):
    return _module, (_engine.program_of_module(self),)


class Repair:
    """A repair of a refusal that was pickled."""

    def __init__(self, steps, warning, text):
        self.steps, self.warning, self._text = steps, warning, text

    def apply(self, sch):
        """Carries out the steps on the schedule."""
        for step in self.steps:
            sch.do(step)

    def __repr__(self):
        return self._text


class Reason:
    """What a refusal says, after it was pickled."""

    def __init__(self, **values):
        self.__dict__.update(values)


def _reason(values):
    return Reason(**values)


def _of_reason(self):
    values = {name: getattr(self, name)
              for name in ("kind", "message", "hint", "conservative", "witness", "step", "place")}
    values["repairs"] = [Repair(list(one.steps), one.warning, str(one)) for one in self.repairs]
    return _reason, (values,)


def _of_handle(self):
    raise ArgumentError(f"{self!r} is a part of its schedule and cannot be pickled; pickle the schedule, and get it "
                        "again")


def _itself(self, _memo=None):
    return self


_engine.Program.__reduce__ = _of_program
_engine.Schedule.__reduce__ = _of_schedule
_engine.Trace.__reduce__ = lambda self: (_trace, (self.as_json(),))
_engine.Module.__reduce__ = _of_module
_engine.Reason.__reduce__ = _of_reason
_engine.Object.__reduce__ = _of_handle
# Values that never change are their own copies. The handles of a schedule hold in its copies too.
for _class in (_engine.Program, _engine.Trace, _engine.Module, _engine.Reason, _engine.Witness, _engine.Repair,
               _engine.Object):
    _class.__copy__ = _class.__deepcopy__ = _itself
_engine.Schedule.__copy__ = _engine.Schedule.__deepcopy__ = lambda self, _memo=None: self.copy()
