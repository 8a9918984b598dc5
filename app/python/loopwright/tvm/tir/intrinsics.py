"""tvm.tir.TensorIntrin: tensor intrinsics by name."""

from ... import _engine
from ..._errors import ProgramError
from ..ir.function import HEAD, PrimFunc

_registered = {}


class TensorIntrin:
    """A pair of functions: what an intrinsic calculates, and how it is written."""

    def __init__(self, name):
        self.name = name
        self.desc, self.impl = _registered[name]

    @staticmethod
    def register(name, desc, impl, override=False):
        """Registers a tensor intrinsic for the schedules that are made later and those there are."""
        for part in (desc, impl):
            if not isinstance(part, PrimFunc):
                raise TypeError(f"{name}: description and implementation are decorated functions, not "
                                f"{type(part).__name__}")
        if name in _registered and not override:
            raise ValueError(f"there is a tensor intrinsic {name} already; pass override=True to replace it")
        first = desc.with_attr("global_symbol", desc.name + "_desc" if desc.name == impl.name else desc.name)
        parts = [*first.lines()[0], "", *impl.lines()[0], ""]
        text = "\n".join(["import tvm", *HEAD, *parts, f'tvm.tir.TensorIntrin.register("{name}", {first.name}, {impl.name})'])
        program = _engine.load("<intrinsic>", text + "\n", first.name)
        _engine.register_intrinsics(program)
        _registered[name] = (desc, impl)

    @staticmethod
    def get(name, allow_missing=False):
        if name in _registered:
            return TensorIntrin(name)
        if allow_missing:
            return None
        raise ValueError(f"there is no tensor intrinsic {name}")


__all__ = ["ProgramError", "TensorIntrin"]
