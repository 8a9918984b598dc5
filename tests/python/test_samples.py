"""The schedule functions of all samples, run by Python with this module in the place of TVM, give the programs that
`lw apply` prints, byte for byte."""

import contextlib
import importlib.util
import inspect
import io
import os
import pathlib
import subprocess
import unittest
from unittest import mock

import loopwright as lw
from loopwright.tvm.tir import intrinsics

tvm = lw.as_tvm()

ROOT = pathlib.Path(__file__).resolve().parents[2]
LW = pathlib.Path(os.environ["LW_BIN"]) / "lw"

# A kernel of a model, and one of its schedules; the other models have none.
KERNELS_OF_MODELS = [("models/mlp_tuned.py", "MyModuleMixture.linear0", "fast")]


def imported(path):
    spec = importlib.util.spec_from_file_location("sample_" + path.stem, path)
    module = importlib.util.module_from_spec(spec)
    with contextlib.redirect_stdout(io.StringIO()):
        spec.loader.exec_module(module)
    return module


def applied(path, function, name=""):
    target = f"{path}:{name}" if name else str(path)
    done = subprocess.run([LW, "apply", target, "--script", f"{path}:{function}"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def start(module, name):
    """The object of Python that the name of a program denotes: a function, or a class with functions."""
    part = name.split(".")[0]
    if hasattr(module, part):
        return getattr(module, part)
    return next(v for v in vars(module).values() if isinstance(v, tvm.IRModule))


def created_by(function):
    """The schedule that te.create_schedule makes while the function runs."""
    from tvm import te

    made, create = [], te.create_schedule

    def recorded(*args):
        made.append(create(*args))
        return made[-1]

    with mock.patch.object(te, "create_schedule", recorded, create=True):
        function()
    return made[-1]


class Samples(unittest.TestCase):
    def test_schedule_functions_give_what_lw_apply_prints(self):
        compared = 0
        for path in sorted((ROOT / "samples").rglob("*.py")):
            if "models" in path.parts or "data" in path.parts:
                continue
            program = lw.load(path)
            intrinsics._registered.clear()  # files have intrinsics of the same names
            module = imported(path)
            for function in program.schedules:
                with self.subTest(sample=str(path.relative_to(ROOT)), function=function):
                    if not hasattr(module, function):  # created by te.create_schedule at the top level
                        sch = next(v for v in vars(module).values() if isinstance(v, lw.Schedule))
                    elif not inspect.signature(getattr(module, function)).parameters:  # or in the function
                        sch = created_by(getattr(module, function))
                    else:
                        sch = lw.Schedule(start(module, program.name))
                        made = getattr(module, function)(sch)
                        sch = made if isinstance(made, lw.Schedule) else sch
                    self.assertEqual(sch.mod.script(), applied(path, function))
                    compared += 1
        self.assertGreaterEqual(compared, 80)

    def test_kernels_of_models(self):
        for file, name, function in KERNELS_OF_MODELS:
            path = ROOT / "samples" / file
            sch = lw.Schedule(path, name)
            getattr(imported(path), function)(sch)
            self.assertEqual(sch.mod.script(), applied(path, function, name))


if __name__ == "__main__":
    unittest.main()
