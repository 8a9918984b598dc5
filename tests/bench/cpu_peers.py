"""Times products, convolutions and rows in turns with MKL and oneDNN (through PyTorch) and with the OpenBLAS that NumPy's
package holds, one thread, and writes a section of RESULTS.md.

    cpu_peers.py LW FOLDER RESULTS [ROUNDS [CASE...]]

LW is `lw` of a release build, FOLDER is for what is exported. Cases: products, convolutions, rows."""

import ctypes
import os
import sys

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np
import torch
from in_turns import Kernel, aligned, filled, geometric, in_turns, peaks, processor, write_section
from torch.utils import mkldnn

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLES = os.path.join(HERE, "..", "..", "samples", "kernels")
SHAPES = ((256, 256, 256), (512, 512, 512), (1024, 1024, 1024), (2048, 2048, 2048), (4096, 64, 256), (64, 4096, 256), (37, 53, 91),
          (1000, 999, 998))
PROGRAM = """from tvm.script import tir as T


@T.prim_func
def mm(A: T.Buffer(({m}, {k}), "float32"), B: T.Buffer(({k}, {n}), "float32"), C: T.Buffer(({m}, {n}), "float32")):
    T.func_attr({{"tir.noalias": True}})
    for i, j, k in T.grid({m}, {n}, {k}):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
"""
torch.set_num_threads(1)
torch.set_grad_enabled(False)


def openblas():
    """The library that NumPy has loaded: its version, and the kernels that it chose."""
    with open("/proc/self/maps", encoding="utf-8") as file:
        path = next(line.split()[-1] for line in file if "openblas" in line)
    library = ctypes.CDLL(path)
    for name in ("scipy_openblas_get_config64_", "openblas_get_config64_", "openblas_get_config"):
        if hasattr(library, name):
            get = getattr(library, name)
            get.restype = ctypes.c_char_p
            return " ".join(w for w in get().decode().split() if w not in ("USE64BITINT", "DYNAMIC_ARCH", "NO_AFFINITY"))
    return os.path.basename(path)


def same(name, got, expected, tolerance):
    """Ends the program where results differ."""
    worst = float(np.abs(got - expected).max() / max(np.abs(expected).max(), 1e-30))
    if not worst <= tolerance:
        raise SystemExit(f"{name}: results differ by {worst:.1e}, relative to the largest")


def products(lw, folder):
    """C = A B, float32, by the composite gebp."""
    random = np.random.default_rng(1)
    for m, n, k in SHAPES:
        name = f"mm_{m}_{n}_{k}"
        source = os.path.join(folder, name + ".py")
        with open(source, "w", encoding="utf-8") as file:
            file.write(PROGRAM.format(m=m, n=n, k=k))
        a, b = (filled(random.uniform(-1, 1, s).astype(np.float32)) for s in ((m, k), (k, n)))
        c, other, third = (aligned((m, n), np.float32) for _ in range(3))
        ours = Kernel(lw, folder, name, source, "--do", "gebp(C)").on(a, b, c)
        ta, tb, tc = torch.from_numpy(a), torch.from_numpy(b), torch.from_numpy(third)
        ours()
        same(name, c, a.astype(np.float64) @ b, 1e-5)
        yield (f"{m} x {n} x {k}", 2 * m * n * k, 0,
               {"ours": ours, "MKL": lambda: torch.mm(ta, tb, out=tc), "OpenBLAS": lambda: np.matmul(a, b, out=other)})


def convolutions(lw, folder):
    """samples/kernels beside oneDNN: of its layouts the fastest, weights laid out beforehand."""
    random = np.random.default_rng(1)
    array = lambda *shape: filled(random.uniform(-1, 1, shape).astype(np.float32))
    cases = (("conv2d", array(64, 56, 56), array(64, 64, 3, 3), (64, 56, 56), {"padding": 1}),
             ("conv2d_1x1", array(256, 28, 28), array(128, 256), (128, 28, 28), {}),
             ("depthwise", array(128, 58, 66), array(128, 3, 3), (128, 56, 64), {"groups": 128}))
    for name, x, w, shape, options in cases:
        y = aligned(shape, np.float32)
        ours = Kernel(lw, folder, name, os.path.join(SAMPLES, name + ".py"), "--script", os.path.join(SAMPLES, name + ".py")).on(x, w, y)
        kernel = torch.from_numpy(w).reshape(shape[0], -1, *(w.shape[-2:] if w.ndim > 2 else (1, 1)))
        image = torch.from_numpy(x)[None]
        last = image.contiguous(memory_format=torch.channels_last)
        last_kernel = kernel.contiguous(memory_format=torch.channels_last)
        module = torch.nn.Conv2d(x.shape[0], shape[0], kernel.shape[-1], bias=False, **options).eval()
        module.weight = torch.nn.Parameter(kernel, requires_grad=False)
        packed = mkldnn.to_mkldnn(module)
        blocked = image.to_mkldnn()
        ours()
        same(name, y, module(image)[0].numpy(), 1e-4)
        terms = kernel[0].numel()
        yield (name, 2 * terms * int(np.prod(shape)), 0,
               {"ours": ours, "oneDNN, NCHW": lambda: torch.nn.functional.conv2d(image, kernel, **options),
                "oneDNN, NHWC": lambda: torch.nn.functional.conv2d(last, last_kernel, **options),
                "oneDNN, its own layout": lambda: packed(blocked)})


def rows(lw, folder):
    """samples/kernels that move memory."""
    random = np.random.default_rng(1)
    x = filled(random.uniform(-1, 1, (2048, 1024)).astype(np.float32))
    scale, shift = (filled(random.uniform(0.5, 1.5, 1024).astype(np.float32)) for _ in range(2))
    y, t = aligned(x.shape, np.float32), torch.from_numpy(x)
    ts, tb = torch.from_numpy(scale), torch.from_numpy(shift)
    for name, arrays, theirs in (("softmax", (x, y), lambda: torch.softmax(t, 1)),
                                 ("layer_norm", (x, scale, shift, y), lambda: torch.nn.functional.layer_norm(t, (1024,), ts, tb, 1e-5))):
        source = os.path.join(SAMPLES, name + ".py")
        ours = Kernel(lw, folder, name, source, "--script", source).on(*arrays)
        ours()
        same(name, y, theirs().numpy(), 1e-4)
        yield name, 0, x.nbytes + y.nbytes, {"ours": ours, "torch": theirs}
    a, b = filled(random.uniform(-1, 1, (2048, 2048)).astype(np.float32)), aligned((2048, 2048), np.float32)
    ta, tb2 = torch.from_numpy(a), torch.from_numpy(aligned((2048, 2048), np.float32))
    source = os.path.join(SAMPLES, "transpose.py")
    ours = Kernel(lw, folder, "transpose", source, "--script", source).on(a, b)
    ours()
    same("transpose", b, a.T, 0)
    yield "transpose", 0, 2 * a.nbytes, {"ours": ours, "torch": lambda: tb2.copy_(ta.T)}


def main():
    """Measures and writes."""
    lw, folder, results = sys.argv[1:4]
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 11
    os.makedirs(folder, exist_ok=True)
    cases = {"products": products, "convolutions": convolutions, "rows": rows}
    found = peaks(lw)
    lines, by_peer, best = [], {}, []
    for case in sys.argv[5:] or cases:
        for name, flops, bytes_, ways in cases[case](lw, folder):
            ms, ratios = in_turns(ways, rounds)
            for peer, ratio in ratios.items():
                by_peer.setdefault((case, peer), []).append(ratio)
            best.append(min(ratios.values()))
            speed = (f"{flops / ms['ours'] / 1e6:.0f} GFLOP/s, {flops / ms['ours'] / 1e4 / found['gflops']:.0f} %" if flops
                     else f"{bytes_ / ms['ours'] / 1e6:.1f} GB/s")
            beside = "; ".join(f"{peer} {ms[peer]:.3g} ms, {ratio:.2f}" for peer, ratio in ratios.items())
            lines.append(f"| {name} | {ms['ours']:.3g} | {speed} | {beside} |")
            print(lines[-1], flush=True)
    means = "; ".join(f"{case} beside {peer} {geometric(all_):.2f}" for (case, peer), all_ in by_peer.items())
    config = torch.__config__.show()
    versions = ", ".join(line.strip(" -").split(" Build")[0].split(" (Git")[0] for line in config.splitlines()
                         if "oneAPI Math" in line or "Intel(R) MKL-DNN" in line)
    write_section(results, "Kernels beside MKL, oneDNN and OpenBLAS", [
        f"{processor()}: {found['gflops']:.0f} GFLOP/s float32 and {found['gbps']:.1f} GB/s of memory, one thread. torch "
        f"{torch.__version__} ({versions}); NumPy {np.__version__} ({openblas()}). Medians of {rounds} rounds in turns in one process, "
        "ms, and how many times as fast ours is; % of the measured peak.", "",
        "| kernel | ours ms | ours | peers: ms, times as fast |", "|---|---|---|---|", *lines, "",
        f"Geometric means: {means}; beside the fastest peer of each kernel {geometric(best):.2f}."])
    print(means, f"best {geometric(best):.2f}")


if __name__ == "__main__":
    main()
