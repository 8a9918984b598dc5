"""What users see of the module: texts of its objects, signatures and stubs, near names, copies, and errors of one family."""

import ast
import contextlib
import copy
import inspect
import io
import os
import pathlib
import pickle
import subprocess
import tempfile
import unittest

import loopwright as lw

PRODUCT = '''# challenge: 100x fewer cycles, 4 steps
from tvm.script import tir as T

@T.prim_func
def product(A: T.Buffer((32, 32), "float32"), B: T.Buffer((32, 32), "float32"), C: T.Buffer((32, 32), "float32")):
    for i, j, k in T.grid(32, 32, 32):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
'''
INTEGERS = PRODUCT.replace("float32", "int32").replace("T.int32(0)", "0")


def scheduled():
    sch = lw.Schedule(PRODUCT)
    i, j, k = sch.get_loops("C")
    sch.reorder(i, k, j)
    sch.vectorize(sch.split(j, factors=[None, 8])[1])
    return sch


def array(shape=(32, 32), dtype="float32"):
    import numpy

    return numpy.zeros(shape, dtype)


class Texts(unittest.TestCase):
    def test_objects_say_what_they_are(self):
        sch = lw.Schedule(PRODUCT)
        block = sch.get_block("C")
        i, j, k = sch.get_loops(block)
        self.assertEqual(repr(sch), "<schedule of product: 0 steps>" if not len(sch.trace) else repr(sch))
        self.assertEqual(repr(i), "<loop i: 32 iterations>")
        self.assertEqual(f"{i}", "i")
        self.assertEqual(repr(block), "<block C: reads A, B; writes C>")
        sch.parallel(i)
        self.assertEqual(repr(i), "<loop i: 32 iterations, parallel>")
        outer, inner = sch.split(j, factors=[None, 8])
        self.assertEqual([str(outer), str(inner)], ["j_0", "j_1"])
        self.assertRegex(repr(j), "<loop l[0-9]+: no longer valid>")
        factor = sch.sample_perfect_tile(k, n=2, max_innermost_factor=8)[0]
        self.assertEqual(repr(factor), f"<number {int(factor)}>")
        self.assertRegex(repr(sch), "<schedule of product: [0-9]+ steps>")
        self.assertRegex(repr(sch.trace), "<trace: [0-9]+ steps>")
        self.assertEqual(repr(sch.program), "<program product>")
        self.assertEqual(repr(sch.compile()), "<compiled product(A: float32[32, 32], B: float32[32, 32], C: float32[32, 32])>")

    def test_notebooks_show_them(self):
        import xml.dom.minidom

        sch = scheduled()
        loop = sch.get_loops("C")[0]
        for shown, words in ((sch.legal("i"), "parallel"), (sch.trace, "vectorize"), (loop, "loop i: 32 iterations"),
                             (sch.cost(), "limited by"), (sch.compile(), "runs in a process of its own"),
                             (sch.get_block("C"), 'stroke-width="3"')):
            html = shown._repr_html_()
            self.assertIn(words, html, type(shown))
            xml.dom.minidom.parseString(f"<div>{html}</div>")

    def test_programs_of_integers_have_operations(self):
        run = lw.Schedule(INTEGERS).run(repeat=2)
        self.assertEqual(run.gflops, 0)
        self.assertAlmostEqual(run.gops, 2 * 32**3 / run.ms / 1e6, delta=1e-6 * run.gops)
        self.assertIn("GOP/s", str(run))
        self.assertNotIn("GFLOP", str(run))

    def test_costs_have_the_model_and_the_goal(self):
        cost = scheduled().cost()
        self.assertEqual(cost.flops, 2 * 32**3)
        self.assertGreater(cost.cycles, 0)
        self.assertEqual(cost["C"]["kind"], "block")
        self.assertIn("of 100 times fewer cycles", cost.model["goal"]["counted"])
        self.assertRegex(cost.model["goal"]["missing"], "^block C costs .* cycles: ")
        self.assertIn("goal: 100 times fewer cycles than the start", str(cost))
        top = [row for row in cost.model["loops"] if row["parent"] < 0]
        self.assertLessEqual(sum(row["cycles"] for row in top), cost.cycles * (1 + 1e-9))
        with self.assertRaises(KeyError):
            cost["nowhere"]

    def test_exports(self):
        sch = scheduled()
        self.assertIn("def apply_trace", sch.export())
        self.assertIn("int product(", sch.export(format="c"))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "product.o")
            written = sch.export(path)
            self.assertEqual(sorted(os.path.basename(file) for file in written), ["product.h", "product.o"])
            self.assertEqual(pathlib.Path(path).read_bytes()[:4], b"\x7fELF")
            sch.export(pathlib.Path(folder) / "steps.json")
            again = lw.Schedule(PRODUCT)
            lw.Trace.from_json((pathlib.Path(folder) / "steps.json").read_text()).apply_to_schedule(again)
            self.assertEqual(again.mod, sch.mod)
            for wrong, words in (({"format": "nothing"}, "there is no format 'nothing'"), ({"format": "object"}, "pass path"),
                                 ({"path": os.path.join(folder, "a.xyz")}, "says no format")):
                with self.assertRaisesRegex(lw.ArgumentError, words):
                    sch.export(**wrong)

    def test_the_version_is_that_of_lw(self):
        said = subprocess.run([os.path.join(os.environ["LW_BIN"], "lw"), "--version"], capture_output=True, text=True).stdout
        self.assertEqual(said.split()[1], lw.__version__)


class Files(unittest.TestCase):
    def test_a_name_of_a_file_opens_it(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "both.py")
            pathlib.Path(path).write_text(PRODUCT + INTEGERS.split("tir as T\n", 1)[1].replace("def product", "def whole"))
            self.assertEqual(lw.Schedule(path, "product").program.name, "product")
            self.assertEqual(lw.Schedule(path + ":whole").program.name, "whole")
            self.assertEqual(lw.Schedule(path, "whole").program.filename, path)
        with self.assertRaisesRegex(lw.ProgramError, "cannot read nowhere.py"):
            lw.Schedule("nowhere.py")


class Copies(unittest.TestCase):
    def both(self, thing):
        return [pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing), copy.copy(thing)]

    def test_schedules_programs_traces_and_modules(self):
        sch = scheduled()
        for again in self.both(sch):
            self.assertEqual(again.mod, sch.mod)
            self.assertEqual(len(again.trace), len(sch.trace))
            again.parallel(again.get_loops("C")[0])  # independent, and it goes on
            self.assertNotEqual(again.mod, sch.mod)
        for again in self.both(sch.trace):
            self.assertEqual(again.as_json(), sch.trace.as_json())
        for again in self.both(sch.mod):
            self.assertEqual(again, sch.mod)
        for again in self.both(sch.program):
            self.assertEqual((again.name, again.text), (sch.program.name, sch.program.text))

    def test_handles_hold_in_copies_of_their_schedule(self):
        sch = lw.Schedule(PRODUCT)
        kept = {"sch": sch, "loops": sch.get_loops("C")}
        again = copy.deepcopy(kept)
        again["sch"].parallel(again["loops"][0])
        self.assertIn("parallel", str(again["sch"].mod))
        self.assertNotIn("parallel", str(sch.mod))
        with self.assertRaisesRegex(lw.ArgumentError, "cannot be pickled; pickle the schedule"):
            pickle.dumps(kept)

    def test_a_schedule_of_one_function_of_a_class(self):
        text = '''from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Two:
    @T.prim_func
    def first(A: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.block("A"):
                vi = T.axis.spatial(8, i)
                A[vi] = T.float32(1)

    @T.prim_func
    def second(B: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.block("B"):
                vi = T.axis.spatial(8, i)
                B[vi] = T.float32(2)
'''
        for name in ("", "Two.second"):
            sch = lw.Schedule(text, name)
            sch.work_on("second")
            sch.unroll(sch.get_loops("B")[0])
            for again in self.both(sch):
                self.assertEqual(again.mod, sch.mod)
                self.assertEqual(again.func_working_on, sch.func_working_on)
            fresh = lw.Schedule(sch.mod)  # of a module, without a text
            self.assertEqual(pickle.loads(pickle.dumps(fresh)).mod, fresh.mod)

    def test_runs(self):
        import numpy

        run = scheduled().run(repeat=2)
        for again in self.both(run):
            self.assertEqual(repr(again), repr(run))
            numpy.testing.assert_array_equal(again.outputs["C"], run.outputs["C"])

    def test_refusals_with_their_witness_and_repairs(self):
        sch = lw.Schedule(PRODUCT)
        with self.assertRaises(lw.Refused) as caught:
            sch.parallel(sch.get_loops("C")[2])
        before = caught.exception
        for again in self.both(before):
            self.assertIsInstance(again, lw.Refused)
            self.assertEqual((str(again), again.kind, again.hint), (str(before), before.kind, before.hint))
            self.assertEqual(str(again.witness), str(before.witness))
            self.assertEqual([str(r) for r in again.repairs], [str(r) for r in before.repairs])
            self.assertEqual(again.witness.first, before.witness.first)
            self.assertIn("refused", again._repr_html_())
        fresh = lw.Schedule(PRODUCT)
        pickle.loads(pickle.dumps(before)).repairs[0].apply(fresh)
        self.assertGreater(len(fresh.trace), 0)


class Names(unittest.TestCase):
    def test_near_names_are_suggested(self):
        sch = lw.Schedule(PRODUCT)
        for function, words in ((lambda: sch.spilt, "a schedule has no attribute 'spilt'; did you mean 'split'\\?"),
                                (lambda: lw.Shedule, "did you mean 'Schedule'\\?"),
                                (lambda: sch.run(repeat=1).gflop, "did you mean 'gflops'\\?")):
            with self.assertRaisesRegex(AttributeError, words):
                function()
        with self.assertRaisesRegex(lw.ArgumentError, "there is no option 'repaet'; known: .*; did you mean 'repeat'\\?"):
            sch.run(repaet=3)
        self.assertFalse(hasattr(sch, "_something"))


def callables():
    """(name, function, whether it has a receiver) of all that users call."""
    for name in lw.__all__:
        thing = getattr(lw, name)
        if not isinstance(thing, type):
            if callable(thing) and name not in ("T",):
                yield name, thing, False
            continue
        for member, value in vars(thing).items():
            if not member.startswith("_") and (callable(value) or isinstance(value, staticmethod)):
                yield f"{name}.{member}", getattr(thing, member), not isinstance(value, staticmethod)


class Signatures(unittest.TestCase):
    def test_stubs_and_signatures_agree(self):
        tree = ast.parse((pathlib.Path(lw.__file__).parent / "__init__.pyi").read_text())
        stubs = {}
        for node in tree.body:
            for inner in [node] if isinstance(node, ast.FunctionDef) else getattr(node, "body", []):
                if isinstance(inner, ast.FunctionDef):
                    stubs[inner.name if inner is node else f"{node.name}.{inner.name}"] = inner.args
        checked = 0
        for name, function, receiver in callables():
            found = inspect.signature(function)
            args = stubs[name]
            names = [a.arg for a in [*args.posonlyargs, *args.args, *args.kwonlyargs]] + \
                [a.arg for a in (args.vararg, args.kwarg) if a]
            mine = [p.name for p in found.parameters.values()]
            self.assertEqual(sorted(n for n in names if n != "self"), sorted(n for n in mine if n != "self"), name)
            defaults = [ast.unparse(d) for d in [*args.defaults, *args.kw_defaults] if d is not None]
            given = [repr(p.default) for p in found.parameters.values() if p.default is not p.empty]
            self.assertEqual(defaults, given, name)
            self.assertFalse(args.kwarg and args.vararg and receiver, f"{name} says nothing about its parameters")
            checked += 1
        self.assertGreater(checked, 100)

    def test_a_compiled_function_says_its_parameters(self):
        self.assertEqual(list(inspect.signature(scheduled().compile()).parameters), ["A", "B", "C"])


# Texts of pybind11 and C++ that nobody should read.
FOREIGN = ("incompatible", "Unable to cast", "std::", "pybind", "lw::", "_engine", "No constructor", "Invoked with")


class Family(unittest.TestCase):
    def check(self, place, function, *args, **kwargs):
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                function(*args, **kwargs)
        except lw.Error as error:
            said = str(error)
            self.assertTrue(error.kind or isinstance(error, (lw.ProgramError, lw.Refused)) or said, place)
        except (TypeError, ValueError, AttributeError, KeyError, NotImplementedError) as error:
            said = str(error)
        else:
            return 0
        for word in FOREIGN:
            self.assertNotIn(word, said, place)
        return 1

    def test_wrong_types_everywhere(self):
        sch = scheduled()
        receivers = {"Schedule": sch, "Module": sch.mod, "Trace": sch.trace, "Compiled": sch.compile(), "Program": sch.program,
                     "Costs": sch.cost(), "Legal": sch.legal("i"), "Loop": sch.get_loops("C")[0]}
        wrong = [None, 5, -1, 2**70, 1.5, "nowhere", b"bytes", object(), [], [object()], {}, {1: 2}, {"A": object()}, lw, len,
                 float("nan"), 1j, sch]
        refused = 0
        for name, function, receiver in callables():
            owner = name.split(".")[0]
            if name in ("show", "Schedule.tune", "as_tvm", "prim_func", "ir_module"):
                continue  # a window and searches start with what fits
            slow = name.split(".")[-1] in ("run", "time", "same", "compile", "lower", "export")
            for value in wrong:
                if slow and not isinstance(value, (bytes, list, dict, complex)) and type(value) is not object:
                    continue  # it may fit
                copied = sch.copy()
                if receiver:
                    refused += self.check((name, "receiver", value), function, value)
                    mine = receivers.get(owner)
                    first = [copied if owner == "Schedule" else mine] if mine is not None else [value]
                else:
                    first = []
                refused += self.check((name, value), function, *first, value)
                refused += self.check((name, value, value), function, *first, value, value)
                for parameter in inspect.signature(function).parameters:
                    if parameter != "self":
                        refused += self.check((name, parameter, value), function, *first, **{parameter: value})
        self.assertGreater(refused, 3000)

    def test_constructors(self):
        for name in lw.__all__:
            thing = getattr(lw, name)
            if isinstance(thing, type) and not issubclass(thing, Exception):
                for args in ((), (5,), (None, None), (object(), 5, "x")):
                    self.check((name, args), thing, *args)

    def test_shapes_and_types_are_argument_errors(self):
        sch = lw.Schedule(PRODUCT)
        compiled = sch.compile()
        a = array()
        for function, words in ((lambda: compiled(a, a.copy()), "takes 3 arguments, not 2"),
                                (lambda: compiled(a, a.copy(), array((3, 3))), "dimension 0 of buffer C is 32"),
                                (lambda: compiled(a, a.copy(), array((3,))), "buffer C has 2 dimensions"),
                                (lambda: compiled(a, a.copy(), array(dtype="float64")), "elements of type float32"),
                                (lambda: compiled(a, a.copy(), 5), "C is an array, and int is none"),
                                (lambda: sch.run(inputs={"A": array((3, 3))}), "but the function takes"),
                                (lambda: sch.run(inputs={"Q": a}), "has no array named 'Q'"),
                                (lambda: sch.run(ranges={"A": "bad"}), "is not a range of values"),
                                (lambda: sch.run(repeat="x"), "run: repeat is an integer from 0 to 2147483647, not str"),
                                (lambda: sch.run(bind=5), "run: bind is a dict of names and integers or None, not 5"),
                                (lambda: sch.do(5), "do: step is a string, not 5"),
                                (lambda: sch.get_block(5), "the argument 'name' of get_block must be a string"),
                                (lambda: sch.split(sch.get_loops("C")[0], factor=[4]), "split has no argument 'factor'"),
                                (lambda: lw.Schedule(5), "a program is a text, a path"),
                                (lambda: lw.Loop(), "a loop comes from a schedule"),
                                (lambda: lw.Schedule.split(5), "split is a method of a schedule")):
            with self.assertRaises(lw.ArgumentError) as caught:
                function()
            self.assertIn(words, str(caught.exception))
            self.assertIsInstance(caught.exception, (TypeError, ValueError))
            self.assertTrue(caught.exception.kind)
        with self.assertRaises(lw.Refused):  # a step that cannot be carried out, whatever is wrong with it
            sch.get_block(5)


if __name__ == "__main__":
    unittest.main()
