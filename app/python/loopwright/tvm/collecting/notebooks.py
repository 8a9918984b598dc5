"""Cells of Jupyter notebooks."""

import json
import re

_MAGIC = re.compile(r"^\s*(?:[!%]|\?\w|\w[\w.]*\?$)")
_PYTHON_CELLS = {"%%time", "%%timeit", "%%capture", "%%prun"}


class Cell:
    """The code of a cell, without what only IPython knows; `skipped` has the lines that were left out."""

    def __init__(self, source):
        self.source, self.skipped, lines = source, [], []
        whole = source.lstrip().startswith("%%") and source.lstrip().split()[0] not in _PYTHON_CELLS
        for number, line in enumerate(source.split("\n")):
            if (whole and line.strip()) or _MAGIC.match(line):
                self.skipped.append((number, line.strip()))
                indent = line[:len(line) - len(line.lstrip())]
                lines.append(indent + "pass")
            else:
                lines.append(line)
        self.code = "\n".join(lines)


def cells_of(text):
    """The cells with code, in order."""
    document = json.loads(text)
    if not isinstance(document, dict) or not isinstance(document.get("cells"), list):
        raise ValueError("it has no list of cells")
    cells = []
    for cell in document["cells"]:
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            source = cell.get("source", "")
            cells.append(Cell("".join(source) if isinstance(source, list) else str(source)))
    return cells


def text_of_notebook(cells):
    """(the code of all cells as one text, the line where each begins)."""
    lines, starts = [], []
    for number, cell in enumerate(cells):
        lines.append(f"# %% cell {number + 1}")
        starts.append(len(lines) + 1)
        lines += cell.code.split("\n")
        lines.append("")
    return "\n".join(lines), starts
