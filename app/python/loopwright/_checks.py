"""Checks of the arguments of public functions: what does not fit is an ArgumentError in the words of this module."""

import functools
import operator
import os

from . import _engine
from ._errors import ArgumentError


class Kind:
    """What an argument may be, in words and as a test."""

    def __init__(self, words, fits):
        self.words, self.fits = words, fits


def _integer(least, most):
    def fits(value):
        try:
            return not isinstance(value, bool) and least <= operator.index(value) <= most
        except TypeError:
            return False

    return fits


def _is_number(value):
    if isinstance(value, (bool, str, bytes)):
        return False
    try:
        return 0 <= float(value) <= 1e9
    except (TypeError, ValueError, OverflowError):
        return False


def _is_flag(value):
    return isinstance(value, (bool, int)) or type(value).__name__ in ("bool", "bool_")


def _pairs(is_value):
    return lambda value: isinstance(value, dict) and all(isinstance(k, str) and is_value(v) for k, v in value.items())


def optional(kind):
    """The kind, or None."""
    return Kind(kind.words + " or None", lambda value: value is None or kind.fits(value))


def _is_text(value):
    return isinstance(value, str)


TEXT = Kind("a string", _is_text)
PATH = Kind("a path", lambda value: isinstance(value, (str, os.PathLike)))
COUNT = Kind("an integer from 0 to 2147483647", _integer(0, 2**31 - 1))
SEED = Kind("an integer from 0 to 18446744073709551615", _integer(0, 2**64 - 1))
NUMBER = Kind("a number from 0 to 1e9", _is_number)
FLAG = Kind("True or False", _is_flag)
SIZES = Kind("a dict of names and integers", _pairs(_integer(-(2**63), 2**63 - 1)))
TEXTS = Kind("a dict of names and strings", _pairs(_is_text))
ARRAYS = Kind("a dict of names and arrays", _pairs(lambda value: True))
TEXT_LIST = Kind("a list of strings", lambda value: isinstance(value, (list, tuple)) and all(map(_is_text, value)))
SCHEDULE = Kind("a schedule", lambda value: isinstance(value, _engine.Schedule))


def nearest(name, names):
    """What one may have meant by a name that is not there, as the end of a message."""
    import difflib

    found = difflib.get_close_matches(name, sorted(names), 1, 0.6)
    return f"; did you mean '{found[0]}'?" if found else ""


def no_attribute(what, name, names):
    """The exception for an attribute that is not there."""
    words = f"{what} has no attribute '{name}'{nearest(name, names)}"
    try:
        return AttributeError(words, name=name, obj=None)  # so that Python adds no suggestion of its own
    except TypeError:  # Python 3.9
        return AttributeError(words)


def _wrong(function, name, kind, value):
    given = repr(value) if isinstance(value, int) and not isinstance(value, bool) else type(value).__name__
    return ArgumentError(f"{function}: {name} is {kind.words}, not {given if len(given) < 40 else 'so large a number'}")


def checked(**kinds):
    """Decorates a function: its arguments of these names are of these kinds."""

    def decorated(function):
        code = function.__code__
        positional = code.co_varnames[:code.co_argcount]
        known = code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]
        name = function.__name__

        @functools.wraps(function)
        def call(*args, **kwargs):
            for parameter, value in zip(positional, args):
                if parameter in kinds and not kinds[parameter].fits(value):
                    raise _wrong(name, parameter, kinds[parameter], value)
            for parameter, value in kwargs.items():
                if parameter not in known:
                    names = [other for other in known if other != "self"]
                    raise ArgumentError(f"{name}: there is no option '{parameter}'; known: {', '.join(names)}"
                                        f"{nearest(parameter, names)}")
                if parameter in kinds and not kinds[parameter].fits(value):
                    raise _wrong(name, parameter, kinds[parameter], value)
            return function(*args, **kwargs)

        return call

    return decorated
