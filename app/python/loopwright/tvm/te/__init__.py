"""tvm.te: tensor expressions, by the engine's language."""

from ... import _engine
from . import schedules

_language = _engine.language("tvm.te")


def create_prim_func(ops, index_dtype_override=None):
    """The function of tensor expressions: its parameters are the operands in order."""
    from ..ir.module import as_function

    return as_function(_language.create_prim_func(list(ops)))


def var(name="tindex", dtype="int32", span=None):
    """A size or number that is known when the program runs."""
    made = _language.var(name, str(dtype))
    schedules.known_variables[name] = made
    return made


size_var = var


def create_schedule(ops):
    """A schedule of tensors, in the manner of TVM before TensorIR."""
    return schedules.created(_language, ops)


class schedule:
    """tvm.te.schedule: passes over schedules of tensors."""

    @staticmethod
    def AutoInlineInjective(sch):
        schedules.inline_injective(sch)

    AutoInlineElemwise = AutoInlineBroadcast = AutoInlineInjective


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from ..bridge import function

    return function("tvm.te", name)


__all__ = ["create_prim_func", "create_schedule", "size_var", "var"]
