"""Runs, comparisons and compiled functions of schedules."""

from . import _engine


class Run:
    """What a run of a schedule gave: times in milliseconds, and whether the results are right."""

    def __init__(self, values):
        self.__dict__.update(values)
        self._arrays = values["outputs"]
        self._outputs = None

    @property
    def outputs(self):
        """The results as NumPy arrays, by name."""
        if self._outputs is None:
            import numpy

            self._outputs = {name: numpy.asarray(array) for name, array in self._arrays.items()}
        return self._outputs

    @outputs.setter
    def outputs(self, value):
        self._arrays = value

    def __str__(self):
        words = f"{self.ms:.4g} ms ({self.low:.4g} to {self.high:.4g})" if self.samples else "not timed"
        if self.gflops:
            words += f", {self.gflops:.3g} GFLOP/s"
        if self.checked:
            words += f", {'right' if self.ok else 'WRONG'} ({self.reference})"
        return words

    def __repr__(self):
        return f"<run: {self}>"

    def _repr_html_(self):
        from . import _html

        return _html.runs([self])


class Comparison:
    """Whether two schedules computed the same; true if they did."""

    def __init__(self, run):
        self.ok = run.checked and run.ok
        self.difference = run.difference
        self.max_abs_error = run.max_abs_error

    def __bool__(self):
        return self.ok

    def __repr__(self):
        if self.ok:
            return f"<same results, largest difference {self.max_abs_error:.3g}>"
        d = self.difference
        at = ", ".join(map(str, d["index"]))
        return f"<different results: {d['buffer']}[{at}] is {d['got']} and {d['expected']}, {d['count']} elements differ>"


_OPTIONS = {"target", "device", "threads", "repeat", "min_ms", "timeout", "seed", "bind", "ranges", "reference",
            "baseline", "allow_c", "math", "inputs"}


def _checked(options):
    for name in options:
        if name not in _OPTIONS:
            raise TypeError(f"there is no option {name!r}; known: {', '.join(sorted(_OPTIONS))}")
    return {name: value for name, value in options.items() if value is not None}


def run(self, **options):
    """Builds, runs, checks against the reference and times the schedule, in a process of its own.

    Options: target, device, threads, repeat, min_ms, timeout, seed, bind={"n": 37}, ranges={"A": "positive"},
    inputs={"A": array}, reference="auto", "numpy" or "none", baseline, math, allow_c."""
    return Run(_engine.run(self, _checked(options)))


def time(self, **options):
    """The median time of a call in milliseconds. Results are not checked; options as for run()."""
    return Run(_engine.run(self, {"baseline": False, **_checked(options), "reference": "none"})).ms


def same(self, other, runs=3, **options):
    """Whether this schedule and another one compute the same from the same random inputs, in `runs` runs."""
    if not isinstance(other, _engine.Schedule):
        other = _engine.Schedule(other)
    seed = options.pop("seed", 1)
    for number in range(max(1, runs)):
        found = Comparison(Run(_engine.same(self, other, {**_checked(options), "seed": seed + number})))
        if not found:
            break
    return found


def compile(self, in_process=False, threads=0, allow_c=False, math=""):
    """A function that takes NumPy arrays and DLPack tensors, one for each parameter, and writes into its outputs.

    It runs in a process of its own, which gets copies of the arrays: a kernel that crashes is an exception. With
    in_process=True it runs in this process and uses the arrays as they are; then a crash of the kernel ends Python."""
    return _engine.compile(self, bool(in_process), threads, bool(allow_c), math)


def lower(self, stage="tir", target="", allow_c=False):
    """The text of the function after a stage of lowering: a pass, "tir", or code such as "llvm", "asm" or "c"."""
    from ._html import Code

    return Code(_engine.lower(self, stage, target, allow_c), stage)


for method in (run, time, same, compile, lower):
    setattr(_engine.Schedule, method.__name__, method)


def tune(self, *args, **kwargs):
    """Searches for the fastest schedule that continues this one: tune(trials=64, seconds=0, seed=1, threads=1, space="",
    pins=(), bind=None, target="", database="", resume=False). The result has `schedule` and `report`."""
    from . import _tune

    return _tune.tune(self, *args, **kwargs)


_engine.Schedule.tune = tune
