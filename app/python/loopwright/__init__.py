"""Loopwright: schedules of tensor programs, checked step by step.

    import loopwright as lw
    from loopwright import T

    @lw.prim_func
    def double(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32")):
        for i, j in T.grid(64, 64):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)

    sch = lw.Schedule(double)
    i, j = sch.get_loops("B")
    sch.vectorize(j)
    sch.show()
"""

from . import _runner  # first: the engine looks for lw-runner
from . import _engine, _errors, _methods, _copies, _html, _runs, _source
from ._checks import PATH, TEXT, checked, nearest
from ._costs import Costs, Legal
from ._engine import Block, Compiled, Loop, Module, Number, Object, Program, Repair, Schedule, Trace, Witness
from ._errors import ArgumentError, Error, KernelError, ProgramError, Refused
from ._runs import Comparison, Run
from ._tune import Tuned

__all__ = ["ArgumentError", "Block", "Comparison", "Compiled", "Costs", "Error", "KernelError", "Legal", "Loop", "Module",
           "Number", "Object", "PrimFunc", "Program", "ProgramError", "Refused", "Repair", "Run", "Schedule", "T", "Trace",
           "Tuned", "Witness", "as_tvm", "challenge", "ir_module", "load", "prim_func", "primitives", "show", "widget"]

__version__ = _engine.version


def primitives() -> list:
    """The descriptions of all steps, a dict for each."""
    return _engine.primitives()


@checked(path=PATH, name=TEXT)
def load(path, name: str = "") -> Program:
    """The program of a file, or one of its functions."""
    import pathlib

    return _source.program_of(pathlib.Path(path), name)


@checked(name=PATH)
def challenge(name):
    """An exercise: of the course by number ("04") or name, or of a file that sets a goal."""
    from ._challenge import challenge

    return challenge(name)


def as_tvm():
    """Lets `import tvm` find the names that schedules use, so that they run without TVM and without a change."""
    from .tvm.aliases import install

    return install()


@checked(name=TEXT)
def show(sch, name: str = "") -> str:
    """Opens the window with the schedule, or shows it in the window that is open."""
    from ._show import show

    return show(sch, name)


def widget(sch):
    """A loop tree that is clicked, for notebooks with anywidget; a picture of the tree without it."""
    from ._widget import widget

    return widget(sch)


def __getattr__(name):
    if name in ("T", "PrimFunc", "ir_module", "prim_func"):
        from .tvm.ir.function import PrimFunc
        from .tvm.script import decorators, tir

        globals().update(T=tir, PrimFunc=PrimFunc, ir_module=decorators.ir_module, prim_func=decorators.prim_func)
        return globals()[name]
    near = "" if name.startswith("_") else nearest(name, __all__)
    raise AttributeError(f"module 'loopwright' has no attribute '{name}'{near}")
