"""The text of inline functions and macros in the place of their calls, and what helpers of Python write by calls."""

from contextlib import contextmanager

from .expressions import Names
from .objects import Branch, LoopRange
from .terms import ATOM, Term


class Returned(Exception):
    """The end of an inline function."""

    def __init__(self, value):
        self.value = value


class Expansion:
    """What a reader of statements does with the text of other functions."""

    def expanded(self, nodes, environment, arguments):
        """Reads the statements of an inline function or macro in place of its call. `environment`: None is the names
        that are visible here."""
        outer = self.names
        if environment is not None:
            self.names = Names({"range": LoopRange, **environment})
        self.names.open()
        for name, value in arguments.items():
            self.names.bind(name, value)
        self._expanding += 1
        try:
            self.statements(nodes)
        except Returned as returned:
            return returned.value
        finally:
            self._expanding -= 1
            self.names.close()
            self.names = outer
        return None

    def write_waiting(self, node, kept=()):
        waiting, self.waiting = self.waiting, []
        for statement in waiting:
            if not any(statement is k for k in kept):
                self.effect(node, statement)

    @contextmanager
    def branch(self, branch):
        """The scope of T.If, whose branches T.Then and T.Else open, and of T.While."""
        if branch.part == "If":
            self.conditions.append(branch.condition)
            yield
            self.conditions.pop()
            return
        if branch.part != "While" and not self.conditions:
            raise TypeError(f"{branch.text} stands inside of T.If")
        header = "else:" if branch.part == "Else" else f"while {branch.condition}:" if branch.part == "While" else \
            f"if {self.conditions[-1]}:"
        with self.scope(header):
            yield
            self.write_waiting(None)

    @contextmanager
    def opened(self, frame):
        """The scope of a frame that a helper of Python enters; what it gives is bound there."""
        self.write_waiting(None)
        if isinstance(frame, Branch):
            with self.branch(frame):
                yield
            return
        names = [self.live.fresh(f"v{k}" if k else "v", True) for k in range(len(frame.variables))] if frame.loop else []
        header = f"for {', '.join(names)} in {frame.text}:" if frame.loop else f"with {frame.text}:"
        with self.scope(header):
            values = [Term(name, ATOM, kind) for name, kind in zip(names, frame.variables)]
            yield values[0] if len(values) == 1 else values or None
            self.write_waiting(None)
