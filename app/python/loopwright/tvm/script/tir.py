"""tvm.script.tir: `T`, the names of programs of loops and buffers."""

from ..reader import body as _body
from ..reader.functions import inline, macro
from ..reader.language import Language as _Language
from .decorators import prim_func

_language = _Language("T", {"prim_func": prim_func, "macro": macro, "inline": inline})


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return _language.name(name)


__all__ = ["inline", "macro", "prim_func"]
