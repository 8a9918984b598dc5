"""Runs, comparisons and compiled functions of schedules."""

from __future__ import annotations

from . import _engine
from ._checks import (ARRAYS, COUNT, FLAG, NUMBER, PATH, SCHEDULE, SEED, SIZES, TEXT, TEXT_LIST, TEXTS, checked,
                      no_attribute, optional)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from ._tune import Tuned

    Compiled = _engine.Compiled


class Run:
    """What a run of a schedule gave: times in milliseconds, and whether the results are right."""

    def __init__(self, values):
        self.__dict__.update(values)
        self._arrays = values["outputs"]
        self._outputs = None

    @property
    def outputs(self):
        """The results as NumPy arrays, by name."""
        if self._outputs is None:
            import numpy

            self._outputs = {name: numpy.asarray(array) for name, array in self._arrays.items()}
        return self._outputs

    @outputs.setter
    def outputs(self, value):
        self._arrays = value

    def __str__(self):
        words = f"{self.ms:.4g} ms ({self.low:.4g} to {self.high:.4g})" if self.samples else "not timed"
        if self.gflops:
            words += f", {self.gflops:.3g} GFLOP/s"
        elif self.gops:
            words += f", {self.gops:.3g} GOP/s"
        if self.checked:
            words += f", {'right' if self.ok else 'WRONG'} ({self.reference})"
        return words

    def __getattr__(self, name):
        raise no_attribute("a run", name,
                           () if name.startswith("_") else (other for other in self.__dict__ if other[0] != "_"))

    def __repr__(self):
        return f"<run: {self}>"

    def _repr_html_(self):
        from . import _html

        return _html.runs([self])


class Comparison:
    """Whether two schedules computed the same; true if they did."""

    def __init__(self, run):
        self.ok = run.checked and run.ok
        self.difference = run.difference
        self.max_abs_error = run.max_abs_error

    def __bool__(self):
        return self.ok

    def __repr__(self):
        if self.ok:
            return f"<same results, largest difference {self.max_abs_error:.3g}>"
        d = self.difference
        at = ", ".join(map(str, d["index"]))
        return f"<different results: {d['buffer']}[{at}] is {d['got']} and {d['expected']}, {d['count']} elements differ>"


def _given(options):
    """The options that were given, for the engine."""
    return {name: value for name, value in options.items() if name != "self" and value is not None}


_KINDS = {"self": SCHEDULE, "target": TEXT, "device": TEXT, "threads": COUNT, "repeat": COUNT, "min_ms": NUMBER,
          "timeout": NUMBER, "seed": SEED, "bind": optional(SIZES), "ranges": optional(TEXTS),
          "inputs": optional(ARRAYS), "reference": TEXT, "baseline": FLAG, "math": TEXT, "allow_c": FLAG}


@checked(**_KINDS)
def run(self, *, target: str = "", device: str = "", threads: int = 0, repeat: int = 10, min_ms: float = 0,
        timeout: float = 120, seed: int = 1, bind: dict[str, int] | None = None, ranges: dict[str, str] | None = None,
        inputs: dict[str, Any] | None = None, reference: str = "auto", baseline: bool = True, math: str = "",
        allow_c: bool = False) -> Run:
    """Builds, runs, checks against the reference and times the schedule, in a process of its own.

    bind={"n": 37}: values of symbolic sizes. ranges={"A": "positive"}: values of random inputs. inputs={"A": array}:
    arrays in their place. reference: "auto", "numpy" or "none"."""
    return Run(_engine.run(self, _given(locals())))


@checked(**_KINDS)
def time(self, *, target: str = "", device: str = "", threads: int = 0, repeat: int = 10, min_ms: float = 0,
         timeout: float = 120, seed: int = 1, bind: dict[str, int] | None = None,
         ranges: dict[str, str] | None = None, inputs: dict[str, Any] | None = None, math: str = "",
         allow_c: bool = False) -> float:
    """The median time of a call in milliseconds. Results are not checked; options as for run()."""
    return Run(_engine.run(self, {**_given(locals()), "baseline": False, "reference": "none"})).ms


@checked(runs=COUNT, **_KINDS)
def same(self, other, runs: int = 3, *, target: str = "", device: str = "", threads: int = 0, timeout: float = 120,
         seed: int = 1, bind: dict[str, int] | None = None, ranges: dict[str, str] | None = None,
         inputs: dict[str, Any] | None = None, math: str = "", allow_c: bool = False) -> Comparison:
    """Whether this schedule and another one compute the same from the same random inputs, in `runs` runs."""
    options = {name: value for name, value in _given(locals()).items() if name not in ("other", "runs")}
    if not isinstance(other, _engine.Schedule):
        other = _engine.Schedule(other)
    for number in range(max(1, runs)):
        found = Comparison(Run(_engine.same(self, other, {**options, "seed": seed + number})))
        if not found:
            break
    return found


@checked(self=SCHEDULE, in_process=FLAG, threads=COUNT, allow_c=FLAG, math=TEXT)
def compile(self, in_process: bool = False, threads: int = 0, allow_c: bool = False, math: str = "") -> Compiled:
    """A function that takes NumPy arrays and DLPack tensors, one for each parameter, and writes into its outputs.

    It runs in a process of its own, which gets copies of the arrays: a kernel that crashes is an exception. With
    in_process=True it runs in this process and uses the arrays as they are; then a crash of the kernel ends Python."""
    return _engine.compile(self, bool(in_process), threads, bool(allow_c), math)


@checked(self=SCHEDULE, stage=TEXT, target=TEXT, allow_c=FLAG)
def lower(self, stage: str = "tir", target: str = "", allow_c: bool = False) -> str:
    """The text of the function after a stage of lowering: a pass, "tir", or code such as "llvm", "asm" or "c"."""
    from ._html import Code

    return Code(_engine.lower(self, stage, target, bool(allow_c)), stage)


@checked(self=SCHEDULE, trials=COUNT, seconds=COUNT, seed=COUNT, threads=COUNT, pins=TEXT_LIST, bind=optional(SIZES),
         target=TEXT, resume=FLAG, database=PATH, space=PATH)
def tune(self, trials: int = 64, seconds: int = 0, seed: int = 1, threads: int = 1, space: str = "",
         pins: Sequence[str] = (), bind: dict[str, int] | None = None, target: str = "", database: str = "",
         resume: bool = False) -> Tuned:
    """Searches for the fastest schedule that continues this one, and records all trials.

    space: a schedule function with sampling steps, "FILE:FUNCTION"; without it, rules write one. pins: decisions that
    every candidate keeps, "NAME=VALUE". database: the file of the records. Ctrl-C ends the search; what was measured
    before stays in the records. The result has `schedule` and `report`."""
    from . import _tune

    return _tune.tune(self, trials, seconds, seed, threads, space, pins, bind, target, database, resume)


for method in (run, time, same, compile, lower, tune):
    method.__qualname__ = f"Schedule.{method.__name__}"
    setattr(_engine.Schedule, method.__name__, method)


# ---- compiled functions ----

class _Signature:
    """What inspect.signature() gives for a compiled function: its parameters by name."""

    def __get__(self, compiled, owner=None):
        if compiled is None:
            raise AttributeError("__signature__")
        import inspect

        return inspect.Signature([inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD)
                                  for name in compiled.parameters])


def _type_of(slot):
    _, dtype, shape, _ = slot
    return f"{dtype}[{shape}]" if shape else dtype


def _compiled_text(self):
    words = ", ".join(f"{slot[0]}: {_type_of(slot)}" for slot in self._slots)
    return f"<compiled {self.name}({words})>"


def _compiled_html(self):
    from ._costs import _table
    from ._html import escape

    rows = [(slot[0], _type_of(slot), "written" if slot[3] else "read") for slot in self._slots]
    where = "runs in this process" if self.in_process else "runs in a process of its own"
    return f"<p><b>{escape(self.name)}</b> {where}</p>" + _table(("Parameter", "Type", "Use"), rows)


_engine.Compiled.__signature__ = _Signature()
_engine.Compiled.__repr__ = _compiled_text
_engine.Compiled._repr_html_ = _compiled_html
