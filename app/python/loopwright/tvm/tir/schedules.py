"""tvm.tir.Schedule: the engine's schedule, whose programs are modules of this package."""

from ... import _engine
from ..._errors import Refused as ScheduleError
from ..ir.module import IRModule, as_function, from_text

made = []  # all schedules that a script made, for those who ask (collect)


def program_for(mod):
    """The engine's program of a module or function."""
    if isinstance(mod, (IRModule,)) or hasattr(mod, "_flat"):
        return mod.program
    if isinstance(mod, _engine.Module):
        return _engine.program_of_module(mod)
    if isinstance(mod, _engine.Object):
        return as_function(mod).program
    return None


class Schedule(_engine.Schedule):
    """A program and the steps that changed it, each checked before it is carried out."""

    def __init__(self, mod, *, seed=None, debug_mask="none", error_render_level="detail", enable_check=True):
        program = program_for(mod)
        super().__init__(mod if program is None else program)
        if seed is not None and seed >= 0:
            self.seed(seed)
        self.source = mod
        import sys

        frame = sys._getframe(1)
        self.made_at = (frame.f_code.co_filename, frame.f_lineno)
        made.append(self)

    @property
    def mod(self):
        """The program in its present state."""
        found = from_text(super().mod.script("classic"))
        if not isinstance(found, IRModule):
            found = IRModule({"main" if hasattr(self.source, "_flat") else found.name: found})
        if isinstance(self.source, IRModule):  # graphs stay as they are
            made = self.source.clone()
            for name, function in found._functions.items():
                made[name] = function
            return made
        return found

    @property
    def state(self):
        return self


__all__ = ["Schedule", "ScheduleError", "made"]
