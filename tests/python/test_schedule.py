"""Schedule: its methods are those of the catalogue, its handles are safe, and its errors are exceptions."""

import copy
import inspect
import pathlib
import subprocess
import os
import tempfile
import textwrap
import unittest

import loopwright as lw
from loopwright import T

ROWS = 64


@lw.prim_func
def product(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    for i, j, k in T.grid(64, 64, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


TEXT = '''from tvm.script import tir as T

@T.prim_func
def shifted(A: T.Buffer((16,), "float32")):
    for i in range(15):
        with T.block("A"):
            vi = T.axis.spatial(15, i)
            A[vi + 1] = A[vi] + T.float32(1)
'''


def schedule():
    return lw.Schedule(product)


class Methods(unittest.TestCase):
    def test_every_primitive_is_a_method_with_its_description(self):
        self.assertGreater(len(lw.primitives()), 50)
        for primitive in lw.primitives():
            method = getattr(lw.Schedule, primitive["name"])
            self.assertIn(primitive["summary"], inspect.getdoc(method))
            names = list(inspect.signature(method).parameters)
            self.assertEqual(names, [p["name"] for p in primitive["params"]], primitive["name"])
            self.assertTrue(hasattr(lw.Schedule, primitive["tvm_name"]))

    def test_steps_change_the_program_and_are_recorded(self):
        sch = schedule()
        block = sch.get_block("C")
        i, j, k = sch.get_loops(block)
        outer, inner = sch.split(i, factors=[None, 8])
        sch.reorder(outer, j, k, inner)
        sch.vectorize(inner)
        self.assertIn("T.vectorized(8)", sch.mod.script())
        self.assertIn("sch.split", sch.trace.as_python())
        again = schedule()
        lw.Trace.from_json(sch.trace.as_json()).apply_to_schedule(again)
        self.assertEqual(again.mod, sch.mod)

    def test_scripts_make_the_same_program(self):
        tvm = lw.as_tvm()
        sch = schedule()
        i, j, k = sch.get_loops("C")
        sch.reorder(sch.split(i, factors=[None, 8])[1], k, j)
        for module in ("tvm", "loopwright"):
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / "script.py"
                path.write_text(sch.as_script(module).replace("sch.mod.show()", "made = sch"))
                scope = {}
                exec(compile(path.read_text(), path, "exec"), scope)
                if module == "tvm":
                    tvm.ir.assert_structural_equal(scope["made"].mod, sch.mod)
                else:
                    self.assertEqual(scope["made"].mod, sch.mod)
        with self.assertRaisesRegex(ValueError, "module is 'tvm' or 'loopwright', not 'torch'"):
            sch.as_script("torch")

    def test_typed_steps(self):
        sch = schedule()
        sch.do("split(i, [None, 8])")
        self.assertIn("i_1", sch.mod.script())
        with self.assertRaises(lw.Error) as caught:
            sch.do("split(q, 8)")
        self.assertIn("q", caught.exception.message)

    def test_a_copy_is_independent_and_knows_the_handles(self):
        sch = schedule()
        i, j, k = sch.get_loops("C")
        other = sch.copy()
        other.split(i, factors=[None, 4])
        self.assertEqual(len(sch.get_loops("C")), 3)
        self.assertEqual(len(other.get_loops("C")), 4)

    def test_values_of_handles(self):
        sch = schedule()
        i, _, _ = sch.get_loops("C")
        self.assertEqual(sch.get(i).extent, 64)
        self.assertEqual([r.buffer.name for r in sch.get(sch.get_block("C")).reads], ["A", "B"])
        factors = sch.sample_perfect_tile(i, n=2, max_innermost_factor=8)
        self.assertEqual(int(factors[0]) * int(factors[1]), 64)
        self.assertEqual({i: 1}[i], 1)

    def test_show_prints(self):
        import contextlib
        import io

        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            schedule().show()
        self.assertIn("T.block(\"C\")", said.getvalue())

    def test_legal_and_explain(self):
        sch = lw.Schedule(TEXT)
        answers = {a["primitive"]: a for a in sch.legal("i")}
        self.assertTrue(answers["split"]["legal"])
        self.assertFalse(answers["parallel"]["legal"])
        self.assertEqual(answers["parallel"]["witness"], "A(i=0) writes A[1], which A(i=1) reads")
        self.assertIsNone(sch.explain("split(i, [None, 5])"))
        self.assertIsInstance(sch.explain("parallel(i)"), lw.Refused)
        with self.assertRaises(lw.Error) as caught:
            sch.legal("nowhere")
        self.assertIn('there is no loop or block named "nowhere"', str(caught.exception))

    def test_lowering_and_code(self):
        sch = schedule()
        self.assertIn("T.prim_func", sch.lower())
        self.assertIn("define", sch.lower("llvm"))
        with self.assertRaisesRegex(ValueError, "there is no stage 'nothing'; known: .*llvm"):
            sch.lower("nothing")
        with self.assertRaisesRegex(ValueError, "there is no target 'nothing'"):
            sch.lower("tir", "nothing")


class Programs(unittest.TestCase):
    def test_text_path_module_and_function(self):
        self.assertIn("def shifted", lw.Schedule(TEXT).mod.script())
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "shifted.py"
            path.write_text(TEXT)
            self.assertEqual(lw.Schedule(path).mod, lw.Schedule(TEXT).mod)
        sch = schedule()
        sch.do("split(i, [None, 8])")
        self.assertEqual(lw.Schedule(sch.mod).mod, sch.mod)

    def test_a_function_without_a_file_takes_constants_of_python(self):
        scope = {"lw": lw, "T": T, "n": 24}
        import linecache

        text = textwrap.dedent('''
            @lw.prim_func
            def filled(A: T.Buffer((n,), "float32")):
                for i in range(n):
                    with T.block("A"):
                        vi = T.axis.spatial(n, i)
                        A[vi] = T.float32(1)
        ''')
        linecache.cache["<cell>"] = (len(text), None, text.splitlines(True), "<cell>")
        exec(compile(text, "<cell>", "exec"), scope)
        self.assertIn('T.Buffer((24,), "float32")', lw.Schedule(scope["filled"]).mod.script())

    def test_bodies_are_never_run(self):
        with self.assertRaisesRegex(TypeError, "Python does not run"):
            product(1, 2, 3)

    def test_errors_have_a_place(self):
        with self.assertRaises(lw.ProgramError) as caught:
            lw.Schedule(TEXT.replace("A[vi] +", "Q[vi] +"))
        self.assertEqual(caught.exception.place[:2], ("<text>", 8))
        self.assertIn("Q", str(caught.exception))
        with self.assertRaisesRegex(lw.Error, "cannot read"):
            lw.load("/nowhere.py")
        with self.assertRaisesRegex(TypeError, "a program is a text, a path"):
            lw.Schedule(3)
        with self.assertRaisesRegex(lw.Error, "a program is a text, a path, a decorated function or a module, not"):
            lw.Schedule(schedule().get_block("C"))


class Refusals(unittest.TestCase):
    def test_a_refused_step_has_witness_and_repairs(self):
        sch = schedule()
        i, j, k = sch.get_loops("C")
        before = sch.mod.script()
        with self.assertRaises(lw.Refused) as caught:
            sch.parallel(k)
        error = caught.exception
        self.assertEqual(error.step, "parallel")
        self.assertEqual(sch.mod.script(), before)
        self.assertEqual(error.witness.first["iteration"].keys(), {"i", "j", "k"})
        self.assertTrue(error.repairs)
        error.repairs[0].apply(sch)
        self.assertNotEqual(sch.mod.script(), before)
        self.assertIn("parallel", error._repr_html_())

    def test_handles_of_another_schedule(self):
        first, second = schedule(), schedule()
        i, _, _ = first.get_loops("C")
        with self.assertRaises(lw.ArgumentError) as caught:
            second.split(i, factors=[None, 8])
        self.assertIn("is a handle of another schedule", caught.exception.message)
        later = first.copy()
        new = later.get_block("C")
        with self.assertRaises(lw.ArgumentError):
            first.get_loops(new)

    def test_consumed_handles(self):
        sch = schedule()
        i, j, k = sch.get_loops("C")
        sch.split(i, factors=[None, 8])
        with self.assertRaises(lw.Error) as caught:
            sch.unroll(i)
        self.assertIn("split", str(caught.exception))
        sch.remove_rv(j)
        with self.assertRaises(lw.Error):
            sch.unroll(j)

    def test_arguments_of_wrong_types(self):
        sch = schedule()
        i, j, k = sch.get_loops("C")
        for wrong, words in ((object(), "split takes no argument of the type object"),
                             (2**70, "split takes integers of at most 64 bits"),
                             ({1, 2}, "split takes no argument of the type set")):
            with self.assertRaises(lw.ArgumentError) as caught:
                sch.split(i, factors=wrong)
            self.assertIn(words, caught.exception.message)
        endless = []
        endless.append(endless)
        with self.assertRaisesRegex(lw.Error, "an argument of split is nested too deeply, or contains itself"):
            sch.split(i, factors=endless)
        with self.assertRaises(lw.Error):
            sch.split()
        with self.assertRaises(lw.Error):
            sch.split(i, factors=[2, 2], colour=3)
        with self.assertRaisesRegex(lw.Error, "cannot be used as a value: 'extend' is a method"):
            sch.split(i, factors=sch.get(i).extend)

    def test_exceptions_of_lambdas_come_through(self):
        sch = schedule()

        def fails(*_):
            raise KeyError("mine")

        with self.assertRaises(KeyError):
            sch.transform_layout("C", ("write", 0), fails)
        sch.transform_layout("C", ("write", 0), lambda i, j: (j, i))
        self.assertIn("C", sch.mod.script())


class Package(unittest.TestCase):
    def test_the_stubs_list_every_primitive(self):
        stubs = (pathlib.Path(lw.__file__).parent / "__init__.pyi").read_text()
        compile(stubs, "__init__.pyi", "exec")
        for primitive in lw.primitives():
            self.assertIn(f"def {primitive['name']}(self", stubs)

    def test_names_of_tvm_need_a_call(self):
        script = "import sys, loopwright; assert 'tvm' not in sys.modules; loopwright.as_tvm(); import tvm.tir; " \
                 "from tvm import te; from tvm.script import tir as T; print(tvm.tir.Schedule.__name__)"
        done = subprocess.run(["/usr/bin/python3", "-c", script], capture_output=True, text=True, env=os.environ)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
