"""Opens modules that Apache TVM saved as JSON, through its own interpreter, and compares them with what it saved.

    python3 tests/peers/saved.py LW

`lw print FILE.json --python ... --tvm real` loads the module in TVM and prints it; TVM reads the print, which has to be
structurally equal to the module. Run by scripts/check tvm, in an environment with apache-tvm."""

import pathlib
import sys
import tempfile

import traces
import tvm
from sampled import WORKLOADS
from tvm.s_tir.meta_schedule.testing.te_workload import create_te_workload


def compared(module, path):
    """"equal", or why not."""
    path.write_text(tvm.ir.save_json(module))
    status, out, why = traces.lw("print", path, "--python", sys.executable, "--tvm", "real", "--dialect", "tvm")
    if status != 0:
        return "not opened: " + (why.splitlines() or ["lw print failed"])[0][:200]
    try:
        tvm.ir.assert_structural_equal(traces.read(out), module)
    except ValueError as error:
        return f"DIFFERENT: {str(error).strip().splitlines()[0][:160]}"
    return "equal"


def main():
    """Prints a row for each module that differs, and the sum."""
    traces.LW = sys.argv[1]
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for name in WORKLOADS:
            before = create_te_workload(name, 0)
            module = before if isinstance(before, tvm.IRModule) else tvm.IRModule({"main": before})
            results.append(compared(module, pathlib.Path(folder) / f"{name}.json"))
            if results[-1] != "equal":
                print(f"{name}: {results[-1]}")
    print(f"modules that TVM saved: {results.count('equal')} of {len(results)} open and are equal")
    return results.count("equal") != len(results)


if __name__ == "__main__":
    sys.exit(main())
