"""Times models of ONNX beside onnxruntime, in turns, and writes a section of RESULTS.md.

    onnx_peers.py LW FOLDER RESULTS [ROUNDS [THREADS [MODEL...]]]

LW is the command `lw` of a release build, FOLDER what onnx_models.py has written. Loopwright schedules kernels by its cost
model alone (untuned), or with the records of a search where there are some (tuned). Results are compared."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import onnxruntime


def ours(lw, path, inputs, threads, save, tuned):
    """(ms per call, seconds until the first result) of `lw run`."""
    started = time.perf_counter()
    command = [lw, "run", path, "--inputs", inputs, "--threads", str(threads), "--save", save, "--reference", "none", "--json"]
    done = subprocess.run(command + (["--tuned"] if tuned else []), capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{path}: {done.stdout}{done.stderr}")
    return json.loads(done.stdout)["median_ms"], time.perf_counter() - started


def theirs(path, inputs, threads, seconds=1.0):
    """(ms per call, results) of onnxruntime."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    results = session.run(None, inputs)
    times, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end or len(times) < 5:
        begin = time.perf_counter()
        session.run(None, inputs)
        times.append(1000 * (time.perf_counter() - begin))
    return statistics.median(times), results


def processor():
    """Its name."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return next(line.split(":")[1].strip() for line in file if line.startswith("model name"))


def geometric(values):
    """Geometric mean."""
    return float(np.exp(np.mean(np.log(values)))) if values else float("nan")


def main():
    """Measures and writes."""
    lw, folder, results = sys.argv[1:4]
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 3
    threads = int(sys.argv[5]) if len(sys.argv) > 5 else 1
    names = sys.argv[6:] or sorted(f[:-5] for f in os.listdir(folder) if f.endswith(".onnx"))
    tuned = bool(os.environ.get("LW_TUNED"))
    lines, ratios = [], []
    for name in names:
        path, inputs = os.path.join(folder, name + ".onnx"), os.path.join(folder, name + ".npz")
        given = dict(np.load(inputs))
        own, peer, first = [], [], None
        with tempfile.TemporaryDirectory() as place:
            save = os.path.join(place, "out.npz")
            for _ in range(rounds):
                ms, seconds = ours(lw, path, inputs, threads, save, tuned)
                first = first or seconds
                own.append(ms)
                ms, expected = theirs(path, given, threads)
                peer.append(ms)
            with np.load(save) as got:
                worst = max(float(np.abs(g - e).max() / max(np.abs(e).max(), 1e-30)) for g, e in zip(got.values(), expected))
        a, b = statistics.median(own), statistics.median(peer)
        ratios.append(b / a)
        lines.append(f"| {name} | {a:.3g} | {b:.3g} | {b / a:.2f} | {first:.1f} | {worst:.1e} |")
        print(lines[-1], flush=True)
    title = f"# ONNX models beside onnxruntime, {threads} thread{'s' if threads > 1 else ''}, {'tuned' if tuned else 'untuned'}"
    text = [title, "",
            f"{processor()}, onnxruntime {onnxruntime.__version__}, batch 1, float32; medians of {rounds} rounds in turns, ms. First: "
            "seconds of `lw run` until the first result, with compiling. Error: largest difference, relative to the largest value.", "",
            "| model | Loopwright | onnxruntime | times as fast | first | error |", "|---|---|---|---|---|---|", *lines, "",
            f"Geometric mean: {geometric(ratios):.2f} times as fast.", ""]
    print(text[-2])
    with open(results, encoding="utf-8") as file:
        parts = file.read().split("\n# ")
    kept = [p for p in parts if ("# " + p if not p.startswith("# ") else p).splitlines()[0] != title]
    at = next((i for i, p in enumerate(kept) if p.startswith("GPU kernels")), len(kept))
    kept.insert(at, "\n".join(text)[2:])
    with open(results, "w", encoding="utf-8") as file:
        file.write("\n# ".join(kept))


if __name__ == "__main__":
    main()
