"""Compares programs that cells print after lowering: TVM prints them without blocks and with flat buffers, Loopwright
before that. Two are the same if they have the same loops and threads in the same order, apart from those that lowering
takes away, and compute the same values from random inputs (`lw same`):

    python3 tests/peers/lowered.py LW OURS.json TVMS.json     (LW: the program; as cells.py --json writes the others)"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

import outputs

_GRID = re.compile(r"for (.*) in T\.grid\((.*)\):")
_LOOP = re.compile(r"for \w+ in (?:T\.)?(range|serial|parallel|vectorized|unroll)\((.*?)\):")
_THREADS = re.compile(r'for \w+ in T\.thread_binding\((\w+), thread="([\w.]+)"\):')
_LAUNCH = re.compile(r'T\.launch_thread\("([\w.]+)", (\w+)\)')


def loops(text):
    """(kind, extent) of all loops, in the order of the text."""
    found = []
    for line in text.splitlines():
        if m := _GRID.search(line):
            found += [("range", extent.strip()) for extent in m[2].split(",")]
        elif m := _THREADS.search(line):
            found.append((m[2], m[1]))
        elif m := _LAUNCH.search(line):
            found.append((m[1], m[2]))
        elif m := _LOOP.search(line):
            found.append((m[1].replace("serial", "range"), m[2]))
    return found


def same_loops(ours, theirs):
    """Loops of one iteration, unrolled and vectorised ones are gone after lowering, or have become loops further in."""
    kept = [loop for loop in ours if loop[1] != "1" and loop[0] not in ("vectorized", "unroll")]
    rest = []
    for loop in theirs:
        if kept and kept[0] == loop:
            kept.pop(0)
        else:
            rest.append(loop)
    gone = {extent for kind, extent in ours if kind in ("vectorized", "unroll")}
    return not kept and all(kind == "range" and extent in gone for kind, extent in rest)


_STORE = re.compile(r"^ *(\w+)\[.*\] = ", re.M)
_ALLOCATED = r"^ *{} = T\.(?:alloc_buffer|allocate)\(([(\[].*?[)\]])(?:, \"(\w+)\")?.*\)\n"
_SIGNATURE = re.compile(r"(def \w+\(.*)(\):\n)")


def with_result(text, shape=None):
    """A cell that lowers with the inputs alone (`tvm.lower(s, [A, B])`) prints a program whose result is an array of
    its own: that array becomes the last parameter, so that there is something to compare. It is the array of the last
    store. shape: of the parameter, as the other program has it, in place of the flat one. Gives the text and the
    parameter's shape."""
    last = [m[1] for m in _STORE.finditer(text)][-1]
    view = re.search(rf"^ *{last} = T\.Buffer\(.*data=(\w+)[,)]", text, re.M)
    name = view[1] if view else last
    made = re.search(_ALLOCATED.format(name), text, re.M)
    if not made:
        return text, None
    shape = shape or made[1]
    text = text.replace(made[0], "")
    text = re.sub(rf"data={name}\b(?!\.)", f"data={name}.data", text)
    parameter = f'{name}: T.Buffer({shape}, "{made[2] or "float32"}")'
    return _SIGNATURE.sub(rf"\1, {parameter}\2", text, count=1), shape


def difference(lw, ours, theirs, folder):
    """Why two printed programs are not the same; empty: they are."""
    if not same_loops(loops(ours), loops(theirs)):
        return f"the loops differ: {loops(ours)} | {loops(theirs)}"
    paths, shape = [], None
    for name, text in (("ours", ours), ("theirs", theirs)):
        text, shape = with_result(text, shape)
        path = pathlib.Path(folder) / f"{name}.py"
        path.write_text("from tvm.script import ir as I, tir as T\n" + text, encoding="utf-8")
        paths.append(str(path))
    sizes = []
    while True:
        ran = subprocess.run([lw, "same", *paths, *sizes, "--json"], capture_output=True, text=True)
        missing = re.search(r"--bind \w+=\d+", ran.stdout)
        if not missing or missing[0].split()[1] in sizes:
            return "" if ran.returncode == 0 else (ran.stdout or ran.stderr).strip()[:400]
        sizes += missing[0].split()


def main():
    """Prints the programs that differ and the sums."""
    lw = sys.argv[1]
    here, there = (json.loads(pathlib.Path(p).read_text(encoding="utf-8")) for p in sys.argv[2:4])
    same = every = 0
    with tempfile.TemporaryDirectory() as folder:
        for ours, theirs in zip(here, there):
            broken = {f["cell"] for f in [*ours["failed"], *theirs["failed"]]}
            for cell, (a, b) in enumerate(zip(ours["printed"], theirs["printed"])):
                for number, text in enumerate(outputs.modules_in(b) if cell not in broken else ()):
                    made = outputs.modules_in(a)
                    why = difference(lw, made[number], text, folder) if number < len(made) else "it is not printed here"
                    every, same = every + 1, same + (not why)
                    if why:
                        print(f"{pathlib.Path(ours['path']).name} cell {cell}, program {number + 1}: {why}")
    print(f"{same} of {every} programs that TVM prints are printed here with the same loops and values")


if __name__ == "__main__":
    main()
