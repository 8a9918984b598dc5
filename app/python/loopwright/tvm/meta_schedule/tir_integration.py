"""tvm.meta_schedule.tir_integration."""

from .search import tune_tir


def compile_tir(database, mod, target=None):
    """The fastest schedule that the database has for the program; None: it has none."""
    from ..runtime.build import module_of

    return database.query_schedule(module_of(mod), target)


__all__ = ["compile_tir", "tune_tir"]
