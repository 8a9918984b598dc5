"""tvm.relax.frontend.torch: models of PyTorch."""

from .exported import from_exported_program
from .traced import from_fx

__all__ = ["from_exported_program", "from_fx"]
