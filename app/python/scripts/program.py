#!python
"""Starts lw or lw-runner of a wheel, by its own name. The package itself is not imported: that takes longer."""
import importlib.util
import os
import sys

name = os.path.basename(sys.argv[0])
package = importlib.util.find_spec("loopwright")
if package is None:
    sys.exit(f"{name}: this Python has no package loopwright: {sys.executable}")
program = os.path.join(package.submodule_search_locations[0], "bin", name)
os.environ.setdefault("LW_PYTHON", sys.executable)  # with --python, files are run by the Python of this environment
os.execv(program, [program, *sys.argv[1:]])
