"""Finds the programs of Loopwright: lw-runner, in which kernels run, and lw. In a build tree they are in bin beside the
folder of this package, installed in bin beside lib/python3/dist-packages, and else on the path."""

import os


def _find(name):
    here = os.path.dirname(os.path.abspath(__file__))
    for folder in (os.path.join(here, "..", "..", "bin"), os.path.join(here, "..", "..", "..", "..", "bin")):
        path = os.path.normpath(os.path.join(folder, name))
        if os.access(path, os.X_OK):
            return path
    import shutil

    return shutil.which(name) or ""


def program(name):
    """The path of a program of Loopwright."""
    path = _find(name)
    if not path:
        raise FileNotFoundError(f"{name} is not installed: install the package loopwright-cli")
    return path


if "LW_RUNNER" not in os.environ:  # the engine reads it when it starts the first kernel
    found = _find("lw-runner")
    if found:
        os.environ["LW_RUNNER"] = found
