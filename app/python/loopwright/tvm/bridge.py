"""Functions of the engine's language that also take terms of a program that is being read: tir.max(i, 4)."""

from .. import _engine
from .reader.body import active
from .reader.language import Language
from .reader.terms import contains_term

_program = Language()
_known = {}


class Function:
    """A function of a namespace."""

    def __init__(self, module, name):
        self._module, self.__name__, self.__qualname__ = module, name, name
        inner = _engine.language(module)
        self._engine = getattr(inner, name) if inner is not None else None

    def __call__(self, *args, **kwargs):
        if active() is not None and (contains_term(args) or contains_term(kwargs)):
            return _program.name(self.__name__)(*args, **kwargs)
        return self._engine(*args, **kwargs)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._engine, name)

    def __or__(self, _other):  # part of a type of Python
        return self

    __ror__ = __or__

    def __repr__(self):
        return f"<{self._module}.{self.__name__}>"


def function(module, name):
    """The function `name` of the namespace `module` of TVM."""
    key = (module, name)
    if key not in _known:
        _known[key] = Function(module, name)
    return _known[key]
