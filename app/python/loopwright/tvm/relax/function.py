"""relax.Function: a graph as text."""

from ..ir.function import BaseFunc


class Function(BaseFunc):
    """A function of operators and calls of kernels."""
