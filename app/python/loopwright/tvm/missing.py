"""What scripts ask for and Loopwright does not have: an error that names it and the nearest thing there is. While a file
is only looked at (collect.py), a stand-in takes the place of such a name, and the error comes when it is used."""

import difflib
import sys
import types


class MissingName(AttributeError, NotImplementedError):
    """A name that is not there."""


def missing(module, name, known=()):
    """The error for a name."""
    near = difflib.get_close_matches(name, sorted({str(k) for k in known if not str(k).startswith("_")}), 3)
    words = f"Loopwright's tvm has no {module}.{name}"
    return MissingName(words + (f"; the nearest: {', '.join(near)}" if near else ""))


class _Mode:
    lenient = False


def be_lenient():
    """From now on names that are missing get a stand-in."""
    _Mode.lenient = True


def is_lenient():
    return _Mode.lenient


def absent(module, name, known=()):
    """The stand-in for a name of TVM, or its error."""
    error = missing(module, name, known)
    if _Mode.lenient:
        return StandIn(f"{module}.{name}", str(error))
    raise error


class _Base:
    """The base of classes whose own base is missing."""

    __slots__ = ()


class StandIn:
    """Stands for what is not there. At the top of a file it may be a decorator, a base or part of a type; a function that
    calls it raises."""

    def __init__(self, name, words=""):
        self.__dict__.update(__lw_name__=name, __lw_words__=words or f"{name} is not installed for this Python")

    def __call__(self, *args, **kwargs):
        frame = sys._getframe(1)
        if frame.f_code.co_name != "<module>" and "__qualname__" not in frame.f_locals:
            raise MissingName(self.__lw_words__)
        if len(args) == 1 and not kwargs and isinstance(args[0], (type, types.FunctionType)):
            return args[0]
        return StandIn(f"{self.__lw_name__}(...)", self.__lw_words__)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return StandIn(f"{self.__lw_name__}.{name}", self.__lw_words__)

    def __getitem__(self, _key):
        return self

    def __or__(self, _other):
        return self

    __ror__ = __or__

    def __mro_entries__(self, _bases):
        return (_Base,)

    def __iter__(self):
        raise MissingName(self.__lw_words__)

    def _compared(self, _other):
        if sys._getframe(1).f_code.co_name != "<module>":
            raise MissingName(self.__lw_words__)
        return False

    __lt__ = __le__ = __gt__ = __ge__ = _compared

    def __repr__(self):
        return f"<missing {self.__lw_name__}>"
