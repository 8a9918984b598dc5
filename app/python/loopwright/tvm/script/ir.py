"""tvm.script.ir: `I`, the names of modules."""

from ..ir.module import GlobalVar
from .decorators import ir_module, pyfunc


def module_attrs(attributes):
    """Attributes of the module that is being read."""
    return {"__module_attrs__": dict(attributes)}


def module_global_infos(infos):
    """Global infos of a module are read past."""
    return {"__module_global_infos__": infos}


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from ..reader.language import Spelling, Language

    return Spelling(Language("I"), name)


__all__ = ["GlobalVar", "ir_module", "module_attrs", "module_global_infos", "pyfunc"]
