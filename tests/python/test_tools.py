"""The search for schedules, sessions for the window, and the start of the module."""

import json
import os
import pathlib
import stat
import subprocess
import tempfile
import time
import unittest
from unittest import mock

import loopwright as lw
from loopwright import _runner, _show

PRODUCT = '''from tvm.script import tir as T

@T.prim_func
def product(A: T.Buffer((32, 32), "float32"), B: T.Buffer((32, 32), "float32"), C: T.Buffer((32, 32), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(32, 32, 32):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
'''


class Tuning(unittest.TestCase):
    def test_the_best_schedule_comes_back(self):
        with tempfile.TemporaryDirectory() as folder:
            found = lw.Schedule(PRODUCT).tune(trials=3, database=os.path.join(folder, "records.db"))
        self.assertIsNotNone(found.schedule)
        self.assertGreater(len(found.schedule.trace), 0)
        self.assertTrue(found.schedule.same(lw.Schedule(PRODUCT)))
        self.assertIn("steps", repr(found))

    def test_errors_of_the_search_are_exceptions(self):
        with self.assertRaises(lw.Error) as caught:
            lw.Schedule(PRODUCT).tune(trials=1, target="nowhere")
        self.assertIn("nowhere", str(caught.exception))


class Window(unittest.TestCase):
    def schedule(self):
        sch = lw.Schedule(PRODUCT)
        i, j, k = sch.get_loops("C")
        sch.reorder(i, k, j)
        sch.vectorize(sch.split(j, factors=[None, 8])[1])
        return sch

    def test_a_session_has_a_state_for_each_step(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "product.lwsession"
            _show.session(self.schedule(), path)
            text = path.read_text()
            json.loads(text)
            for title in ("reorder(", "split(", "vectorize("):
                self.assertIn(title, text)

    def test_show_starts_the_window_with_the_session(self):
        with tempfile.TemporaryDirectory() as folder:
            said = pathlib.Path(folder) / "said"
            program = pathlib.Path(folder) / "loopwright"
            program.write_text(f"#!/bin/sh\necho \"$@\" > {said}\n")
            program.chmod(program.stat().st_mode | stat.S_IXUSR)
            with mock.patch.object(_runner, "program", lambda name: str(program)), \
                    mock.patch.dict(os.environ, {"XDG_RUNTIME_DIR": folder}):
                path = lw.show(self.schedule())
                until = time.monotonic() + 20
                while time.monotonic() < until and not (said.exists() and said.read_text().strip()):
                    time.sleep(0.02)
            self.assertEqual(said.read_text().strip(), path)
            self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(path)).st_mode), 0o700)


class Start(unittest.TestCase):
    def test_import_loads_little(self):
        code = "import sys, loopwright; print(sorted({'numpy', 'inspect', 'tvm', 'subprocess', 'tempfile'} & set(sys.modules)))"
        done = subprocess.run(["/usr/bin/python3", "-c", code], capture_output=True, text=True, env=os.environ)
        self.assertEqual(done.stdout.strip(), "[]", done.stderr)

    def test_interrupts_end_long_work(self):
        code = ("import loopwright as lw, threading, signal, os\n"
                f"sch = lw.Schedule({PRODUCT!r})\n"
                "threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
                "try:\n    sch.run(repeat=1000000, min_ms=100)\nexcept KeyboardInterrupt:\n    print('interrupted')\n")
        begin = time.monotonic()
        done = subprocess.run(["/usr/bin/python3", "-c", code], capture_output=True, text=True, env=os.environ, timeout=60)
        self.assertEqual(done.stdout.strip(), "interrupted", done.stderr)
        self.assertLess(time.monotonic() - begin, 8)


if __name__ == "__main__":
    unittest.main()
