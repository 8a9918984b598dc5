"""Times of built functions."""

import statistics
import time

from . import gpu


class BenchmarkResult:
    """Seconds of each repeat, and what is made of them."""

    def __init__(self, results):
        self.results = tuple(results)
        self.mean, self.median = statistics.fmean(results), statistics.median(results)
        self.min, self.max = min(results), max(results)
        self.std = statistics.pstdev(results)

    def __repr__(self):
        return (f"BenchmarkResult(min={self.min}, mean={self.mean}, median={self.median}, max={self.max}, "
                f"std={self.std}, results={self.results})")

    def __str__(self):
        row = "".join(f"{getattr(self, name) * 1000:^12.4f} " for name in ("mean", "median", "max", "min", "std"))
        return "Execution time summary:\n" + "".join(f"{f'{n} (ms)':^12} " for n in
                                                     ("mean", "median", "max", "min", "std")) + "\n" + row


def time_evaluator(function, number, repeat):
    """evaluator(arrays...): the kernel is timed where it runs, without the copies of arrays to its process."""

    def evaluate(*args):
        if not hasattr(function, "schedule"):  # a function of Python, or of a model
            return BenchmarkResult([_seconds(function, args, number) for _ in range(max(1, repeat))])
        function(*args)
        inputs, numbers = function.arguments(args)
        return BenchmarkResult([_measured(function, inputs, numbers) / 1000 for _ in range(max(1, repeat))])

    return evaluate


_LONGEST = 3600  # seconds; a script waits for its slow kernels, as under TVM, and can be interrupted


def _measured(function, inputs, numbers):
    """The median milliseconds of the calls of one run; how many there are is up to the engine."""
    if function.on_gpu:
        return gpu.run(function.schedule, inputs=inputs, bind=numbers or None, repeat=1).ms
    return function.schedule.run(inputs=inputs, bind=numbers or None, reference="none", baseline=False, allow_c=True,
                                 repeat=3, timeout=_LONGEST).ms


def _seconds(function, args, number):
    start = time.perf_counter()
    for _ in range(max(1, number)):
        function(*args)
    return (time.perf_counter() - start) / max(1, number)
