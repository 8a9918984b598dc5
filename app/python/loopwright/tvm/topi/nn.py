"""tvm.topi.nn: operators of networks."""


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from ..bridge import function

    return function("tvm.topi.nn", name)
