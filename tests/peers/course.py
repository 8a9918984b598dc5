"""The notebooks of the course under Jupyter: course.py LW

Each notebook of `lw course`, in both languages, is run from top to bottom. A student's notebook judges a schedule without
steps; in the instructor's one the solution reaches the goal.
"""

import pathlib
import subprocess
import sys
import tempfile
import time

import nbclient
import nbformat

LW = sys.argv[1]


def run(path):
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}}).execute()
    return notebook


def verdicts(notebook):
    """The signs of what the checks say, in order."""
    pages = [output["data"]["text/html"] for cell in notebook.cells if cell.cell_type == "code"
             for output in cell.outputs if output.output_type == "execute_result" and "text/html" in output["data"]]
    return [page[page.index("<b>") + 3] for page in pages if "<b>✓" in page or "<b>✗" in page]


def faults(path):
    try:
        said = verdicts(run(path))
    except nbclient.exceptions.CellExecutionError as error:
        return [f"{path.name}: {error}"]
    if path.parent.name == "students":
        return [] if said == ["✗"] else [f"{path}: the check says {said}"]
    return [] if len(said) >= 2 and said[0] == "✗" and said[-1] == "✓" else [f"{path}: the checks say {said}"]


found, count, begin = [], 0, time.monotonic()
for language in ("en", "zh_CN"):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([LW, "course", folder, "--notebooks", "--language", language], check=True, stdout=subprocess.DEVNULL)
        paths = sorted(pathlib.Path(folder).glob("*/*.ipynb"))
        assert len(paths) == 24, paths
        for path in paths:
            found += faults(path)
            count += 1
for fault in found:
    print("error:", fault)
sys.exit(1 if found else print(f"{count} notebooks in two languages run from top to bottom, in {time.monotonic() - begin:.0f} s"))
