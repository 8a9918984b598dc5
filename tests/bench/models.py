#!/usr/bin/python3
"""Times whole models beside PyTorch (eager) and NumPy, all with one thread, in turns, and writes a section of RESULTS.md.

    models.py LW RESULTS [TRIALS [ROUNDS [CASE...]]]

LW is the command `lw` of a release build. Kernels are tuned first, TRIALS for each model, together. Every model runs with
the same parameters and inputs on all sides, and the results are compared. Needs Debian's python3-numpy and python3-torch.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"
# The kernels that fit the processor, before NumPy opens OpenBLAS.
BLAS = next((t["blas"] for t in json.loads(subprocess.run([sys.argv[1], "devices", "--json"], capture_output=True, text=True).stdout)["targets"]
             if "blas" in t), {}) if len(sys.argv) > 1 else {}
if BLAS.get("chosen_by") == "loopwright":
    os.environ["OPENBLAS_CORETYPE"] = BLAS["kernels"]
import numpy as np  # noqa: E402: after the number of threads

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MODELS = os.path.join(ROOT, "samples", "models")


def uniform(rng, shape, low, high):
    return rng.uniform(low, high, shape).astype("float32")


# ---- the models: parameters by name, inputs, and what PyTorch and NumPy compute ----


class Mlp:
    file, class_name, peers = "mlp.py", "MyModule", ("NumPy", "PyTorch")

    def __init__(self, batch):
        self.name, self.bind = "MLP, batch %d" % batch, ["--bind", "b=%d" % batch]
        self.params = dict(np.load(os.path.join(MODELS, "data", "mlp_params.npz")))
        self.inputs = {"x": uniform(np.random.default_rng(1), (batch, 784), 0, 1)}

    def numpy(self):
        p, x = self.params, self.inputs["x"]
        return np.maximum(x @ p["w0"].T + p["b0"], 0) @ p["w1"].T + p["b1"]

    def torch(self, torch, p, x):
        functional = torch.nn.functional
        return functional.linear(functional.relu(functional.linear(x["x"], p["w0"], p["b0"])), p["w1"], p["b1"])


class Resnet:
    name, file, class_name, bind, peers = "ResNet-18, 224 x 224", "resnet18.py", "resnet18", [], ("PyTorch",)

    def __init__(self):
        rng = np.random.default_rng(1)
        self.params, self.inputs = {}, {"image": uniform(rng, (1, 3, 224, 224), -1, 1)}

        def convolution(name, channels, filters, size):
            self.params[name + "_weight"] = uniform(rng, (filters, channels, size, size), -0.05, 0.05)
            for part, low, high in (("gamma", 0.5, 1.5), ("beta", -0.05, 0.05), ("mean", -0.05, 0.05), ("var", 0.5, 1.5)):
                self.params[name + "_" + part] = uniform(rng, (filters,), low, high)

        convolution("conv1", 3, 64, 7)
        channels = 64
        for stage, filters in enumerate((64, 128, 256, 512)):
            for block in (0, 1):
                name = "layer%d_%d" % (stage + 1, block)
                convolution(name + "_conv1", channels, filters, 3)
                convolution(name + "_conv2", filters, filters, 3)
                if stage and not block:
                    convolution(name + "_shortcut", channels, filters, 1)
                channels = filters
        self.params["fc_weight"] = uniform(rng, (1000, 512), -0.05, 0.05)
        self.params["fc_bias"] = uniform(rng, (1000,), -0.05, 0.05)

    def torch(self, torch, p, x):
        functional = torch.nn.functional

        def convolution(name, x, stride=1):
            weight = p[name + "_weight"]
            y = functional.conv2d(x, weight, stride=stride, padding=weight.shape[2] // 2)
            parts = [p[name + "_" + part] for part in ("mean", "var", "gamma", "beta")]
            return functional.batch_norm(y, *parts)

        y = functional.max_pool2d(functional.relu(convolution("conv1", x["image"], 2)), 3, 2, 1)
        for stage in range(4):
            for block in (0, 1):
                name, stride = "layer%d_%d" % (stage + 1, block), 2 if stage and not block else 1
                inner = functional.relu(convolution(name + "_conv1", y, stride))
                inner = convolution(name + "_conv2", inner)
                short = convolution(name + "_shortcut", y, stride) if stride == 2 else y
                y = functional.relu(inner + short)
        return functional.linear(functional.adaptive_avg_pool2d(y, 1).flatten(1), p["fc_weight"], p["fc_bias"])


class Transformer:
    name, file, class_name, bind, peers = "transformer block, 128 tokens", "transformer.py", "transformer", [], ("PyTorch",)

    def __init__(self):
        rng = np.random.default_rng(1)
        self.params, self.inputs = {}, {"x": uniform(rng, (1, 128, 768), -1, 1)}
        for name in ("norm1", "norm2"):
            self.params[name + "_gamma"] = uniform(rng, (768,), 0.5, 1.5)
            self.params[name + "_beta"] = uniform(rng, (768,), -0.05, 0.05)
        for name, inputs, outputs in (("query", 768, 768), ("key", 768, 768), ("value", 768, 768), ("output", 768, 768),
                                      ("inner", 768, 3072), ("outer", 3072, 768)):
            self.params[name + "_weight"] = uniform(rng, (inputs, outputs), -0.05, 0.05)
            self.params[name + "_bias"] = uniform(rng, (outputs,), -0.05, 0.05)

    def torch(self, torch, p, x):
        functional = torch.nn.functional

        def linear(name, x):
            return torch.matmul(x, p[name + "_weight"]) + p[name + "_bias"]

        def norm(name, x):
            return functional.layer_norm(x, (768,), p[name + "_gamma"], p[name + "_beta"])

        def heads(name, x):
            return linear(name, x).reshape(1, 128, 12, 64).permute(0, 2, 1, 3)

        x = x["x"]
        n = norm("norm1", x)
        scores = torch.matmul(heads("query", n), heads("key", n).transpose(2, 3)) * 0.125
        mixed = torch.matmul(functional.softmax(scores, -1), heads("value", n))
        x = x + linear("output", mixed.permute(0, 2, 1, 3).reshape(1, 128, 768))
        return x + linear("outer", functional.gelu(linear("inner", norm("norm2", x))))


# ---- measuring ----


def peak_mb(torch, call):
    """The most that PyTorch's allocator holds at once while `call` runs, beside what it holds before: temporaries and the result."""
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU], profile_memory=True) as profile:
        call()
    held = peak = 0
    for event in sorted(profile.profiler.kineto_results.events(), key=lambda e: e.start_us()):
        if event.name() == "[memory]":
            held += event.nbytes()
            peak = max(peak, held)
    return peak / 2**20


def median_ms(call, seconds=0.3):
    call()
    times, end = [], time.perf_counter() + seconds
    while len(times) < 5 or time.perf_counter() < end:
        begin = time.perf_counter()
        call()
        times.append(time.perf_counter() - begin)
    return 1000 * statistics.median(times)


def measure_ours(lw, case, db, folder, save):
    command = [lw, "run", os.path.join(MODELS, case.file) + ":" + case.class_name, "--params", folder + "/params.npz", "--inputs",
               folder + "/inputs.npz", "--threads", "1", "--min-ms", "1", "--json", "--db", db, "--tuned", *case.bind]
    if save:
        command += ["--save", folder + "/out.npz"]
    else:
        command += ["--reference", "none"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit("%s\n%s%s" % (" ".join(command), done.stdout, done.stderr))
    return json.loads(done.stdout)


def measure_case(lw, case, trials, rounds, torch):
    with tempfile.TemporaryDirectory() as folder:
        np.savez(folder + "/params.npz", **case.params)
        np.savez(folder + "/inputs.npz", **case.inputs)
        db = folder + "/records.sqlite"
        begin = time.perf_counter()
        subprocess.run([lw, "tune", os.path.join(MODELS, case.file) + ":" + case.class_name, "--params", folder + "/params.npz", "--threads",
                        "1", "--trials", str(trials), "--db", db, *case.bind], check=True, stdout=subprocess.DEVNULL)
        tuning = time.perf_counter() - begin
        p = {name: torch.from_numpy(array) for name, array in case.params.items()}
        x = {name: torch.from_numpy(array) for name, array in case.inputs.items()}
        with torch.no_grad():
            expected = case.torch(torch, p, x).numpy()
            peak = peak_mb(torch, lambda: case.torch(torch, p, x))
            ours = measure_ours(lw, case, db, folder, True)
            got = list(np.load(folder + "/out.npz").values())[0]
            error = float(np.abs(got - expected).max())
            times = {"ours": [], "PyTorch": [], "NumPy": []}
            for _ in range(rounds):
                times["ours"].append(measure_ours(lw, case, db, folder, False)["median_ms"])
                times["PyTorch"].append(median_ms(lambda: case.torch(torch, p, x)))
                if "NumPy" in case.peers:
                    times["NumPy"].append(median_ms(case.numpy))
        best = statistics.median(times["ours"])
        row = [case.name, str(ours["calls"]), "%.3f" % best]
        for peer in ("PyTorch", "NumPy"):
            if times[peer]:
                other = statistics.median(times[peer])
                row.append("%.3f (%.2fx)" % (other, other / best))
            else:
                row.append("")
        row += ["%.2f" % (ours["memory"]["peak"] / 2**20), "%.2f" % peak, "%.1e" % error, "%.0f" % tuning]
        print(" | ".join(row), flush=True)
        return row


def main():
    try:
        import torch
    except ImportError:
        sys.exit("models.py: PyTorch is not there; apt-get install python3-torch, and run it with /usr/bin/python3")
    torch.set_num_threads(1)
    lw, results = sys.argv[1:3]
    trials = int(sys.argv[3]) if len(sys.argv) > 3 else 256
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 5
    cases = {"mlp1": lambda: Mlp(1), "mlp256": lambda: Mlp(256), "resnet": Resnet, "transformer": Transformer}
    rows = [measure_case(lw, cases[name](), trials, rounds, torch) for name in sys.argv[5:] or cases]
    head = ["Model", "Kernels", "ms", "PyTorch ms", "NumPy ms", "Workspace MB", "PyTorch MB", "Error", "Tuned in s"]
    text = ["# Whole models", "",
            "`scripts/bench model`: %d trials for each model, then medians of %d rounds in turns, one thread. PyTorch %s, eager. Workspace: "
            "temporaries of a run; PyTorch MB: the most that its allocator holds during a run. Neither counts weights, packed or not. Error: "
            "largest difference from PyTorch. NumPy calculates with %s, %s kernels."
            % (trials, rounds, torch.__version__.split("a")[0], BLAS.get("library") or "no OpenBLAS", BLAS.get("kernels") or "unknown"), "",
            "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    text += ["| " + " | ".join(row) + " |" for row in rows]
    with open(results, encoding="utf-8") as file:
        before = file.read()
    marker = "# Whole models"
    if marker in before:
        start = before.index(marker)
        rest = before.find("\n# ", start + 1)
        before = before[:start] + (before[rest + 1:] if rest >= 0 else "")
    at = before.find("# GPU kernels")
    at = len(before) if at < 0 else at
    with open(results, "w", encoding="utf-8") as file:
        file.write(before[:at].rstrip("\n") + "\n\n" + "\n".join(text) + "\n\n" + before[at:])


if __name__ == "__main__":
    main()
