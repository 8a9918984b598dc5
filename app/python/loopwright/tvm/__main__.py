"""python3 -m loopwright.tvm SCRIPT ARGUMENTS...: runs a script for TVM without TVM.

With --collect OUT.json, what the file makes is written as data, for `lw` and the window."""

import argparse
import os
import sys


def main():
    """Runs the script, or collects what it makes."""
    arguments = argparse.ArgumentParser(prog="python3 -m loopwright.tvm", description=__doc__)
    arguments.add_argument("--collect", metavar="OUT.json", default="")
    arguments.add_argument("--call", metavar="EXPRESSION", default="")
    arguments.add_argument("--tvm", choices=["facade", "real"], default="facade")
    arguments.add_argument("file")
    arguments.add_argument("arguments", nargs=argparse.REMAINDER)
    given = arguments.parse_args()
    if given.collect:
        from .collecting.collector import collect

        collect(given.file, given.collect, given.call, given.tvm, given.arguments)
        sys.stderr.flush()
        os._exit(0)  # threads that the script left must not keep the process
    from .aliases import install

    install()
    import runpy

    sys.argv = [given.file, *given.arguments]
    sys.path.insert(0, os.path.dirname(os.path.abspath(given.file)))
    runpy.run_path(given.file, run_name="__main__")


if __name__ == "__main__":
    main()
