"""tvm.support."""

from .contrib import utils


__all__ = ["utils"]
