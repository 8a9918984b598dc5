"""Replays here the traces that TVM's MetaSchedule samples, and compares the programs that come of them.

    python3 tests/peers/sampled.py LW [CPU-TARGET]

TVM writes the design spaces of its own workloads for a CPU and for a GPU; each space gives one trace with sampled values.
`lw apply --trace` carries it out on the program as TVM prints it; the module has to be structurally equal to TVM's. Run by
scripts/check tvm, in an environment with apache-tvm."""

import json
import pathlib
import sys
import tempfile

import traces
import tvm
from tvm.s_tir import meta_schedule as ms
from tvm.s_tir.meta_schedule.testing.space_generation import generate_design_space
from tvm.s_tir.meta_schedule.testing.te_workload import create_te_workload

WORKLOADS = ["C1D", "C2D", "C3D", "CAP", "DEP", "DIL", "GMM", "GRP", "T2D", "CBR", "TBG", "NRM", "SFM"]


def spaces(before, kind, target):
    """The schedules that MetaSchedule generates."""
    return generate_design_space(kind=kind, mod=before, target=tvm.target.Target(target), types=ms.ScheduleRule)


def plain(value):
    """A number or text of TVM as one of Python."""
    if isinstance(getattr(value, "value", None), (int, float)):  # IntImm, FloatImm
        return value.value
    try:
        return int(value)
    except (TypeError, ValueError):
        return list(value) if hasattr(value, "__iter__") else str(value)


def compared(before, schedule):
    """"equal", or why not."""
    with tempfile.TemporaryDirectory() as folder:
        program, trace = pathlib.Path(folder) / "program.py", pathlib.Path(folder) / "trace.json"
        lines = before.script().splitlines()
        program.write_text("\n".join(line.removeprefix("# ") if line.startswith("# from") else line for line in lines) + "\n")
        trace.write_text(json.dumps(schedule.trace.simplified(True).as_json(), default=plain))
        status, after, why = traces.lw("apply", program, "--trace", trace, "--dialect", "tvm")
        if status != 0:
            return "refused: " + (why.splitlines() or ["lw apply failed"])[0][:200]
    try:
        made = traces.read(after)
    except Exception as error:  # TVM's parser raises many kinds
        return f"not read by TVM: {str(error).strip().splitlines()[-1][:160]}"
    try:
        tvm.ir.assert_structural_equal(made, schedule.mod)
    except ValueError as error:
        return f"DIFFERENT: {str(error).strip().splitlines()[0][:160]}"
    return "equal"


def main():
    """Prints a row for each trace that gives something else, and the sums."""
    kinds = {}
    targets = [("llvm", {"kind": "llvm", "num-cores": 4}), ("cuda", {"kind": "cuda", "arch": "sm_80", "max_threads_per_block": 1024,
                                                                     "max_shared_memory_per_block": 49152})]
    for name in WORKLOADS:
        before = create_te_workload(name, 0)
        before = before if isinstance(before, tvm.IRModule) else tvm.IRModule({"main": before})
        for kind, target in targets:
            for number, schedule in enumerate(spaces(before, kind, target)):
                result = compared(before, schedule)
                kinds[result.split(":")[0]] = kinds.get(result.split(":")[0], 0) + 1
                if result != "equal":
                    print(f"{name} on {kind}, space {number}: {result}")
    print(", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())))


if __name__ == "__main__":
    traces.LW = sys.argv[1]
    main()
