"""tvm.s_tir.meta_schedule: what TVM's current releases call tvm.meta_schedule."""

from ...meta_schedule import (Database, JSONDatabase, MemoryDatabase, TuneConfig, compile_tir, database, space_generator,
                              tir_integration, tune_tir)

__all__ = ["Database", "JSONDatabase", "MemoryDatabase", "TuneConfig", "compile_tir", "database", "space_generator",
           "tir_integration", "tune_tir"]
