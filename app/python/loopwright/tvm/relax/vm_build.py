"""tvm.relax.vm_build."""

from .vm import build

__all__ = ["build"]
