"""tvm.script: decorators, and the namespaces of program texts."""

from .decorators import from_source, ir_module, parse
from . import ir, relax, tir


def default_names():
    """What a printed program needs."""
    from typing import TypeVar

    return {"I": ir, "R": relax, "T": tir, "TypeVar": TypeVar}


def __getattr__(name):
    import importlib

    try:
        return importlib.import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        from ..missing import absent

        return absent("tvm.script", name, default_names())


__all__ = ["from_source", "ir", "ir_module", "parse", "relax", "tir"]
