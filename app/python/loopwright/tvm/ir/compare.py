"""Structural equality, by the engine's comparison up to names."""

from ... import _engine
from .module import IRModule


def _program(thing):
    from ..tir.schedules import program_for

    program = program_for(thing.ordered() if isinstance(thing, IRModule) else thing)
    if program is None:
        raise TypeError(f"modules and functions are compared, not {type(thing).__name__}")
    return program


def structural_equal(lhs, rhs, map_free_vars=False):
    """Whether two programs are the same up to the names of variables."""
    return _engine.first_difference(_program(lhs), _program(rhs)) is None


def assert_structural_equal(lhs, rhs, map_free_vars=False):
    """Raises with the first difference."""
    difference = _engine.first_difference(_program(lhs), _program(rhs))
    if difference is not None:
        raise ValueError(f"the programs differ: {difference}")


def structural_hash(node, map_free_vars=False):
    return hash(str(node))
