"""Files that are run and looked at: what is collected, and what bad files lead to."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

HEAD = "import tvm\nfrom tvm.script import tir as T\n"
KERNEL = """
def make(n, dtype="float32"):
    @T.prim_func
    def f(A: T.Buffer((n,), dtype)):
        for i in range(n):
            with T.block("b"):
                vi = T.axis.spatial(n, i)
                A[vi] = A[vi] + T.cast(1, dtype)
    return f
"""


class Collecting(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self._folder.name)
        self.addCleanup(self._folder.cleanup)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text if name.endswith(".ipynb") else textwrap.dedent(text))
        return path

    def collected(self, path, *options, status=0):
        out = self.folder / "out.json"
        done = subprocess.run([sys.executable, "-m", "loopwright.tvm", "--collect", out, *options, path],
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, status, done.stderr)
        return json.loads(out.read_text())

    def test_programs_schedules_and_factories(self):
        path = self.write("a.py", HEAD + KERNEL + textwrap.dedent("""
            program = make(64)
            sch = tvm.tir.Schedule(program)
            i, = sch.get_loops("b")
            sch.split(i, factors=[None, 8])
            print("done")
            """))
        found = self.collected(path, "--call", 'make(8, "float16")')
        self.assertEqual([p["name"] for p in found["programs"]], ["program", "make.f"])
        self.assertEqual(found["called"], [1])
        self.assertIn('T.Buffer((8,), "float16")', found["programs"][1]["text"])
        self.assertEqual(found["factories"][0]["parameters"][1], {"name": "dtype", "default": "'float32'", "annotation": ""})
        (sch,) = found["schedules"]
        self.assertEqual((sch["name"], sch["program"], sch["function"]), ("sch", 0, "f"))
        self.assertEqual([step[0] for step in sch["trace"][0]], ["GetBlock", "GetLoops", "Split"])
        self.assertEqual(found["output"], "done\n")
        lines = found["programs"][0]["text"].splitlines()
        place = next(k for k, line in enumerate(lines) if "A[vi] =" in line)
        self.assertIn("A[vi] = ", path.read_text().splitlines()[found["programs"][0]["lines"][place] - 1])

    def test_definitions_after_an_error_are_found(self):
        found = self.collected(self.write("b.py", HEAD + "raise ValueError('no')\n" + KERNEL + "x = make(4)\nprint('never')\n"))
        self.assertEqual(found["errors"][0]["message"], "ValueError: no")
        self.assertEqual(found["errors"][0]["line"], 3)
        self.assertEqual([p["name"] for p in found["programs"]], ["x"])
        self.assertEqual(found["output"], "")

    def test_what_is_not_installed_raises_when_it_is_used(self):
        found = self.collected(self.write("c.py", HEAD + """
import no_such_package as nothing
from no_such_package.part import decorate, Base
try:
    import another_package
    has = True
except ImportError:
    has = False

@decorate("x")
class Layer(Base):
    pass

def use():
    return nothing.calculate(3)

print(has)
use()
"""))
        self.assertEqual(found["output"], "False\n")
        self.assertIn("no_such_package.calculate is not installed", found["errors"][0]["message"])
        self.assertTrue(any(n["message"].startswith("no_such_package is not installed") for n in found["notes"]))

    def test_neighbours_are_imported_though_their_package_fails(self):
        self.write("pack/__init__.py", "raise RuntimeError('no library')\n")
        self.write("pack/sizes.py", "WIDTH = 16\n")
        path = self.write("pack/kernels.py", HEAD + "from .sizes import WIDTH\n" + KERNEL + "k = make(WIDTH)\n")
        found = self.collected(path)
        self.assertEqual(found["errors"], [])
        self.assertIn("T.Buffer((16,)", found["programs"][0]["text"])

    def test_a_notebook_goes_on_after_a_cell_that_fails(self):
        cells = ["%matplotlib inline\n" + HEAD, "1 / 0\n", KERNEL, "k = make(4)\nk.show()\n"]
        path = self.write("n.ipynb", json.dumps({"cells": [
            {"cell_type": "markdown", "source": ["# text"]},
            *({"cell_type": "code", "source": c.splitlines(True)} for c in cells)]}))
        found = self.collected(path)
        self.assertEqual([(e["cell"], e["message"]) for e in found["errors"]], [(2, "ZeroDivisionError: division by zero")])
        self.assertEqual([p["name"] for p in found["programs"]], ["k"])
        self.assertIn("for i in range(4)", found["output"])
        self.assertIn("cell 1: `%matplotlib inline`", found["notes"][0]["message"])
        source = found["sources"][str(path)].splitlines()
        self.assertEqual(source[found["errors"][0]["line"] - 1], "1 / 0")

    def test_a_folder(self):
        self.write("d/one.py", HEAD + KERNEL + "a = make(4)\n")
        self.write("d/two.py", HEAD + KERNEL + "b = make(8)\n")
        found = self.collected(self.folder / "d")
        self.assertEqual([p["name"] for p in found["programs"]], ["a", "b"])

    def test_tensor_schedules_are_variants_too(self):
        found = self.collected(self.write("t.py", """
            import tvm
            from tvm import te
            A = te.placeholder((16,), name="A")
            B = te.compute((16,), lambda i: A[i] * 2.0, name="B")
            s = te.create_schedule(B.op)
            s[B].split(B.op.axis[0], 4)
            """))
        self.assertEqual([(s["name"], len(s["trace"][0])) for s in found["schedules"]], [("s", 3)])

    def test_a_call_that_gives_values_of_a_graph_gives_the_graph(self):
        found = self.collected(self.write("graph.py", """
            from tvm.relax.frontend import nn
            from tvm.script import tir as T

            def twice(x: nn.Tensor):
                @T.prim_func
                def kernel(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
                    for i, j in T.grid(4, 8):
                        with T.block("B"):
                            vi, vj = T.axis.remap("SS", [i, j])
                            B[vi, vj] = A[vi, vj] * T.float32(2)

                return nn.op.tensor_ir_op(kernel, "twice", [x], nn.Tensor.placeholder((4, 8), "float32"))
            """), "--call", 'twice(nn.Tensor.placeholder((4, 8), "float32", "x"))')
        self.assertEqual([found["programs"][k]["functions"] for k in found["called"]], [["twice", "main"]])
        self.assertIn("R.call_tir(cls.twice, (x,)", found["programs"][found["called"][0]]["text"])

    def test_a_call_with_two_results_is_a_graph_too(self):
        found = self.collected(self.write("graph.py", """
            from tvm.relax.frontend import nn
            from tvm.script import tir as T

            def halves(x: nn.Tensor):
                @T.prim_func
                def kernel(A: T.Buffer((8,), "float32"), B: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32")):
                    for i in range(4):
                        with T.block("B"):
                            vi = T.axis.spatial(4, i)
                            B[vi] = A[vi]
                            C[vi] = A[vi + 4]

                half = nn.Tensor.placeholder((4,), "float32")
                return nn.op.tensor_ir_op(kernel, "halves", [x], [half, half])
            """), "--call", 'halves(nn.Tensor.placeholder((8,), "float32"))')
        self.assertEqual(found["errors"], [])
        self.assertEqual([found["programs"][k]["functions"] for k in found["called"]], [["halves", "main"]])

    def test_modules_in_json_are_for_tvm_itself(self):
        found = self.collected(self.write("module.json", "{}"))
        self.assertIn("--tvm real", found["errors"][0]["message"])

    def test_a_result_that_is_no_parameter_is_memory_of_the_function(self):
        found = self.collected(self.write("lowered.py", """
            import tvm
            from tvm import te
            A = te.placeholder((8,), name="A")
            B = te.compute((8,), lambda i: A[i] + 1.0, name="B")
            s = te.create_schedule(B.op)
            inside, outside = tvm.lower(s, [A]), tvm.lower(s, [B, A])
            """))
        texts = {p["name"]: p["text"] for p in found["programs"]}
        self.assertIn("B = T.alloc_buffer((8,)", texts["inside"])
        self.assertRegex(texts["outside"], r"def main\(B: T.Buffer\(\(8,\), .float32.\), A: T.Buffer\(\(8,\), .float32.\)\)")

    def test_bad_files(self):
        for name, text, words in (("syntax.py", "def f(:\n", "SyntaxError"),
                                  ("recursion.py", "def f():\n    f()\nf()\n", "RecursionError"),
                                  ("exit.py", "import sys\nsys.exit(3)\n", "SystemExit: 3"),
                                  ("stdout.py", "import sys\nsys.stdout = None\n1 / 0\n", "ZeroDivisionError"),
                                  ("bad.ipynb", "not json", "is no notebook")):
            with self.subTest(name):
                self.assertIn(words, self.collected(self.write(name, text))["errors"][0]["message"])

    def test_an_interrupt_keeps_what_was_made(self):
        path = self.write("endless.py", HEAD + KERNEL + "x = make(4)\nprint('ready')\nwhile True:\n    pass\n")
        out = self.folder / "out.json"
        child = subprocess.Popen([sys.executable, "-c", "import signal, threading, sys\n"
                                  "threading.Timer(1.5, lambda: signal.raise_signal(signal.SIGINT)).start()\n"
                                  "from loopwright.tvm.collecting.collector import collect\n"
                                  f"collect({str(path)!r}, {str(out)!r})\n"])
        self.assertEqual(child.wait(60), 0)
        found = json.loads(out.read_text())
        self.assertEqual([p["name"] for p in found["programs"]], ["x"])
        self.assertIn("KeyboardInterrupt", found["errors"][0]["message"])

    def test_threads_do_not_keep_the_process(self):
        self.collected(self.write("threads.py", """
            import threading, time
            threading.Thread(target=lambda: time.sleep(600)).start()
            """))

    def test_much_output_is_cut(self):
        found = self.collected(self.write("much.py", "for i in range(20000):\n    print('x' * 1000)\n"))
        self.assertLess(len(found["output"]), 1_100_000)
        self.assertIn("more characters", found["output"])


class Scripts(unittest.TestCase):
    def test_a_script_runs_with_its_arguments(self):
        with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
            file.write("import sys, tvm\nprint(tvm.cpu(), sys.argv[1:], __name__)\n")
            file.flush()
            done = subprocess.run([sys.executable, "-m", "loopwright.tvm", file.name, "a", "-b"], capture_output=True,
                                  text=True, check=True, env=os.environ)
        self.assertEqual(done.stdout, "cpu(0) ['a', '-b'] __main__\n")


if __name__ == "__main__":
    unittest.main()
