"""The program that a schedule starts from: of a decorated function or class, of a file, or of a string."""

import os

from . import _engine
from ._errors import ArgumentError, ProgramError


def _of_file(definition):
    """The text of the file that a function or class is in, and its name there; None: it is in none, or in a
    function."""
    filename, qualified = definition
    if not os.path.isfile(filename) or "<locals>" in qualified:
        return None
    with open(filename, encoding="utf-8") as file:
        return filename, file.read(), qualified


def _of_decorated(thing, name):
    """A file that holds programs only is read as a whole, as `lw` reads it: with its reference and intrinsics. Of any
    other file the function alone, as it was read."""
    from .tvm.ir.module import IRModule

    found = _of_file(thing.definition)
    module = isinstance(thing, IRModule)
    if found is not None:
        filename, text, qualified = found
        try:
            return _engine.load(filename, text, name or qualified, bool(name) or not module)
        except ProgramError:
            pass  # the function alone
    return thing[name.split(".")[-1]].program if name and module else thing.program


def _of_plain(thing, name):
    """Of a function or class without a decorator: the file may make a program of it, as of tensor expressions."""
    from .tvm.script import decorators

    if hasattr(thing, "__code__"):
        found = _of_file((thing.__code__.co_filename, thing.__qualname__))
        if found is not None:
            try:
                return _engine.load(found[0], found[1], name or found[2], True)
            except ProgramError:
                pass
    return _of_decorated(decorators.from_source(thing), name)


def _is_path(text):
    """A line such as mm.py or mm.py:FUNCTION; programs have several lines."""
    return "\n" not in text and (text.endswith(".py") or ".py:" in text)


def program_of(thing, name=""):
    """The program that Schedule(thing, name) starts from."""
    from .tvm.ir.function import BaseFunc
    from .tvm.ir.module import IRModule

    if isinstance(thing, _engine.Program):
        return thing
    if isinstance(thing, _engine.Module):
        return _engine.program_of_module(thing)
    if isinstance(thing, _engine.Object):
        return _engine.load_tensors(thing)
    if isinstance(thing, str) and not _is_path(thing):
        return _engine.load("<text>", thing, name, bool(name))
    if isinstance(thing, str) and not thing.endswith(".py"):
        thing, _, own = thing.rpartition(":")
        name = name or own
    if isinstance(thing, (str, os.PathLike)):
        path = os.fspath(thing)
        try:
            with open(path, encoding="utf-8") as file:
                return _engine.load(path, file.read(), name, bool(name))
        except (OSError, UnicodeDecodeError) as error:
            raise ProgramError(f"cannot read {path}: {error}") from error
    if isinstance(thing, (BaseFunc, IRModule)):
        return _of_decorated(thing, name)
    if hasattr(thing, "__code__") or isinstance(thing, type):
        return _of_plain(thing, name)
    raise ArgumentError("a program is a text, a path, a decorated function or the module of a schedule, not "
                        f"{type(thing).__name__}")
