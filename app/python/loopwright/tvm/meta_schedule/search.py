"""Searches over the schedules of a program."""

from ... import _engine, _tune
from ..target import Target
from ..tir.schedules import Schedule
from .database import Database, Record
from .rules import tell


class TuneConfig:
    """Options of a search in older releases."""

    def __init__(self, strategy="evolutionary", num_trials_per_iter=64, max_trials_per_task=64, max_trials_global=64,
                 **_options):
        self.max_trials_global = max_trials_global


def _milliseconds(schedule):
    engine = _engine.Schedule(schedule.mod.program) if not isinstance(schedule, _engine.Schedule) else schedule
    return engine.run(reference="none", baseline=False, allow_c=True, repeat=3).ms


def _by_function(mod, function, trials):
    """Runs of a schedule function with other samples; the fastest is kept."""
    best, seen = None, set()
    for seed in range(1, max(1, trials) + 1):
        schedule = Schedule(mod, seed=seed)
        result = function(schedule)
        schedule = result if isinstance(result, _engine.Schedule) else schedule
        text = schedule.mod.script()
        if text in seen:
            continue
        seen.add(text)
        ms = _milliseconds(schedule)
        if best is None or ms < best.ms:
            best = Record(schedule, ms, mod)
    return best


def _by_rules(mod, target, trials, seed):
    """Loopwright's own search."""
    start = _engine.Schedule(mod.program)
    found = _tune.tune(start, trials=trials, seed=seed or 1, target="opencl" if target.is_gpu else "",
                       threads=int(target.attrs.get("num-cores", 1)) if not target.is_gpu else 1)
    schedule = Schedule(mod)
    if found.schedule is not None:
        found.schedule.trace.apply_to_schedule(schedule)
    return Record(schedule, 0.0, mod)


def tune_tir(mod, target, work_dir="", max_trials_global=64, *, max_trials_per_task=None, num_trials_per_iter=64,
             space="post-order-apply", seed=None, config=None, **_options):
    """Searches for a fast schedule of each program of the module; the records are a database."""
    from ..runtime.build import module_of

    database = Database()
    module = module_of(mod)
    trials = config.max_trials_global if config is not None else max_trials_global
    if getattr(space, "rules", None):
        tell()
    function = getattr(space, "function", space if callable(space) else None)
    for name, one in module._functions.items():
        if one._flat.kind != "T.prim_func":
            continue
        alone = module if len(module) == 1 else type(module)({name: one})
        record = _by_function(alone, function, trials) if function else _by_rules(alone, Target(target), trials, seed)
        if record is not None:
            database.add(record)
    return database
