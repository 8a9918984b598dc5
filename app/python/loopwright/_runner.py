"""Finds the programs of Loopwright: lw-runner, in which kernels run, and lw. A wheel has them in bin in the folder of this
package, a build tree in bin beside it; installed they are in bin beside lib/python3/dist-packages, and else on the path."""

import os


def _find(name):
    here = os.path.dirname(os.path.abspath(__file__))
    for folder in (os.path.join(here, "bin"), os.path.join(here, "..", "..", "bin"), os.path.join(here, "..", "..", "..", "..", "bin")):
        path = os.path.normpath(os.path.join(folder, name))
        if os.access(path, os.X_OK):
            return path
    import shutil

    return shutil.which(name) or ""


def program(name):
    """The path of a program of Loopwright."""
    path = _find(name)
    if not path and name == "loopwright":
        raise FileNotFoundError("the window is not installed: install the Debian package loopwright, or unpack the portable "
                                "folder and add its bin to PATH")
    if not path:
        raise FileNotFoundError(f"{name} is not installed: install the package loopwright-cli")
    return path


if "LW_RUNNER" not in os.environ:  # the engine reads it when it starts the first kernel
    found = _find("lw-runner")
    if found:
        os.environ["LW_RUNNER"] = found
