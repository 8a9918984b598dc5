"""Times a model of the ONNX bench in PyTorch: eager, and compiled by its inductor.

    onnx_torch.py NAME THREADS [ROUNDS]

Prints JSON: {"eager": ms, "compile": ms, "version": ...}; medians of rounds in turns. The weights are random, as times do
not depend on them."""

import json
import statistics
import sys
import time

import torch

from onnx_models import MODELS


def sample(call, seconds=0.7):
    """Median of calls, in ms."""
    times, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end or len(times) < 3:
        begin = time.perf_counter()
        call()
        times.append(1000 * (time.perf_counter() - begin))
    return statistics.median(times)


def main():
    """Times both ways."""
    name, threads = sys.argv[1], int(sys.argv[2])
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    torch.set_num_threads(threads)
    torch.manual_seed(0)
    model, inputs = MODELS[name]()
    model, values = model.eval(), tuple(inputs.values())
    with torch.inference_mode():
        ways = {"eager": model, "compile": torch.compile(model)}
        for way in ways.values():
            for _ in range(3):
                way(*values)
        times = {name: [] for name in ways}
        for _ in range(rounds):
            for way, call in ways.items():
                times[way].append(sample(lambda call=call: call(*values)))
    print(json.dumps({"version": torch.__version__, **{way: statistics.median(t) for way, t in times.items()}}))


if __name__ == "__main__":
    main()
