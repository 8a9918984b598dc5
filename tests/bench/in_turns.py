"""Kernels and models that Loopwright exports, timed in turns with other libraries in one process."""

import ctypes
import json
import os
import re
import statistics
import subprocess
import time

import numpy as np

SAMPLE_SECONDS = 0.02  # a sample is at least so long


def aligned(shape, dtype):
    """An array that starts at a multiple of 64 bytes, as exported code asks for."""
    count = int(np.prod(shape)) * np.dtype(dtype).itemsize
    raw = np.zeros(count + 64, np.uint8)
    begin = -raw.ctypes.data % 64
    return raw[begin : begin + count].view(dtype).reshape(shape)


def filled(values):
    """The same values in an array that is aligned."""
    array = aligned(values.shape, values.dtype)
    array[...] = values
    return array


def command(lw, *arguments):
    """What the command printed; ends the program where it fails."""
    done = subprocess.run([lw, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"lw {' '.join(arguments)}: {done.stdout}{done.stderr}")
    return done.stdout


class Kernel:
    """An exported function of arrays."""

    def __init__(self, lw, folder, name, source, *options):
        path = os.path.join(folder, name + ".so")
        command(lw, "export", source, "--format", "shared", "-o", path, *options)
        with open(path[:-3] + ".h", encoding="utf-8") as file:
            symbol = re.search(r"int (lw_kernel_\w+)\(", file.read()).group(1)
        self.entry = getattr(ctypes.CDLL(path), symbol)

    def on(self, *arrays):
        """A call with these arrays."""
        table = (ctypes.c_void_p * len(arrays))(*[a.ctypes.data for a in arrays])
        scalars = (ctypes.c_int64 * 1)()

        def call():
            if self.entry(table, scalars):
                raise SystemExit("the kernel failed")

        call.arrays = arrays
        return call


class Model:
    """An exported model: its parameters are in a file, its arguments inputs, results, workspace, parameters, sizes."""

    def __init__(self, lw, folder, name, source, parameters, *options):
        path, self.data = os.path.join(folder, name + ".so"), os.path.join(folder, name + ".bin")
        command(lw, "export", source, "--format", "shared", "-o", path, "--params", parameters, "--params-file", self.data, *options)
        with open(path[:-3] + ".h", encoding="utf-8") as file:
            header = file.read()
        prototype = re.search(r"^int (\w+)\(", header, re.MULTILINE).group(1)
        self.entry = getattr(ctypes.CDLL(path), prototype)
        self.workspace = aligned((int(re.search(r"_WORKSPACE_BYTES (\d+)", header).group(1)) + 64,), np.uint8)
        self.parameters = filled(np.fromfile(self.data, np.uint8))

    def on(self, arrays, *sizes):
        """A call with these inputs and results, and these sizes."""
        given = [ctypes.c_void_p(a.ctypes.data) for a in (*arrays, self.workspace, self.parameters)]
        given += [ctypes.c_int64(s) for s in sizes]

        def call():
            code = self.entry(*given)
            if code:
                raise SystemExit(f"the model returned {code}")

        call.arrays = arrays
        return call


def calls_in_a_sample(call):
    """How many of them take as long as a sample."""
    call()
    count = 1
    while True:
        begin = time.perf_counter()
        for _ in range(count):
            call()
        spent = time.perf_counter() - begin
        if spent >= SAMPLE_SECONDS:
            return count
        count = max(count + 1, int(count * min(10, 1.2 * SAMPLE_SECONDS / max(spent, 1e-9))))


def in_turns(ways, rounds):
    """The median ms of each way, and how many times as fast as each the first way is (median over the rounds)."""
    counts = {name: calls_in_a_sample(call) for name, call in ways.items()}
    times = {name: [] for name in ways}
    for _ in range(rounds):
        for name, call in ways.items():
            begin = time.perf_counter()
            for _ in range(counts[name]):
                call()
            times[name].append(1000 * (time.perf_counter() - begin) / counts[name])
    first = next(iter(ways))
    ratios = {name: statistics.median(b / a for a, b in zip(times[first], times[name])) for name in ways if name != first}
    return {name: statistics.median(all_) for name, all_ in times.items()}, ratios


def processor():
    """Its name, and the vector instructions that it has."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        text = file.read()
    name = re.search(r"model name\s*: (.*)", text).group(1)
    family, model = (re.search(rf"{what}\s*: (\d+)", text).group(1) for what in ("cpu family", "model"))
    known = [f for f in ("avx2", "avx512f", "avx512_vnni", "avx512_bf16", "amx_tile") if f" {f}" in text]
    return f"{name} (family {family}, model {model}; {', '.join(known)})"


def peaks(lw):
    """GFLOP/s of float32 and GB/s of memory, one thread, as a run measures them once."""
    sample = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "samples", "first_product.py")
    command(lw, "run", sample, "--threads", "1")
    targets = json.loads(command(lw, "devices", "--json"))["targets"]
    return next(t for t in targets if t["name"] == "cpu")["peaks"]["1"]


def geometric(values):
    """Geometric mean."""
    return float(np.exp(np.mean(np.log(values)))) if values else float("nan")


def write_section(path, title, lines):
    """Puts the section in the place of the one with its title, or before those of other machines."""
    with open(path, encoding="utf-8") as file:
        parts = file.read().split("\n# ")
    kept = [p for p in parts if p.splitlines()[0].removeprefix("# ") != title]
    at = next((i for i, p in enumerate(kept) if p.startswith("GPU kernels")), len(kept))
    kept.insert(at, "\n".join([title, "", *lines, ""]))
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n# ".join(kept))
