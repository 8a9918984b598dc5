"""One function for all numbers of rows (lw tune --dispatch) beside kernels that were tuned for one number alone, at random numbers that were
not tuned for the former; writes a section of RESULTS.md.

    dispatch_sizes.py LW FOLDER RESULTS [SEED [SIZES [TRIALS [ROUNDS]]]]

The numbers are log-uniform from 1 to 4096; SEED (1) is that of their choice. Each search has TRIALS (16) trials for each number: that for the
one function 13 times as many, for its 13 numbers. A result is checked against NumPy before it is timed."""

import os
import sys

os.environ["OMP_NUM_THREADS"] = "1"

import ctypes

import numpy as np
from in_turns import Kernel, aligned, command, filled, geometric, in_turns, peaks, processor, write_section

HERE = os.path.dirname(os.path.abspath(__file__))
MOST, COLUMNS, TERMS = 4096, 512, 512
LISTED = [2**i for i in range(13)]


def tuned(lw, folder, name, trials, *options):
    """The trace that a search finds."""
    source, trace = os.path.join(HERE, "programs", "rows.py"), os.path.join(folder, name + ".json")
    if not os.path.exists(trace):
        command(lw, "tune", source, "--trials", str(trials), "--threads", "1", "--db", os.path.join(folder, name + ".db"), "-o", trace, *options)
    return Kernel(lw, folder, name, source, "--trace", trace)


def call(kernel, rows, x, w):
    """A call for so many rows, checked."""
    y = aligned((rows, COLUMNS), np.float32)
    table = (ctypes.c_void_p * 3)(x.ctypes.data, w.ctypes.data, y.ctypes.data)
    scalars = (ctypes.c_int64 * 1)(rows)

    def run():
        if kernel.entry(table, scalars):
            raise SystemExit("the kernel failed")

    run()
    if not np.allclose(y, x[:rows] @ w.T, rtol=1e-4, atol=1e-3):
        raise SystemExit(f"{rows} rows: wrong results")
    run.arrays = (x, w, y)
    return run


def sizes_of(seed, count):
    """Different numbers that are not listed."""
    random, found = np.random.default_rng(seed), []
    while len(found) < count:
        size = int(round(2 ** random.uniform(0, 12)))
        if size not in LISTED and size not in found:
            found.append(size)
    return sorted(found)


def main():
    """Measures and writes."""
    lw, folder, results = sys.argv[1:4]
    seed, count, trials, rounds = (int(sys.argv[i]) if len(sys.argv) > i else d for i, d in ((4, 1), (5, 50), (6, 16), (7, 7)))
    os.makedirs(folder, exist_ok=True)
    random = np.random.default_rng(0)
    x, w = (filled(random.uniform(-1, 1, shape).astype(np.float32)) for shape in ((MOST, TERMS), (COLUMNS, TERMS)))
    listed = ",".join(map(str, LISTED))
    one = tuned(lw, folder, "dispatch", trials * len(LISTED), "--bind", "n=" + listed, "--dispatch")
    found, lines, slower = peaks(lw), [], []
    for size in sizes_of(seed, count):
        alone = tuned(lw, folder, f"rows_{size}", trials, "--bind", f"n={size}")
        ms, ratios = in_turns({"one": call(one, size, x, w), "alone": call(alone, size, x, w)}, rounds)
        slower.append(1 / ratios["alone"])
        lines.append(f"| {size} | {ms['one']:.4g} | {ms['alone']:.4g} | {slower[-1]:.2f} |")
        print(lines[-1], flush=True)
    within = sum(s <= 1.1 for s in slower)
    write_section(results, "One function for all sizes", [
        f"{processor()}: {found['gflops']:.0f} GFLOP/s float32, one thread. `dispatch_sizes.py`, seed {seed}: a product of n rows, "
        f"{TERMS} terms, {COLUMNS} columns, float32. One function from `lw tune --bind n={listed} --dispatch` beside kernels that were tuned "
        f"for one n each, {trials} trials for each n; medians of {rounds} rounds in turns in one process, ms.", "",
        f"{within} of {count} sizes within 10 %; {geometric(slower):.3f} times as long in the geometric mean, {max(slower):.2f} at most.", "",
        "| n | one function | tuned for n | times as long |", "|---|---|---|---|", *lines])
    print(f"{within} of {count}, mean {geometric(slower):.3f}, worst {max(slower):.2f}")


if __name__ == "__main__":
    main()
