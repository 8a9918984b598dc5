"""Peak memory of a process that runs a model of ONNX, in MB, with Python and NumPy in it.

    onnx_memory.py onnxruntime MODEL.onnx INPUTS.npz
    onnx_memory.py exported MODEL.so INPUTS.npz

MODEL.so is what `lw export --format shared --params-file MODEL.bin` writes, with its header beside it."""

import ctypes
import os
import re
import sys

import numpy as np


def aligned(count):
    """So many bytes at a multiple of 64."""
    memory = np.zeros(count + 64, np.uint8)
    return memory[-memory.ctypes.data % 64:][:count]


def run_exported(path, inputs):
    """Calls the function of a library five times: the text of the header says what it takes."""
    with open(path.replace(".so", ".h"), encoding="utf-8") as file:
        header = file.read()
    name = re.search(r"^int (\w+)\(", header, re.M).group(1)
    workspace = re.search(r"_WORKSPACE_BYTES (\d+)", header)
    arrays = []
    for array, kind, shape, how in re.findall(r"^ \*   (\S+) +(\w+) \((.*?)\), (read|written)", header, re.M):
        shape = [int(n) for n in shape.split(",") if n.strip()]
        value = aligned(int(np.prod(shape)) * np.dtype(kind).itemsize).view(kind).reshape(shape)
        if how == "read":
            value[...] = inputs[array]
        arrays.append(value)
    weights = path.replace(".so", ".bin")
    if workspace and int(workspace.group(1)):
        arrays.append(aligned(int(workspace.group(1))))
    if os.path.exists(weights) and os.path.getsize(weights):
        arrays.append(np.memmap(weights, np.uint8, "r"))
    function = getattr(ctypes.CDLL(path), name)
    for _ in range(5):
        code = function(*[ctypes.c_void_p(a.ctypes.data) for a in arrays])
        if code:
            raise SystemExit(f"{path} returned {code}")


def run_onnxruntime(path, inputs):
    """Runs the model five times on one thread."""
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    for _ in range(5):
        session.run(None, inputs)


def main():
    """Runs one of them and prints the peak."""
    way, path, given = sys.argv[1:4]
    inputs = dict(np.load(given))
    run_exported(path, inputs) if way == "exported" else run_onnxruntime(path, inputs)
    with open("/proc/self/status", encoding="utf-8") as file:  # getrusage would count the process that started this one
        print(next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmHWM")))


if __name__ == "__main__":
    main()
