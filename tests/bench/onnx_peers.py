"""Times models of ONNX beside onnxruntime and PyTorch, in turns, and writes a section of RESULTS.md.

    onnx_peers.py LW FOLDER RESULTS [ROUNDS [THREADS [MODEL...]]]

LW is the command `lw` of a release build, FOLDER what onnx_models.py and onnx_real.py have written. Loopwright schedules
kernels by its cost model alone (untuned), or with the records of a search where there are some (LW_TUNED=1). Results are
compared with onnxruntime's. LW_TORCH names a Python with torch, to time the models that are made with it."""

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


def in_torch(name, threads, rounds):
    """(ms eager, ms compiled, version) of PyTorch; nothing: it has no such model, or is not here."""
    python = os.environ.get("LW_TORCH")
    here = os.path.dirname(os.path.abspath(__file__))
    if not python or name not in open(os.path.join(here, "onnx_models.py"), encoding="utf-8").read():
        return None
    done = subprocess.run([python, os.path.join(here, "onnx_torch.py"), name, str(threads), str(rounds)], capture_output=True,
                          text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{name}: {done.stderr}")
    times = json.loads(done.stdout)
    return times["eager"], times["compile"], times["version"]


def memory(lw, name, folder, tuned):
    """Peak MB of a process with the exported model, and of one with onnxruntime."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "onnx_memory.py")
    model, inputs = os.path.join(folder, name + ".onnx"), os.path.join(folder, name + ".npz")
    with tempfile.TemporaryDirectory() as place:
        library = os.path.join(place, "model.so")
        command = [lw, "export", model, "--format", "shared", "--params-file", library.replace(".so", ".bin"), "-o", library]
        subprocess.run(command + (["--tuned"] if tuned else []), capture_output=True, check=True)
        ways = (("exported", library), ("onnxruntime", model))
        return [float(subprocess.run([sys.executable, script, way, path, inputs], capture_output=True, text=True,
                                     check=True).stdout) for way, path in ways]


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
    lines, ratios, torches, versions, lean = [], [], [], set(), []
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
        torch = in_torch(name, threads, rounds)
        if torch:
            torches.append(min(torch[:2]) / a)
            versions.add(torch[2])
        mb = memory(lw, name, folder, tuned)
        lean.append(mb[1] / mb[0])
        both = f"{torch[0]:.3g} | {torch[1]:.3g}" if torch else " | "
        lines.append(f"| {name} | {a:.3g} | {b:.3g} | {b / a:.2f} | {both} | {first:.1f} | {mb[0]:.0f} / {mb[1]:.0f} | {worst:.1e} |")
        print(lines[-1], flush=True)
    title = f"# ONNX models beside onnxruntime, {threads} thread{'s' if threads > 1 else ''}, {'tuned' if tuned else 'untuned'}"
    beside = f", torch {', '.join(sorted(versions))}" if versions else ""
    text = [title, "",
            f"{processor()}, onnxruntime {onnxruntime.__version__}{beside}, batch 1, float32; medians of {rounds} rounds in turns, "
            "ms. First: seconds of `lw run` until the first result, with compiling. MB: peak memory of a Python process with the "
            "exported model, and of one with onnxruntime. Error: largest difference, relative to the largest value; "
            "of models of 8 bits it is in steps of their quantisation.", "",
            "| model | Loopwright | onnxruntime | times as fast | torch eager | torch compiled | first | MB | error |",
            "|---|---|---|---|---|---|---|---|---|", *lines, "",
            f"Geometric means: {geometric(ratios):.2f} times as fast as onnxruntime (at least {min(ratios):.2f}), " +
            (f"{geometric(torches):.2f} times the faster way of PyTorch, " if torches else "") +
            f"{geometric(lean):.2f} times less memory.", ""]
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
