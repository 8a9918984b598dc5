"""tvm.contrib."""

from . import utils


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from ..missing import absent

    return absent("contrib", name, globals())
