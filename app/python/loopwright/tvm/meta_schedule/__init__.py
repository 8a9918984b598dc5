"""tvm.meta_schedule: searches for fast schedules, by Loopwright's tuner."""

from . import database, space_generator, tir_integration
from .database import Database, JSONDatabase, MemoryDatabase
from .search import TuneConfig, tune_tir
from .tir_integration import compile_tir

__all__ = ["Database", "JSONDatabase", "MemoryDatabase", "TuneConfig", "compile_tir", "database", "space_generator",
           "tir_integration", "tune_tir"]
