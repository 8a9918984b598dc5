"""Calls the functions of public files that make programs, and reads again what their programs print.

    python3 tests/peers/factories.py [--json OUT] FILE...

FILE: a Python file or a folder. A factory is called with arguments by the names and types of its parameters (below), as a
person would choose them. What it returns has to be verified by the engine, printed, and read again as the same program.
The functions that a file makes itself go the same way. The files are public; none is part of this repository."""

import argparse
import json
import pathlib
import signal
import subprocess
import sys

# By the name of a parameter, for all factories. Sizes are small and fit each other.
BY_NAME = {
    "n": 64, "k": 64, "m": 64, "N": 128, "K": 128, "M": 64, "TX": 64, "eps": 1e-5, "hidden_size": 256, "chunk_size": 4096,
    "active_vocab_size": 1000, "vocab_size": 1000, "pN": 4, "crop_size": (8, 8), "quantize_dtype": "int4", "group_size": 32,
    "indptr_dtype": "int32", "block_size": (32, 32), "block_n": 128, "block_k": 128, "BLOCK_SIZE_M": 16, "BLOCK_SIZE_N": 32,
    "BLOCK_SIZE_K": 64, "GROUP_SIZE_M": 4, "num_warps": 4, "num_stages": 2, "shards": 2, "num_key_heads": 2,
    "num_value_heads": 4, "key_head_dim": 32, "value_head_dim": 32, "num_heads": 4, "head_size": 64, "head_dim": 64,
    "num_kv_heads": 2, "num_qo_heads": 4, "num_key_value_heads": 2, "num_hidden_layers": 2, "h_kv": 2, "h_q": 4, "d": 64,
    "d_qk": 64, "d_v": 64, "d_latent": 64, "d_rope": 32, "page_size": 16, "max_batch_size": 4, "max_history": 2, "state_id": 0,
    "shape": (4, 8), "rope_scaling": {}, "sliding_window": False, "theta": 10000.0, "scale": 1.0, "num_q_heads": 4,
    "global_symbol": "kernel", "top_k": 2, "num_experts": 4, "inclusive": True, "h_crop": 2, "w_crop": 2, "resized_height": 16,
    "resized_width": 16, "r0": 1, "r1": 1, "r2": 2, "r3": 2, "size": 128, "local_size": 8, "k_dim": 16, "m_dim": 16,
    "n_dim": 16, "matrix_name": "A", "transposed": False, "is_b": False, "is_col_major": False, "b_transposed": False,
    "shared_scope": "shared", "scope": "global", "dtype_a": "int8", "dtype_b": "int8", "dtype_c": "int32", "in_dtype": "float16",
    "out_dtype": "float16", "state_dtype": "float32", "qkv_dtype": "float16", "v_dtype": "float16", "dtype": "float16",
    "prob_dtype": "float32", "cols": 4, "rows": 4, "n_elems": 8, "n_lanes": 4, "data_dtype": "uint8", "weight_dtype": "int8",
    "lmul": 1, "input_shape": (4, 8), "output_pair_shape": (4, 5, 2), "algorithm": 2, "state_len": 2, "out_shape": (8,),
    "name": "C2D", "idx": 0, "num_routed_experts": 8, "n_group": 4, "topk_group": 2, "topk_method": "group_limited_greedy",
    "num_tokens": 4, "num_local_experts": 4, "batch_size": 4,
}
# Where the names do not say enough: the arguments of one function.
OF_FUNCTION = {
    "gemv": 'nn.Tensor.placeholder((1, 64), "float16"), nn.Tensor.placeholder((4, 128, 64), "float16"), '
            'nn.Tensor.placeholder((1, 2), "int32")',
    "dequantize_gemv": 'nn.Tensor.placeholder((1, 64), "float16"), nn.Tensor.placeholder((4, 128, 8), "uint32"), '
                       'nn.Tensor.placeholder((4, 128, 2), "float16"), nn.Tensor.placeholder((1, 2), "int32"), "int4", 32',
    "dequantize_float8_gemv": 'nn.Tensor.placeholder((1, 64), "float16"), nn.Tensor.placeholder((4, 128, 16), "uint32"), '
                              'nn.Tensor.placeholder((1,), "float32"), nn.Tensor.placeholder((1, 2), "int32"), '
                              '"float8_e4m3fn"',
    "dequantize_block_scale_float8_gemv": 'nn.Tensor.placeholder((1, 64), "float16"), '
                                          'nn.Tensor.placeholder((4, 128, 64), "float8_e4m3fn"), '
                                          'nn.Tensor.placeholder((4, 4, 2), "float32"), '
                                          'nn.Tensor.placeholder((1, 2), "int32"), (32, 32), "float16"',
    "group_gemm": 'nn.Tensor.placeholder((16, 64), "float16"), nn.Tensor.placeholder((4, 128, 64), "float16"), '
                  'nn.Tensor.placeholder((5,), "int32")',
    "dequantize_group_gemm": 'nn.Tensor.placeholder((16, 64), "float16"), nn.Tensor.placeholder((4, 128, 8), "uint32"), '
                             'nn.Tensor.placeholder((4, 128, 2), "float16"), nn.Tensor.placeholder((5,), "int32"), "int4", '
                             '"int32", 32',
    "gating_topk": 'nn.Tensor.placeholder((4, 8), "float16"), 2',
    "gating_softmax_topk": 'nn.Tensor.placeholder((4, 8), "float16"), 2',
    "group_limited_greedy_topk": 'nn.Tensor.placeholder((4, 8), "float16"), 2, 8, 4, 2, "group_limited_greedy", 4, None',
    "get_indices": 'nn.Tensor.placeholder((32,), "int32"), nn.Tensor.placeholder((4, 2), "int32")',
    "get_indptr": 'nn.Tensor.placeholder((32,), "int32"), 4, 4, True, "int32"',
    "scatter_output": 'nn.Tensor.placeholder((8, 64), "float16"), nn.Tensor.placeholder((8,), "int32")',
    "_compute_expert_id_per_block": 'nn.Tensor.placeholder((5,), "int32"), 4, 16, 16',
    "dequantize_float8_groupwise_scaled_gemv": 'nn.Tensor.placeholder((1, 64), "float16"), '
                                               'nn.Tensor.placeholder((128, 64), "float8_e4m3fn"), '
                                               'nn.Tensor.placeholder((4, 2), "float32"), (32, 32), "float16"',
    "llama_rope": 'nn.Tensor.placeholder((1, 4, 8, 64), "float16"), tvm.tir.Var("total_seq_len", "int64"), 10000.0, 1.0, 4, '
                  '2, {}',
    "sample_top_p_top_k_from_sorted_prob": 'nn.Tensor.placeholder((4, 16), "float32"), nn.Tensor.placeholder((4, 16), "int64"), '
                                           'nn.Tensor.placeholder((4, 1), "float32"), nn.Tensor.placeholder((4, 1), "int64"), '
                                           'nn.Tensor.placeholder((4, 1), "float32"), nn.Tensor.placeholder((4, 1), "int64")',
    "renormalize_top_p_top_k_prob": 'nn.Tensor.placeholder((4, 16), "float32"), nn.Tensor.placeholder((4, 16), "float32"), '
                                    'nn.Tensor.placeholder((4, 1), "float32"), nn.Tensor.placeholder((4, 1), "int64")',
    "get_mma_fill_intrin": '"float16", 8', "get_mma_store_intrin": '"float16", 8, "global", True',
    "get_mma_sync_intrin": '8, 8, 32, "int8", "int32", True',
    "get_simdgroup_multiply_accumulate_intrin": '8, 8, 8, "float16"', "get_mfma_intrin": '4, "float32", "float32"',
    "get_dotprod_intrin": '"int8", "int32"', "get_sme_gemm_interleaved_mopa_2svlx2svl_intrin": 'None, 16, "float16"',
    "gpu_multinomial_from_uniform": "", "gpu_2d_continuous_cumsum": "", "rvv_vec_dot_product_kernels":
    '8, 4, "uint8", "int8", "int32", 1', "_build_stablehlo_rng_bit_generator_primfunc": '2, 2, "uint32", (8,)',
}
# Parameters that only other parts of such a program can give: a pass's module, a call of a graph, an imported model. The
# functions that take them build no program by themselves.
NOT_BY_HAND = ("mod", "bb", "call", "model", "exported_program", "named_params", "func", "predictions", "shape_dict", "debug",
               "subgraph_index", "then_subgraph_index", "cond_subgraph_index", "extern_mods")


def expression_of(factory):
    """The call, as text; None: its arguments are parts of another program."""
    name, parameters = factory["name"], factory["parameters"]
    if any(p["name"] in NOT_BY_HAND for p in parameters) or (name.split(".")[-1].startswith("__")):
        return None
    short = name.split(".")[-1]
    if short in OF_FUNCTION:
        return f"{name}({OF_FUNCTION[short]})"
    arguments = []
    for p in parameters:
        if p["default"] is not None:
            continue
        if "Tensor" in p["annotation"]:
            arguments.append(f'{p["name"]}=nn.Tensor.placeholder((1, 3, 16, 16), "float16")')
        elif p["name"] == "target" or "Target" in p["annotation"]:
            arguments.append(f'{p["name"]}=tvm.target.Target("cuda")')
        elif p["name"] in BY_NAME:
            arguments.append(f'{p["name"]}={BY_NAME[p["name"]]!r}')
        elif p["annotation"] == "int":
            arguments.append(f'{p["name"]}=16')
        elif "dtype" in p["name"]:
            arguments.append(f'{p["name"]}="float16"')
        else:
            return f"{name}()"  # fails, and is counted
    return f"{name}({', '.join(arguments)})"


def read_again(text):
    """Raises unless the program is verified, printed, and read again as itself."""
    import tvm

    first = tvm.script.from_source(text)
    second = tvm.script.from_source(first.script())
    tvm.ir.assert_structural_equal(first, second)


def needs_an_object(collector, name):
    """Is it a method of objects, which a person would have to make first?"""
    head, _, method = name.rpartition(".")
    return bool(head) and not isinstance(vars(collector.names[head]).get(method), (staticmethod, classmethod))


def outcome_of(collector, factory):
    """"read again", or why not; None: its arguments are parts of another program."""
    expression = expression_of(factory)
    if expression is None or needs_an_object(collector, factory["name"]):
        return None
    errors = len(collector.errors)
    collector.call(expression)
    if len(collector.errors) > errors:
        return f"{expression}: {collector.errors[-1]['message'].splitlines()[0][:200]}"
    try:
        for number in collector.called:
            read_again(collector.programs.listed()[number]["text"])
    except Exception as error:  # noqa: BLE001: whatever the engine raises
        return f"{expression}: not read again: {str(error).splitlines()[0][:200]}"
    return "read again"


def one_file(path):
    """The outcome of each function of the file."""
    sys.argv = [path]
    from loopwright.tvm.aliases import install
    from loopwright.tvm.collecting.collector import Collector
    from loopwright.tvm.stand_ins import StandIns

    install()
    collector = Collector(StandIns(sys.meta_path))
    collector.run(path)
    found = {}
    for entry in collector.programs.listed():
        try:
            read_again(entry["text"])
            found[entry["name"]] = "read again"
        except Exception as error:  # noqa: BLE001: whatever the engine raises
            found[entry["name"]] = f"not read again: {str(error).splitlines()[0][:200]}"
    for factory in collector.factories:
        signal.alarm(60)
        found[factory["name"]] = outcome_of(collector, factory)
    signal.alarm(0)
    return found


def main():
    """Prints the functions that fail and the sums."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("files", nargs="+")
    arguments.add_argument("--json", default="")
    arguments.add_argument("--one", action="store_true", help="one file, in this process")
    given = arguments.parse_args()
    if given.one:
        stdout, sys.stdout = sys.stdout, sys.stderr
        found = one_file(given.files[0])
        print(json.dumps(found), file=stdout, flush=True)
        return
    paths = []
    for f in map(pathlib.Path, given.files):
        paths += sorted(f.rglob("*.py")) if f.is_dir() else [f]
    right = counted = 0
    everything = {}
    for path in paths:
        done = subprocess.run([sys.executable, __file__, "--one", str(path)], capture_output=True, text=True, check=False,
                              timeout=600)
        try:
            found = json.loads(done.stdout.splitlines()[-1])
        except (IndexError, ValueError):
            print(f"{path}: {(done.stderr.splitlines() or ['it ended without a word'])[-1][:200]}")
            continue
        found = {name: why for name, why in found.items() if why is not None}
        if not found:
            continue
        everything[str(path)] = found
        counted += len(found)
        right += sum(why == "read again" for why in found.values())
        for name, why in found.items():
            if why != "read again":
                print(f"{path}:{name}: {why}")
    print(f"{right} of {counted} functions are verified, printed and read again")
    if given.json:
        pathlib.Path(given.json).write_text(json.dumps(everything, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
