"""The decorators of TVMScript."""

import __future__
import sys

from ..ir.function import PrimFunc
from ..ir.module import from_text, read_class
from ..reader.functions import environment_of, inline, macro, read_function
from ..reader.graphs import GraphReader
from ..reader.source_text import function_tree


def _in_class_body(frame):
    return "__module__" in frame.f_locals and "__qualname__" in frame.f_locals


def _decorator(kind, function, options, frame, make):
    if function is None:
        return lambda inner: _decorator(kind, inner, options, sys._getframe(1), make)
    if not hasattr(function, "__code__"):
        raise TypeError(f"@{kind} decorates a function, not {type(function).__name__}")
    if _in_class_body(frame):  # the class's decorator reads it
        function.__loopwright_options__ = {**options, "kind": kind[0]}
        return function
    return make(function, options, frame)


def _made_prim_func(function, options, frame):
    made = PrimFunc(read_function(function, options, frame))
    made.__doc__, made.__wrapped__ = function.__doc__, function
    made.definition = (function.__code__.co_filename, function.__qualname__)
    made.program  # errors show at the definition
    return made


def _made_graph(function, options, frame):
    from ..relax.function import Function

    _tree, node = function_tree(function, frame)
    flat = GraphReader(environment_of(function, frame), function.__code__.co_filename).read(node, options)
    return Function(flat)


def prim_func(func=None, private=False, check_well_formed=True, s_tir=None, persistent=None, is_stir=None, tracked=None):
    """@T.prim_func: a function whose text is a program; Python never runs its body."""
    options = {"private": private or None, "s_tir": s_tir, "check_well_formed": None if check_well_formed else False}
    return _decorator("T.prim_func", func, options, sys._getframe(1), _made_prim_func)


def function(func=None, pure=True, private=False, check_well_formed=True):
    """@R.function: a graph of operators and calls of kernels."""
    options = {"private": private or None, "pure": None if pure else False,
               "check_well_formed": None if check_well_formed else False}
    return _decorator("R.function", func, options, sys._getframe(1), _made_graph)


def ir_module(mod=None, check_well_formed=True, s_tir=None, **_options):
    """@I.ir_module: a class whose functions are a module."""
    if mod is None:
        frame = sys._getframe(1)
        return lambda cls: _read(cls, frame)
    return _read(mod, sys._getframe(1))


def _read(cls, frame):
    if not isinstance(cls, type):
        raise TypeError(f"@I.ir_module decorates a class, not {type(cls).__name__}")
    module = read_class(cls, frame)
    module.__name__, module.__doc__ = cls.__name__, cls.__doc__
    module.definition = (module._filename, cls.__qualname__)
    module.program  # errors show at the definition
    return module


def pyfunc(func=None, **_options):
    """@I.pyfunc: a function of Python in a module."""
    return func if func is not None else pyfunc


def from_source(text, extra_vars=None, check_well_formed=True, **_options):
    """The module or function of a text of TVMScript, or of a function or class of Python."""
    if not isinstance(text, str):
        frame = sys._getframe(1)
        return _read(text, frame) if isinstance(text, type) else _made_prim_func(text, {}, frame)
    import linecache

    name = f"<tvmscript {len(linecache.cache)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    from .. import script

    names = {"__name__": "tvmscript", **script.default_names(), **(extra_vars or {})}
    before = set(names)
    # Types of parameters are read, not carried out: a size may stand there before it is defined.
    exec(compile(text, name, "exec", flags=__future__.annotations.compiler_flag, dont_inherit=True), names)
    made = [v for k, v in names.items() if k not in before and (hasattr(v, "program") or isinstance(v, PrimFunc))]
    if not made:
        return from_text(text)
    return made[-1]


parse = from_source
__all__ = ["from_source", "function", "inline", "ir_module", "macro", "parse", "prim_func", "pyfunc"]
