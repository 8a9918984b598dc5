"""tvm.tir.TensorIntrin: tensor intrinsics by name."""

from ... import _engine
from ..._errors import ProgramError
from ..ir.function import HEAD, PrimFunc

_registered = {}


def _named(name, part, suffix):
    """The function under a name that no other intrinsic has."""
    stem = "".join(c if c.isalnum() else "_" for c in name)
    return part.with_attr("global_symbol", f"intrinsic_{stem}_{suffix}")


def text_of_pair(name, desc, impl):
    """(lines, their lines of origin) of the two functions and their registration."""
    lines, origins = [], []
    pair = _named(name, desc, "desc"), _named(name, impl, "impl")
    for part in pair:
        own, places = part.lines()
        lines += [*own, ""]
        origins += [*places, 0]
    lines.append(f'tvm.tir.TensorIntrin.register("{name}", {pair[0].name}, {pair[1].name})')
    return lines, [*origins, 0]


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
            before, now = ([f.text()[0] for f in pair] for pair in (_registered[name], (desc, impl)))
            if before == now:
                return
            raise ValueError(f"there is a tensor intrinsic {name} already; pass override=True to replace it")
        lines, _ = text_of_pair(name, desc, impl)
        text = "\n".join(["import tvm", *HEAD, *lines])
        program = _engine.load("<intrinsic>", text + "\n", _named(name, desc, "desc").name)
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
