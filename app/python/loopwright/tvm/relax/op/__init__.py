"""tvm.relax.op: operators of graphs."""

from ..operators import Operator


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return Operator(name)
