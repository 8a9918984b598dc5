"""lw with --python: files are run in a confined process with the package that is installed."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

LW = os.path.join(os.environ["LW_BIN"], "lw")

SCRIPT = '''import tvm
from tvm.script import tir as T


def make(m, n: int = 8, dtype="float32"):
    @T.prim_func
    def scaled(A: T.Buffer((m, n), dtype), B: T.Buffer((m, n), dtype)):
        for i, j in T.grid(m, n):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.cast(2, dtype)

    return scaled


sch = tvm.tir.Schedule(make(32))
i, j = sch.get_loops(sch.get_block("B"))
sch.split(i, factors=[None, 4])
print("it ran")
'''


def lw(*words):
    return subprocess.run([LW, *words], capture_output=True, text=True)


def confined():
    return "Landlock" in lw("devices").stdout


@unittest.skipUnless(confined(), "this system or build confines nothing")
class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = str(pathlib.Path(self.folder.name) / "script.py")
        pathlib.Path(self.path).write_text(SCRIPT)

    def listed(self, *words):
        run = lw("programs", self.path, "--python", "--json", *words)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        return json.loads(run.stdout)

    def test_programs_schedules_and_factories_are_listed(self):
        listed = self.listed()
        self.assertEqual([f["name"] for f in listed["factories"]], ["make"])
        self.assertEqual([p["default"] for p in listed["factories"][0]["parameters"]], [None, "8", "'float32'"])
        self.assertEqual([(s["name"], s["line"]) for s in listed["schedules"]], [("sch", 16)])
        self.assertEqual(listed["output"], "it ran\n")

    def test_a_schedule_is_what_the_script_did(self):
        run = lw("apply", self.path + ":sch", "--python", "--do", "vectorize(j)")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("for i_0, i_1 in T.grid(8, 4):", run.stdout)
        self.assertIn("T.vectorized(8)", run.stdout)

    def test_a_factory_is_called(self):
        run = lw("print", self.path, "--python", "--call", "make(3, dtype='float16')")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn('A: T.Buffer((3, 8), "float16")', run.stdout)

    def test_what_was_collected_runs(self):
        run = lw("run", self.path + ":sch", "--python", "--repeat", "2", "--json")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertTrue(json.loads(run.stdout)["ok"])

    def test_kernels_of_the_file_run_inside(self):
        pathlib.Path(self.path).write_text(SCRIPT + '''
import numpy as np

a, b = tvm.nd.array(np.ones((32, 8), "float32")), tvm.nd.array(np.zeros((32, 8), "float32"))
tvm.build(sch.mod, target="llvm")(a, b)
print(b.numpy().sum())
''')
        self.assertEqual(self.listed()["output"], "it ran\n512.0\n")

    def test_nothing_outside_is_reached(self):
        pathlib.Path(self.path).write_text("import socket\nsocket.create_connection(('127.0.0.1', 1))\n")
        run = lw("programs", self.path, "--python")
        self.assertEqual(run.returncode, 1)
        self.assertIn("script.py:2:1: error: the file raised PermissionError", run.stderr)


if __name__ == "__main__":
    unittest.main()
