"""Carries out our traces in Apache TVM and compares what it makes with what we made.

    python3 tests/peers/traces.py LW FOLDER...

For each file with schedules, `lw apply` gives the trace and the program in TVM's dialect; TVM reads the program before the
steps, applies the trace, and its module has to be structurally equal to ours. Run by scripts/check tvm, in an environment
with apache-tvm."""

import json
import pathlib
import subprocess
import sys
import tempfile

import tvm
from tvm.s_tir.schedule import Schedule, Trace


def lw(*arguments):
    """(exit status, what lw printed, its errors)."""
    done = subprocess.run([LW, *map(str, arguments)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def read(text):
    """The module of a printed program."""
    lines = [line for line in text.splitlines() if not line.startswith(("from ", "import "))]
    made = tvm.script.from_source("\n".join(lines).strip() + "\n")
    return made if isinstance(made, tvm.IRModule) else tvm.IRModule({"main": made})


def schedules_of(path):
    """The schedule functions of a file, with the program that each begins with."""
    status, out, _ = lw("programs", path, "--json")
    if status != 0:
        return []
    found = json.loads(out)
    # The first program is the one that is scheduled; in tests a second one is what comes of it.
    program = found["programs"][0]["name"] if len(found["programs"]) > 1 else ""
    return [(s["name"], program) for s in found.get("schedules", [])]


def compared(path, function, program):
    """What the comparison gave: "equal", or why not."""
    target = f"{path}:{program}" if program else path
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder) / "trace.json"
        status, after, why = lw("apply", target, "--script", f"{path}:{function}", "--dialect", "tvm", "--trace-json", trace)
        if status != 0:
            return "skipped: " + (why.splitlines() or ["lw apply failed"])[0][:120]
        status, before, why = lw("print", target, "--dialect", "tvm")
        if status != 0:
            return "skipped: " + (why.splitlines() or ["lw print failed"])[0][:120]
        steps = json.loads(trace.read_text())
    try:
        start, wanted = read(before), read(after)
    except Exception as error:  # TVM's parser raises many kinds
        return f"not read by TVM: {type(error).__name__}: {str(error).strip().splitlines()[-1][:160]}"
    schedule = Schedule(start)
    try:
        Trace.apply_json_to_schedule(steps, schedule)
    except Exception as error:  # so do its steps
        return f"TVM refuses a step: {type(error).__name__}: {str(error).strip().splitlines()[-1][:160]}"
    try:
        tvm.ir.assert_structural_equal(schedule.mod, wanted)
    except ValueError as error:
        return f"DIFFERENT: {str(error).strip().splitlines()[0][:160]}"
    return "equal"


def main():
    """Prints a row for each schedule and the sums."""
    kinds = {}
    for folder in map(pathlib.Path, sys.argv[2:]):
        for path in sorted(folder.rglob("*.py")):
            if path.name.endswith(".trace.py"):
                continue
            for function, program in schedules_of(path):
                result = compared(path, function, program)
                kind = result.split(":")[0]
                kinds[kind] = kinds.get(kind, 0) + 1
                if kind != "equal":
                    print(f"{path}:{function}: {result}")
    print(", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())))
    sys.exit(1 if kinds.get("DIFFERENT") else 0)


LW = sys.argv[1] if len(sys.argv) > 1 else "lw"

if __name__ == "__main__":
    main()
