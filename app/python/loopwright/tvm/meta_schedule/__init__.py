"""tvm.meta_schedule: searches for fast schedules, by Loopwright's tuner."""

from . import database, mutator, postproc, relax_integration, schedule_rule, space_generator, tir_integration
from .database import Database, JSONDatabase, MemoryDatabase
from .rules import Mutator, Postproc, ScheduleRule
from .search import TuneConfig, tune_tir
from .tir_integration import compile_tir

__all__ = ["Database", "JSONDatabase", "MemoryDatabase", "Mutator", "Postproc", "ScheduleRule", "TuneConfig", "compile_tir",
           "database", "mutator", "postproc", "relax_integration", "schedule_rule", "space_generator", "tir_integration", "tune_tir"]
