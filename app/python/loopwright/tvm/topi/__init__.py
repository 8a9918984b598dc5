"""tvm.topi: operators as tensor expressions, by the engine's language."""


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    import importlib

    if name in ("nn", "testing"):
        return importlib.import_module(f"{__name__}.{name}")
    from ..bridge import function

    return function("tvm.topi", name)
