"""tvm.relax.backend: patterns of operators that code generators take. Loopwright registers none; scripts may."""

from .pattern_registry import get_pattern, get_patterns_with_prefix, register_patterns

__all__ = ["get_pattern", "get_patterns_with_prefix", "register_patterns"]


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from ...missing import absent

    return absent("relax.backend", name, __all__)
