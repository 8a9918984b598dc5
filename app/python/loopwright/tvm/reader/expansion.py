"""The text of inline functions and macros in the place of their calls."""

from .expressions import Names
from .objects import LoopRange


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
