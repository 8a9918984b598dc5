"""Times kernels of language models in turns with llama.cpp, onnxruntime and PyTorch, one thread, and writes a section of
RESULTS.md.

    llm_peers.py LW FOLDER RESULTS [ROUNDS [TRIALS [CASE...]]]

LW is `lw` of a release build, FOLDER is for what is exported. Kernels are tuned with TRIALS trials (64); models are
scheduled by the cost model. Cases: product, layer, attention, causal, silu, largest, rms_norm, softmax."""

import json
import os
import sys

os.environ["OMP_NUM_THREADS"] = "1"

import ggml
import numpy as np
import onnxruntime
import torch
from in_turns import Kernel, Model, aligned, command, filled, geometric, in_turns, peaks, processor, write_section
from onnx import TensorProto, helper, numpy_helper

HERE = os.path.dirname(os.path.abspath(__file__))
torch.set_num_threads(1)
torch.set_grad_enabled(False)


def program(folder, name):
    """The file of a kernel; softmax is that of the searches, with other sizes."""
    if name != "softmax":
        return os.path.join(HERE, "programs", name + ".py")
    with open(os.path.join(HERE, "tune", "softmax.py"), encoding="utf-8") as file:
        text = file.read().split("\n\n\ndef reference")[0].replace("2048", "16").replace("1024", "32000")
    path = os.path.join(folder, name + ".py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text + "\n")
    return path


def tuned(lw, folder, name, trials):
    """The kernel, by the best trace of a search."""
    source, trace = program(folder, name), os.path.join(folder, name + ".json")
    command(lw, "tune", source, "--trials", str(trials), "--threads", "1", "--db", os.path.join(folder, "records.db"), "-o", trace)
    return Kernel(lw, folder, name, source, "--trace", trace)


def same(name, got, expected, tolerance):
    """Ends the program where results differ."""
    worst = float(np.abs(got.astype(np.float64) - expected).max() / max(np.abs(expected).max(), 1e-30))
    if not worst <= tolerance:
        raise SystemExit(f"{name}: results differ by {worst:.1e}, relative to the largest")


def sized(folder, source, name, line, values):
    """A copy of the source with other sizes."""
    with open(source, encoding="utf-8") as file:
        text = file.read()
    begin = text.index("\n" + line) + 1
    text = text[:begin] + line + values + text[text.index("\n", begin) :]
    path = os.path.join(folder, name + ".py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def matmul_nbits(path, words, scale, outputs, terms, x):
    """onnxruntime's call for the same weights."""
    node = helper.make_node("MatMulNBits", ["x", "w", "s"], ["y"], domain="com.microsoft", K=terms, N=outputs, bits=4, block_size=32)
    graph = helper.make_graph([node], "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, terms])],
                              [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, outputs])],
                              [numpy_helper.from_array(words.reshape(outputs, terms // 32, 16), "w"),
                               numpy_helper.from_array(scale.reshape(-1), "s")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)], ir_version=9)
    with open(path, "wb") as file:
        file.write(model.SerializeToString())
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    return lambda: session.run(None, {"x": x})[0]


def products(lw, folder, _):
    """One row times 4-bit weights."""
    for outputs, terms in ((4096, 4096), (11008, 4096), (4096, 11008)):
        random = np.random.default_rng(1)
        words = random.integers(0, 256, (outputs, terms // 32, 16, 1), dtype=np.uint8)
        scale = random.uniform(0.002, 0.004, (outputs, terms // 32, 1)).astype(np.float32)
        x = filled(random.uniform(-1, 1, (1, terms)).astype(np.float32))
        weights = (np.concatenate((words & 15, words >> 4), axis=3).reshape(outputs, terms // 32, 32).astype(np.float32) - 8) * scale
        weights = weights.reshape(outputs, terms)
        name = f"four_bits_{outputs}_{terms}"
        np.savez(os.path.join(folder, name + ".npz"), words=words, scale=scale)
        source = sized(folder, os.path.join(HERE, "programs", "four_bits.py"), name, "OUTPUTS, TERMS = ", f"{outputs}, {terms}")
        y = aligned((1, outputs), np.float32)
        ours = Model(lw, folder, name, source, os.path.join(folder, name + ".npz")).on((x, y))
        ours()
        same(name, y, (x.astype(np.float64) @ weights.T), 1e-4)
        four, eight = ggml.Product(weights, x, ggml.Q4_0), ggml.Product(weights, x, ggml.Q8_0)
        nbits = matmul_nbits(os.path.join(folder, name + ".onnx"), words, scale, outputs, terms, x)
        same(name, nbits(), (x.astype(np.float64) @ weights.T), 3e-2)
        four()
        same(name, four.values(), (x.astype(np.float64) @ weights.T), 5e-2)
        yield (f"one row, {outputs} x {terms}, 4 bits", words.nbytes + scale.nbytes, 2 * outputs * terms,
               {"ours": ours, "llama.cpp Q4_0": four, "llama.cpp Q8_0": eight, "onnxruntime MatMulNBits": nbits})


def layers(lw, folder, _):
    """One token through samples/models/decoder.py, after 1023 others."""
    width, heads, groups, inner, most, total = 4096, 32, 8, 11008, 2048, 1024
    size, random = width // heads, np.random.default_rng(1)
    parameters = {n + "_gain": random.uniform(0.5, 1.5, width).astype(np.float32) for n in ("attention", "feed")}
    for name, terms, outputs in (("qkv", width, (heads + 2 * groups) * size), ("output", width, width), ("gate", width, inner),
                                 ("up", width, inner), ("down", inner, width)):
        parameters[name + "_words"] = random.integers(0, 256, (outputs, terms // 32, 16, 1), dtype=np.uint8)
        parameters[name + "_scale"] = random.uniform(0.002, 0.004, (outputs, terms // 32, 1)).astype(np.float16)
    np.savez(os.path.join(folder, "layer.npz"), **parameters)
    source = sized(folder, os.path.join(HERE, "..", "..", "samples", "models", "decoder.py"), "layer", "WIDTH, HEADS, GROUPS, INNER, MOST = ",
                   f"{width}, {heads}, {groups}, {inner}, {most}")
    model = Model(lw, folder, "layer", source, os.path.join(folder, "layer.npz"), "--bind", "n=1", "--bind", f"total<={most}")
    angles = np.arange(most)[:, None] * 10000.0 ** (-np.arange(size // 2) / (size // 2))
    caches = [filled(random.uniform(-1, 1, (groups, most, size)).astype(np.float16)) for _ in range(2)]
    arrays = (filled(random.uniform(-1, 1, (1, width)).astype(np.float32)), filled(np.cos(angles).astype(np.float32)),
              filled(np.sin(angles).astype(np.float32)), *caches, aligned((1, width), np.float32))
    path = os.path.join(folder, "layer.gguf")
    ggml.write_layer(path, width, heads, groups, inner, most)
    bytes_ = sum(p.nbytes for p in parameters.values()) + 2 * groups * total * size * 2
    flops = 2 * sum(2 * p.size for n, p in parameters.items() if n.endswith("words")) + 4 * heads * total * size
    yield (f"decoder layer, token {total}", bytes_, flops,
           {"ours": model.on(arrays, total), "llama.cpp Q4_0": ggml.Layer(path, total - 1, most, 1)})


def attention(lw, folder, trials):
    """All tokens at once."""
    random = np.random.default_rng(1)
    q, k, v = (filled(random.uniform(-1, 1, (12, 128, 64)).astype(np.float32)) for _ in range(3))
    o = aligned((12, 128, 64), np.float32)
    ours = tuned(lw, folder, "attention", trials).on(q, k, v, o)
    a, b, c = (torch.from_numpy(t)[None] for t in (q, k, v))
    theirs = lambda: torch.nn.functional.scaled_dot_product_attention(a, b, c)
    ours()
    same("attention", o, theirs()[0].numpy(), 1e-4)
    yield "attention 12 x 128 x 128 x 64", 4 * q.nbytes, 4 * 12 * 128 * 128 * 64, {"ours": ours, "torch": theirs}


def causal(lw, folder, trials):
    """All tokens at once, each of which sees the earlier ones; terms that are masked do not count."""
    for heads, tokens, size in ((12, 128, 64), (32, 1024, 128)):
        random = np.random.default_rng(1)
        q, k, v = (filled(random.uniform(-1, 1, (heads, tokens, size)).astype(np.float32)) for _ in range(3))
        o, p = (aligned((heads, tokens, size), np.float32) for _ in range(2))
        name = f"causal_{tokens}"
        source = sized(folder, os.path.join(HERE, "programs", "causal.py"), name, "HEADS, TOKENS, SIZE, SCALE = ",
                       f"{heads}, {tokens}, {size}, {size ** -0.5}")
        trace = os.path.join(folder, name + ".json")
        if not os.path.exists(trace):
            command(lw, "tune", source, "--trials", str(trials), "--threads", "1", "--db", os.path.join(folder, "records.db"), "-o", trace)
        ours = Kernel(lw, folder, name, source, "--trace", trace).on(q, k, v, o)
        # The same steps without the last one.
        with open(trace, encoding="utf-8") as file:
            instructions, decisions = json.load(file)
        whole = os.path.join(folder, name + "_whole.json")
        with open(whole, "w", encoding="utf-8") as file:
            json.dump([[i for i in instructions if i[0] != "SkipMasked"], decisions], file)
        all_terms = Kernel(lw, folder, name + "_whole", source, "--trace", whole).on(q, k, v, p)
        a, b, c = (torch.from_numpy(t)[None] for t in (q, k, v))
        theirs = lambda: torch.nn.functional.scaled_dot_product_attention(a, b, c, is_causal=True)  # pylint: disable=cell-var-from-loop
        ours()
        all_terms()
        for got in (o, p):
            same(name, got, theirs()[0].numpy(), 1e-4)
        yield (f"causal attention {heads} x {tokens} x {tokens} x {size}", 4 * q.nbytes, 2 * heads * tokens * (tokens + 1) * size,
               {"ours": ours, "torch": theirs, "ours without the mask in loops": all_terms})


def small(lw, folder, trials, name):
    """Kernels between the products."""
    random = np.random.default_rng(1)
    rows = lambda shape, kind: filled(random.uniform(-2, 2, shape).astype(kind))
    if name == "silu":
        g, u = rows((16, 11008), np.float16), rows((16, 11008), np.float16)
        a, b = torch.from_numpy(g), torch.from_numpy(u)
        arrays, theirs = (g, u, aligned((16, 11008), np.float16)), lambda: torch.nn.functional.silu(a) * b
        checked, tolerance = 2, 2e-3
    elif name == "largest":
        x = rows((32000,), np.float32)
        a = torch.from_numpy(x)
        arrays, theirs = (x, aligned((1,), np.float32), aligned((1,), np.int32)), lambda: torch.argmax(a).reshape(1)
        checked, tolerance = 2, 0
    elif name == "rms_norm":
        x, g = rows((16, 4096), np.float16), rows((4096,), np.float16)
        a, b = torch.from_numpy(x), torch.from_numpy(g)
        arrays, theirs = (x, g, aligned((16, 4096), np.float16)), lambda: torch.nn.functional.rms_norm(a, (4096,), b, 1e-5)
        checked, tolerance = 2, 3e-3
    else:
        x = rows((16, 32000), np.float32)
        a = torch.from_numpy(x)
        arrays, theirs = (x, aligned((16, 32000), np.float32)), lambda: torch.softmax(a, 1)
        checked, tolerance = 1, 1e-5
    ours = tuned(lw, folder, name, trials).on(*arrays)
    ours()
    same(name, arrays[checked], theirs().numpy().astype(np.float64), tolerance)
    compiled = torch.compile(theirs)
    compiled()
    yield name, sum(a.nbytes for a in arrays), 0, {"ours": ours, "torch": theirs, "torch compiled": compiled}


def main():
    """Measures and writes."""
    lw, folder, results = sys.argv[1:4]
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 11
    trials = int(sys.argv[5]) if len(sys.argv) > 5 else 64
    os.makedirs(folder, exist_ok=True)
    cases = {"product": products, "layer": layers, "attention": attention, "causal": causal}
    cases.update({n: lambda lw, folder, trials, n=n: small(lw, folder, trials, n) for n in ("silu", "largest", "rms_norm", "softmax")})
    found = peaks(lw)
    lines, best = [], []
    for case in sys.argv[6:] or cases:
        for name, bytes_, flops, ways in cases[case](lw, folder, trials):
            ms, ratios = in_turns(ways, rounds)
            beside = "; ".join(f"{peer} {ms[peer]:.3g} ms, {ratio:.2f}" for peer, ratio in ratios.items())
            speed = f"{bytes_ / ms['ours'] / 1e6:.1f} GB/s" + (f", {flops / ms['ours'] / 1e6:.0f} GFLOP/s" if flops else "")
            best.append(min(r for peer, r in ratios.items() if not peer.startswith("ours")))
            lines.append(f"| {name} | {ms['ours']:.3g} | {speed} | {beside} |")
            print(lines[-1], flush=True)
    import llama_cpp  # pylint: disable=import-outside-toplevel

    versions = f"llama-cpp-python {llama_cpp.__version__}, onnxruntime {onnxruntime.__version__}, torch {torch.__version__}"
    write_section(results, "Kernels of language models", [
        f"{processor()}: {found['gflops']:.0f} GFLOP/s float32 and {found['gbps']:.1f} GB/s of memory, one thread. {versions}; "
        f"medians of {rounds} rounds in turns in one process, ms, and how many times as fast ours is. Kernels by searches of "
        f"{trials} trials; products of 4 bits and the layer by the cost model alone. Bytes are those that have to be read or "
        "written once.", "",
        "| kernel | ours ms | ours | peers: ms, times as fast |", "|---|---|---|---|", *lines, "",
        f"Geometric mean over the kernels, beside the fastest peer of each: {geometric(best):.2f}."])


if __name__ == "__main__":
    main()
