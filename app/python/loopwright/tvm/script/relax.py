"""tvm.script.relax: `R`, the names of graphs."""

from ..reader.functions import macro
from ..reader.graphs import GraphLanguage as _Language
from .decorators import function

_language = _Language("R", {"function": function, "macro": macro})


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return _language.name(name)


__all__ = ["function", "macro"]
