"""The methods of the native classes as functions of Python, with their parameters, and what they show as text."""

from __future__ import annotations

import os

from . import _engine
from ._checks import FLAG, PATH, SCHEDULE, SIZES, TEXT, checked, no_attribute, optional
from ._errors import ArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._costs import Costs, Legal
    from ._errors import Error

Schedule, Module, Trace, Program, Repair = (_engine.Schedule, _engine.Module, _engine.Trace, _engine.Program,
                                            _engine.Repair)


def _plural(count, word):
    return f"{count} {word}" + ("" if count == 1 else "s")


def _attach(cls, *functions):
    for function in functions:
        function.__qualname__ = f"{cls.__name__}.{function.__name__}"
        setattr(cls, function.__name__, function)


# ---- schedules ----

_new, _do, _explain, _legal, _as_script, _copy = (Schedule.__init__, Schedule.do, Schedule.explain, Schedule.legal,
                                                  Schedule.as_script, Schedule.copy)


@checked(name=TEXT)
def __init__(self, program, name: str = "") -> None:
    _new(self, program, name)


@checked(self=SCHEDULE, step=TEXT)
def do(self, step: str) -> None:
    """Carries out steps as they are typed: do("split(i, [None, 8])")."""
    _do(self, step)


@checked(self=SCHEDULE, step=TEXT)
def explain(self, step: str) -> Error | None:
    """Why a step, as it is typed, would be refused; None: it is legal."""
    return _explain(self, step)


@checked(self=SCHEDULE, at=TEXT, exact=FLAG, repairs=FLAG)
def legal(self, at: str, exact: bool = False, repairs: bool = True) -> Legal:
    """The steps that are legal at a loop or block, and why the others are not."""
    from ._costs import Legal

    return Legal(_legal(self, at, bool(exact), bool(repairs)), at)


@checked(self=SCHEDULE, module=TEXT)
def as_script(self, module: str = "tvm") -> str:
    """The program and the steps as a script that Python runs by itself."""
    return _as_script(self, module)


@checked(self=SCHEDULE)
def copy(self) -> Schedule:
    """An independent schedule in the same state. It knows the handles of this one."""
    return _copy(self)


@checked(self=SCHEDULE, bind=optional(SIZES))
def cost(self, bind: dict[str, int] | None = None) -> Costs:
    """Operations, bytes and footprints of every loop and block, and the cycles of the model of the course, as
    `lw cost` prints them. bind: values of symbolic sizes, {"n": 128}."""
    from ._costs import Costs

    return Costs(_engine.costs(self, dict(bind or {}), True))


@checked(self=SCHEDULE, path=optional(PATH), format=TEXT, dialect=TEXT, cpu=TEXT, math=TEXT, allow_c=FLAG)
def export(self, path: str | os.PathLike[str] | None = None, format: str = "", dialect: str = "classic", cpu: str = "",
           math: str = "", allow_c: bool = False) -> str | list[str]:
    """The schedule as code for other programs, as a page or as a trace, as `lw export` writes it. With a path, the files
    are written, and their paths are the result; else the result is the text. The format follows from the end of the
    path if it is not given: python, json, cpp, c, object, shared, package, html, state."""
    name = "" if path is None else os.fspath(path)
    if not format:
        ends = [kind for kind, suffix in _engine.formats() if name.endswith(suffix)]
        if name and not ends:
            raise ArgumentError(f"export: the end of {name} says no format; known: "
                                + ", ".join(kind for kind, _ in _engine.formats()))
        format = ends[0] if ends else "python"
    files = _engine.exported(self, format, name, dialect, cpu, math, bool(allow_c))
    if path is None:
        return files[0][1]
    for file, content in files:
        with open(file, "wb") as out:
            out.write(content if isinstance(content, bytes) else content.encode())
    return [file for file, _ in files]


def _schedule_text(self):
    name = self.program.name if self.program else self.func_working_on
    return f"<schedule of {name}: {_plural(len(self.trace), 'step')}>"


def _missing(self, name):
    raise no_attribute("a schedule", name, () if name.startswith("_") else
                       (other for other in dir(type(self)) if not other.startswith("_")))


Schedule.__init__ = __init__
_attach(Schedule, do, explain, legal, as_script, copy, cost, export)
Schedule.__repr__ = _schedule_text
Schedule.__getattr__ = _missing


# ---- programs, traces, repairs ----

_script, _python, _json, _apply, _from_json, _repair = (Module.script, Trace.as_python, Trace.as_json,
                                                        Trace.apply_to_schedule, Trace.from_json, Repair.apply)
MODULE = type(SCHEDULE)("a module", lambda value: isinstance(value, Module))
TRACE = type(SCHEDULE)("a trace", lambda value: isinstance(value, Trace))
REPAIR = type(SCHEDULE)("a repair", lambda value: isinstance(value, Repair))


@checked(self=MODULE, dialect=TEXT)
def script(self, dialect: str = "classic") -> str:
    """The text of the program as TVMScript."""
    return _script(self, dialect)


@checked(self=MODULE)
def show(self) -> None:
    """Prints the text."""
    print(_script(self), end="")


_attach(Module, script, show)


@checked(self=TRACE, dialect=TEXT)
def as_python(self, dialect: str = "classic") -> str:
    """The steps as def apply_trace(sch)."""
    return _python(self, dialect)


@checked(self=TRACE, dialect=TEXT)
def as_json(self, dialect: str = "classic") -> str:
    """The steps in the JSON of TVM's traces."""
    return _json(self, dialect)


@checked(self=TRACE, sch=SCHEDULE)
def apply_to_schedule(self, sch: Schedule) -> None:
    """Carries out the steps on the schedule."""
    _apply(self, sch)


@checked(text=TEXT)
def from_json(text: str) -> Trace:
    """A trace from the JSON of TVM's traces."""
    return _from_json(text)


def show(self) -> None:  # noqa: F811
    """Prints the steps as Python."""
    print(_python(self), end="")


show = checked(self=TRACE)(show)
_attach(Trace, as_python, as_json, apply_to_schedule, show)
from_json.__qualname__ = "Trace.from_json"
Trace.from_json = staticmethod(from_json)
Trace.__repr__ = lambda self: f"<trace: {_plural(len(self), 'step')}>"


@checked(self=REPAIR, sch=SCHEDULE)
def apply(self, sch: Schedule) -> None:
    """Carries out the steps on the schedule."""
    _repair(self, sch)


_attach(Repair, apply)


def _program_text(self):
    functions = self.functions
    more = f": {_plural(len(functions), 'function')}" if len(functions) > 1 else ""
    where = self.filename if self.filename and not self.filename.startswith("<") else ""
    return f"<program {self.name}{more}{' of ' + where if where else ''}>"


Program.__repr__ = _program_text


# ---- classes that only the engine makes ----

def _refusing(words):
    def refuse(self, *args, **kwargs):
        raise ArgumentError(words)

    return refuse


for _class, _words in ((Program, "a program is made by lw.load(path) or a decorator"),
                       (Module, "a module is the attribute mod of a schedule"),
                       (Trace, "a trace is the attribute trace of a schedule, or made by lw.Trace.from_json(text)"),
                       (Repair, "a repair is one of the attribute repairs of a refusal"),
                       (_engine.Witness, "a witness is an attribute of a refusal"),
                       (_engine.Object, "objects of the engine are made by its functions"),
                       (_engine.Loop, "a loop comes from a schedule: sch.get_loops(block)"),
                       (_engine.Block, "a block comes from a schedule: sch.get_block(name)"),
                       (_engine.Number, "a number comes from a sampling step of a schedule"),
                       (_engine.Compiled, "a compiled function is made by sch.compile()"),
                       (_engine.Array, "an array is one of the outputs of a run")):
    _class.__init__ = _refusing(_words)
