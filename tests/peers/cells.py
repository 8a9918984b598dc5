"""Runs the cells of notebooks and tutorials, with Loopwright's names of TVM or with TVM itself, and says which fail.

    python3 tests/peers/cells.py [--real] [--seconds 60] [--outputs] [--json OUT] FILE...

FILE: a notebook (.ipynb), a chapter in Markdown whose code is in ```{.python ...} blocks, or a tutorial in Python whose
parts are divided by lines of #, or a text with listings (.txt). The texts are public; none is part of this repository. Data sets, downloaded parameters and
MXNet have stand-ins here (stand_ins/), because cells ask for them only to have arrays of some shape."""

import argparse
import ast
import contextlib
import io
import json
import linecache
import os
import pathlib
import re
import signal
import sys
import tempfile
import textwrap
import traceback

HERE = pathlib.Path(__file__).resolve().parent


_CODE = re.compile(r"^(import |from \w|def |class |@|for |if |with |while |try:|print\(|assert |[\w.\[\], *()]+ [-+*/]?= |[\w.\[\]]+\()")


def _is_code(tree):
    return any(not isinstance(node, ast.Expr) or isinstance(node.value, (ast.Call, ast.Await)) for node in tree.body)


def listings_of(text):
    """The listings of Python in a text of prose: the longest runs of lines that Python reads."""
    lines, found, at = text.split("\n"), [], 0
    while at < len(lines):
        best = 0
        if _CODE.match(lines[at]):
            for end in range(at + 1, min(len(lines), at + 260) + 1):
                if end < len(lines) and lines[end].startswith((" ", "\t", ")", "]", "}")):
                    continue
                try:
                    tree = ast.parse("\n".join(lines[at:end]))
                except SyntaxError:
                    continue
                if _is_code(tree):
                    best = end
        if best:
            while best > at + 1 and re.fullmatch(r"\w*", lines[best - 1]):  # words of the prose below
                best -= 1
            found.append("\n".join(lines[at:best]))
            at = best
        else:
            at += 1
    return found


def _reads(code):
    """Is it Python, and more than a word?"""
    try:
        return _is_code(ast.parse(without_magics(code)))
    except SyntaxError:
        return False


def cells_of(path):
    """The texts of the cells with code."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    if path.endswith(".ipynb"):
        return ["".join(c["source"]) for c in json.loads(text)["cells"] if c["cell_type"] == "code"]
    if path.endswith(".md"):
        return re.findall(r"```\{\.python .*?\}\n(.*?)```", text, re.S)
    if path.endswith(".txt"):
        fenced = [textwrap.dedent(block) for block in re.findall(r"(?ms)^[ \t]*```python\n(.*?)^[ \t]*```", text)]
        return [block for block in fenced if _reads(block)] if fenced else listings_of(text)
    parts = re.split(r"(?m)^#{20,}.*$|^# %%.*$", text)
    return [p for p in parts if any(line.strip() and not line.strip().startswith("#") for line in p.splitlines())]


def without_magics(code):
    """The cell without lines that only IPython knows."""
    if code.lstrip().startswith("%%"):
        first, _, rest = code.lstrip().partition("\n")
        return rest if first.split()[0] in ("%%time", "%%timeit", "%%capture") else ""
    return "\n".join(re.sub(r"^(\s*)[!%].*$", r"\1pass", line) for line in code.splitlines())


# What prose takes for granted; its listings begin in the middle.
_PREAMBLE = """
from __future__ import annotations
import pickle as pkl
import IPython
import numpy as np
import tvm
from tvm import relax, te, topi, meta_schedule as ms
from tvm.script import ir as I, relax as R, tir as T
try:
    import torch
    from torch import fx, nn
    import torch.nn.functional as F
except ImportError:
    pass
"""
# A listing may bind one of these names to something else; the next one stands by itself.
_LANGUAGES = "from tvm.script import ir as I, relax as R, tir as T"


class Outcome:
    """What running one file gave."""

    def __init__(self, path):
        self.path, self.ran, self.failed, self.printed, self.fragments = path, 0, [], [], 0

    total = property(lambda self: self.ran + len(self.failed))


def run_cell(code, name, names, flags):
    """Runs a cell as IPython does, statement after statement; returns flags of __future__."""
    linecache.cache[name] = (len(code), None, [line + "\n" for line in code.splitlines()], name)
    tree = ast.parse(code, name)
    if "from __future__ import annotations" in code:
        import __future__

        flags |= __future__.annotations.compiler_flag
    for number, node in enumerate(tree.body):
        if number == len(tree.body) - 1 and isinstance(node, ast.Expr):
            value = eval(compile(ast.Expression(node.value), name, "eval", flags=flags, dont_inherit=True), names)
            if value is not None:
                print(repr(value))
        else:
            exec(compile(ast.Module([node], []), name, "exec", flags=flags, dont_inherit=True), names)
    return flags


def _is_fragment(error, path, number):
    """Is the listing a block without its function, or names it what no listing before it binds? It stands in a sentence,
    and runs under TVM neither."""
    if cells_of(path)[number].startswith("with T.block("):
        return True
    if not isinstance(error, NameError):
        return False
    name = str(error).split("'")[1]
    bound = {n.id for code in cells_of(path)[:number] for n in ast.walk(ast.parse(without_magics(code)))
             if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return name not in bound


def _too_long(*_):
    raise TimeoutError("the cell takes too long")


def run(path, seconds, folder=""):
    """Runs all cells of a file in one namespace; a cell that fails ends itself only. `folder`: for files of the cells,
    because TVM reads classes from the file of their module."""
    import data

    outcome, flags = Outcome(path), 0
    names = {"__name__": "__main__", "__file__": os.path.abspath(path)}
    signal.signal(signal.SIGALRM, _too_long)
    if path.endswith(".txt"):
        flags = run_cell(_PREAMBLE, "<preamble>", names, 0)
    for number, code in enumerate(cells_of(path)):
        name = f"<{os.path.basename(path)} {number}>"
        if folder:
            name = os.path.join(folder, name.strip("<>").replace(" ", "_"))
            pathlib.Path(name).write_text(without_magics(code), encoding="utf-8")
            sys.modules["__main__"].__file__ = name
        printed = io.StringIO()
        signal.alarm(seconds)
        try:
            if path.endswith(".txt"):
                flags = run_cell(_LANGUAGES + "\n" + data.missing_before(path, number), f"<before {number}>", names, flags)
            with contextlib.redirect_stdout(printed):
                flags = run_cell(without_magics(code), name, names, flags)
            outcome.ran += 1
        except SystemExit as end:  # exit(0) ends a listing as it says
            outcome.ran += end.code in (None, 0)
        except BaseException as error:  # noqa: B036: a cell may end in anything
            places = [p for p in traceback.extract_tb(error.__traceback__) if p.filename.startswith("<" + os.path.basename(path))]
            deepest = traceback.extract_tb(error.__traceback__)[-1]
            if path.endswith(".txt") and _is_fragment(error, outcome.path, number):
                outcome.fragments += 1
                outcome.printed.append(printed.getvalue())
                continue
            outcome.failed.append({"cell": number, "error": f"{type(error).__name__}: {error}"[:400],
                                   "line": places[-1].line if places else "",
                                   "raised": f"{os.path.basename(deepest.filename)}:{deepest.lineno}"})
            if os.environ.get("LW_TRACEBACKS"):
                traceback.print_exc()
        finally:
            signal.alarm(0)
        outcome.printed.append(printed.getvalue())
    return outcome


def main():
    """Prints a row for each file and each cell that failed."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("files", nargs="+")
    arguments.add_argument("--real", action="store_true", help="TVM itself")
    arguments.add_argument("--seconds", type=int, default=60)
    arguments.add_argument("--outputs", action="store_true", help="compare printed programs with those that notebooks store")
    arguments.add_argument("--json", default="")
    given = arguments.parse_args()
    os.environ.setdefault("MPLBACKEND", "Agg")
    sys.path.insert(0, str(HERE / "stand_ins"))
    import data

    data.install()
    sys.path.insert(0, str(HERE))
    import outputs

    if not given.real:
        import loopwright

        loopwright.as_tvm()
    files = [os.path.abspath(f) for f in given.files]
    folder = tempfile.mkdtemp() if given.real else ""
    sys.path += sorted({os.path.dirname(os.path.dirname(f)) for f in files})
    outcomes = []
    for path in files:
        with data.folder_of(path):
            outcomes.append(run(path, given.seconds, folder))
        last = outcomes[-1]
        words = f", {last.fragments} fragments" if last.fragments else ""
        print(f"{last.ran}/{last.total}{words} {os.path.basename(os.path.dirname(path))}/{os.path.basename(path)}")
        for f in last.failed:
            print(f"    cell {f['cell']}: {f['error']} | {f['line']} | {f['raised']}")
    print(f"{sum(o.ran for o in outcomes)} of {sum(o.total for o in outcomes)} cells ran")
    if given.outputs:
        same = every = 0
        for o in outcomes:
            for cell, number, why in outputs.compared(outputs.stored(o.path), o.printed) if o.path.endswith(".ipynb") else ():
                every, same = every + 1, same + (not why)
                if why:
                    print(f"    {os.path.basename(o.path)} cell {cell}, program {number + 1}: {why}")
        print(f"{same} of {every} printed programs are those that the notebooks store")
    if given.json:
        pathlib.Path(given.json).write_text(json.dumps([vars(o) for o in outcomes], indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
