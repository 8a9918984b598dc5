"""What the values of expressions are to an assignment."""

from .objects import Access
from .terms import Term


class Identities:
    """A table by identity: comparing terms gives terms."""

    def __init__(self):
        self._items = {}

    def __contains__(self, key):
        return id(key) in self._items

    def __setitem__(self, key, value):
        self._items[id(key)] = (key, value)


def is_expression(value):
    """Whether the value is an expression of the program, which an assignment gives a variable."""
    if isinstance(value, Access):
        return not any(isinstance(i, slice) for i in value.indices)
    return isinstance(value, Term) or (hasattr(type(value), "__program_text__") and hasattr(value, "dtype"))
