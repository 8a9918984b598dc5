"""tvm.contrib.clang: C code as LLVM's, for call_extern."""

from ... import _engine

_engine_clang = _engine.language("tvm.contrib.clang")


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(_engine_clang, name)
