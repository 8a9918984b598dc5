"""Compares printed programs: those that a notebook stores with those that its cells print here (cells.py --outputs), and
those that the same cells print under TVM and here:

    python3 tests/peers/outputs.py OURS.json TVMS.json     (as cells.py --json writes them)"""

import html
import json
import pathlib
import re
import sys

_HEAD = re.compile(r"^(@|class |def |# from tvm|\w+ = TypeVar)")


def stored(path):
    """For each cell with code: the text that it printed when the notebook was saved."""
    texts = []
    for cell in json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        text = ""
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "text" in output:
                text += "".join(output["text"])
            elif "text/html" in data:
                page = re.sub(r"(?s)<style.*?</style>", "", "".join(data["text/html"]))
                text += html.unescape(re.sub(r"<[^>]+>", "", page)) + "\n"
            else:
                text += "".join(data.get("text/plain", "")) + "\n"
        texts.append(text)
    return texts


def modules_in(text):
    """The programs in a text, each with the decorators above it."""
    found, lines = [], []
    text = re.sub(r"\x1b\[[\d;]*m", "", text)  # colours
    for line in [*text.splitlines(), "."]:
        if _HEAD.match(line) or (lines and (not line.strip() or line.startswith((" ", ")")))):
            lines.append(line)
            if not line.startswith(("@", "#", " ")) or len(lines) == 1:
                continue
            if _HEAD.match(line) and any(x.startswith(("class ", "def ")) for x in lines[:-1]):  # the next one begins
                found.append(lines[:-1])
                lines = [line]
        elif lines:
            found.append(lines)
            lines = []
    return ["\n".join(x) + "\n" for x in found if any("prim_func" in y or "R.function" in y or "ir_module" in y for y in x)]


def read(text):
    """The module of a printed program, of TVM's older and newer forms."""
    import tvm

    newer = "s_tir=True" in text or "sblock" in text
    head = f"from tvm.script import ir as I, relax as R, {'tirx' if newer else 'tir'} as T\nimport tvm\n"
    made = tvm.script.from_source(head + "\n".join(x for x in text.splitlines() if not x.startswith("#")) + "\n")
    return made if isinstance(made, tvm.IRModule) else tvm.IRModule({"main": made})


def divided(text):
    """(the text without its graphs, the graphs as lines in one form). TVM does not print constants, and its older printer
    returns a value by the name that it had inside of the dataflow block."""
    kept, graphs, inside = [], [], False
    for line in text.splitlines():
        if line.strip().startswith("@"):
            inside = "R.function" in line
        (graphs if inside else kept).append(line)
    same = {}
    for line in graphs:
        found = re.match(r"\s+(\w+): R\.Tensor\(.*\) = (\w+)$", line)
        if found:
            same[found[2]] = found[1]
    lines = []
    for line in graphs:
        line = re.sub(r'metadata\["relax.expr.Constant"\]\[\d+\]|R\.const\(\[.*?\], "\w+"\)', "CONSTANT", line)
        line = re.sub(r", axes=None|, out_dtype=\"void\"|\) -> R\.Tensor\(.*\)(?=:$)", lambda m: ")" if m[0][0] == ")" else "", line)
        if line.strip().startswith("return "):
            line = "return " + same.get(line.split()[1], line.split()[1])
        lines.append(line.strip())
    return "\n".join(kept) + "\n", [line for line in lines if line]


def difference(ours, theirs):
    """Why two printed programs are not the same; empty: they are."""
    import tvm

    if "metadata[" in theirs:
        (ours, mine), (theirs, wanted) = divided(ours), divided(theirs)
        if mine != wanted:
            first = next((pair for pair in zip(mine, wanted) if pair[0] != pair[1]), (len(mine), len(wanted)))
            return f"the graphs differ: {first[0]} | {first[1]}"
        if "def " not in theirs:
            return "" if "def " not in ours else "there are more kernels here"
    try:
        wanted = read(theirs)
    except Exception as error:  # noqa: BLE001: whatever the reader raises
        return f"TVM's text is not read: {str(error).splitlines()[0][:160]}"
    try:
        tvm.ir.assert_structural_equal(read(ours), wanted)
    except Exception as error:  # noqa: BLE001
        return str(error).splitlines()[0][:200]
    return ""


def compared(wanted_texts, printed):
    """[(cell, number in the cell, why they differ or empty)] of the programs that TVM printed."""
    rows = []
    for cell, (theirs, ours) in enumerate(zip(wanted_texts, printed)):
        wanted, made = modules_in(theirs), modules_in(ours)
        for number, text in enumerate(wanted):
            why = difference(made[number], text) if number < len(made) else "it is not printed here"
            rows.append((cell, number, why))
    return rows


def main():
    """Prints the programs that differ and the sums."""
    import loopwright

    loopwright.as_tvm()
    here, there = (json.loads(pathlib.Path(p).read_text(encoding="utf-8")) for p in sys.argv[1:3])
    same = every = 0
    for ours, theirs in zip(here, there):
        broken = {f["cell"] for f in [*ours["failed"], *theirs["failed"]]}
        for cell, number, why in compared(theirs["printed"], ours["printed"]):
            if cell in broken:
                continue
            every, same = every + 1, same + (not why)
            if why:
                print(f"{pathlib.Path(ours['path']).name} cell {cell}, program {number + 1}: {why}")
    print(f"{same} of {every} programs that TVM prints are printed here as well")


if __name__ == "__main__":
    main()
