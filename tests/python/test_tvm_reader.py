"""The reader of decorated functions: what Python calculates while a function is read, and what becomes of it."""

import subprocess
import sys
import tempfile
import textwrap
import unittest

import loopwright

tvm = loopwright.as_tvm()
from tvm.script import ir as I  # noqa: E402
from tvm.script import tir as T  # noqa: E402

ReadError = tvm.error.DiagnosticError


def lines(function):
    return [line.strip() for line in function.script().splitlines()]


def make(m, n, dtype="float32"):
    """A factory with a helper, a macro and values of Python."""
    def relu(x):
        return T.max(x, T.cast(0, dtype))

    @T.macro
    def store(Y, X, i, j):
        for ii in T.serial(2):
            Y[i, j] = relu(X[i, j]) + T.cast(ii, dtype)

    @T.prim_func
    def f(A: T.Buffer((m, n), dtype), B: T.Buffer((m, n), dtype)):
        for i, j in T.grid(m, n):
            with T.block("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                store(B, A, vi, vj)
                for k in [1, 2]:
                    B[vi, vj] += T.cast(k * 2, dtype) if k == 1 else T.cast(7, dtype)

    return f


class Factories(unittest.TestCase):
    def test_closures_helpers_and_macros_are_carried_out(self):
        text = make(4, 8, "float16").script()
        self.assertIn('A: T.Buffer((4, 8), "float16")', text)
        self.assertIn("for ii in range(2):", text)
        self.assertIn('B[vi, vj] = T.max(A[vi, vj], T.float16(0.0)) + T.Cast("float16", ii)', text)
        self.assertIn("B[vi, vj] = B[vi, vj] + T.float16(2.0)", text)
        self.assertIn("B[vi, vj] = B[vi, vj] + T.float16(7.0)", text)

    def test_two_calls_give_two_programs(self):
        self.assertIn("T.grid(4, 8)", make(4, 8).script())
        self.assertIn("T.grid(16, 2)", make(16, 2).script())

    def test_a_branch_on_a_value_of_python_is_decided(self):
        for fast in (True, False):
            @T.prim_func
            def f(A: T.Buffer((8,), "int32")):
                for i in range(8):
                    if fast and i > 2:
                        A[i] = 1
                    elif not fast:
                        A[i] = 2

            self.assertEqual("if i > 2:" in lines(f), fast)
            self.assertEqual("A[i] = 2" in lines(f), not fast)

    def test_chains_of_comparisons_and_conditional_expressions(self):
        n = 8

        @T.prim_func
        def f(A: T.Buffer((8,), "int32")):
            for i in range(8):
                A[i] = i if 0 < i < n - 1 else 0

        self.assertIn("A[i] = T.if_then_else(0 < i and i < 7, i, 0)", lines(f))

    def test_captured_sizes_are_declared(self):
        n = T.int64()

        @T.prim_func
        def f(A: T.Buffer((n, 4), "float32"), B: T.Buffer((n, 4), "float32")):
            for i, j in T.grid(n, 4):
                B[i, j] = A[i, j]

        self.assertIn("n = T.int64()", lines(f))
        self.assertIn('A = T.match_buffer(var_A, (n, 4))', f.script().replace(', "float32")', ")"))

    def test_a_name_of_a_macro_does_not_capture_that_of_its_argument(self):
        @T.macro
        def twice(A, at):
            for i in range(2):
                A[at, i] = 1

        @T.prim_func
        def f(A: T.Buffer((8, 2), "int32")):
            for i in range(8):
                twice(A, i)

        self.assertIn("A[i, i_1] = 1", lines(f))

    def test_a_macro_without_hygiene_sees_the_names_of_its_caller(self):
        @T.macro(hygienic=False)
        def store():
            A[i] = value  # noqa: F821

        @T.prim_func
        def f(A: T.Buffer((8,), "int32")):
            value = T.meta_var(5)  # noqa: F841
            for i in range(8):
                store()

        self.assertIn("A[i] = 5", lines(f))

    def test_values_of_python_stay_values(self):
        table = {"a": (1, 2), "b": [3, 4]}

        @T.prim_func
        def f(A: T.Buffer((8,), "int32")):
            offsets = [x * y for x in table["a"] for y in table["b"]]
            assert len(offsets) == 4
            first, *rest = offsets
            for i in range(8):
                A[i] = i + first + sum(rest)

        self.assertIn("A[i] = i + 3 + 18", " ".join(lines(f)).replace("A[i] = i + 21", "A[i] = i + 3 + 18"))


class Spellings(unittest.TestCase):
    """Forms that public kernels have."""

    def test_typed_numbers_are_calculated_with(self):
        n = T.int64(32)
        if n > 0 and n & 31 == 0:  # Python asks for its truth
            n = n * 2

        @T.prim_func
        def f(A: T.Buffer((64,), "int32")):
            for i in range(n):
                A[i] = 1

        self.assertIn("for i in range(T.int64(64)):", lines(f))

    def test_one_name_for_all_loops_of_a_grid(self):
        @T.prim_func
        def f(A: T.Buffer((4, 8), "int32")):
            for axes in T.grid(4, 8):
                with T.block("b"):
                    v, w = T.axis.remap("SS", axes)
                    A[v, w] = v + w

        self.assertIn("for axes_0, axes_1 in T.grid(4, 8):", lines(f))

    def test_variables_of_helper_functions_are_declared_once_each(self):
        def square(x):
            y = tvm.tir.Var("y", "float32")
            return tvm.tir.Let(y, x + T.float32(1), y * y)

        @T.prim_func
        def f(A: T.Buffer((8,), "float32")):
            for i in range(8):
                A[i] = square(A[i]) + square(A[i] * T.float32(2))

        text = f.script()
        self.assertIn("where={y: ", text)
        self.assertIn("where={y_1: ", text)

    def test_types_of_variables_with_let(self):
        @T.prim_func
        def f(A: T.Buffer((8,), "int32")):
            for i in range(8):
                x: T.let[T.int32] = i * 2
                y: T.let[T.int32()] = x + 1
                A[i] = y

        self.assertIn("x: T.int32 = i * 2", lines(f))

    def test_assertions_with_and_without_a_scope(self):
        @T.prim_func
        def f(n: T.int32, A: T.Buffer((8,), "int32")):
            T.Assert(n > 0, "n is positive")
            for i in range(8):
                A[i] = n

        self.assertIn('assert n > 0, "n is positive"', f.script())


class Modules(unittest.TestCase):
    def test_a_class_is_a_module(self):
        n = 16

        @I.ir_module
        class Both:
            size = n * 2

            @T.prim_func
            def one(A: T.Buffer((n,), "int32")):
                for i in range(n):
                    A[i] = i

            @T.prim_func(private=True)
            def two(A: T.Buffer((n * 2,), "int32")):
                for i in range(n * 2):
                    A[i] = i + 1

        self.assertEqual([v.name_hint for v in Both.get_global_vars()], ["one", "two"])
        self.assertIn("for i in range(32):", lines(Both["two"]))
        self.assertIn("one", Both)
        self.assertRaises(ValueError, lambda: Both["three"])

    def test_attributes_and_names_change_without_changing_the_original(self):
        f = make(2, 2)
        g = f.with_attr("global_symbol", "main").with_attr("tir.noalias", True)
        self.assertIn("def main(", g.script())
        self.assertIn('T.func_attr({"tir.noalias": True})', lines(g))
        self.assertIn("def f(", f.script())
        self.assertTrue(g.attrs["tir.noalias"])

    def test_structural_equality_says_where(self):
        tvm.ir.assert_structural_equal(make(4, 8), make(4, 8))
        with self.assertRaisesRegex(ValueError, "differ"):
            tvm.ir.assert_structural_equal(make(4, 8), make(8, 4))


class Errors(unittest.TestCase):
    def failed(self, body):
        """The line of the error in a file with this body, and its words."""
        with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
            file.write("import loopwright; tvm = loopwright.as_tvm()\nfrom tvm.script import tir as T\n" +
                       textwrap.dedent(body))
            file.flush()
            with open(file.name, encoding="utf-8") as again:
                code = compile(again.read(), file.name, "exec")
            with self.assertRaises(ReadError) as caught:
                exec(code, {"__name__": "x"})
            return caught.exception.line, str(caught.exception)

    def test_an_error_of_the_engine_is_at_the_line_of_the_file(self):
        line, words = self.failed("""
            @T.prim_func
            def f(A: T.Buffer((8,), "float32")):
                for i in range(8):
                    # a comment

                    A[i] = T.foo(A[i])
            """)
        self.assertEqual(line, 9)
        self.assertIn("T.foo is not known", words)

    def test_an_exception_of_a_helper_is_at_the_line_of_its_call(self):
        line, words = self.failed("""
            def helper(x):
                raise RuntimeError("no")

            @T.prim_func
            def f(A: T.Buffer((8,), "float32")):
                for i in range(8):
                    A[i] = helper(i)
            """)
        self.assertEqual(line, 10)
        self.assertIn("RuntimeError: no", words)

    def test_the_truth_of_an_expression_is_asked_for(self):
        line, words = self.failed("""
            def helper(x):
                return 1 if x > 3 else 2

            @T.prim_func
            def f(A: T.Buffer((8,), "int32")):
                for i in range(8):
                    A[i] = helper(i)
            """)
        self.assertEqual(line, 10)
        self.assertIn("`i > 3` is known only when the program runs", words)

    def test_a_name_of_tvm_that_is_missing_is_named_with_the_nearest(self):
        with self.assertRaisesRegex(AttributeError, "tvm.buld; the nearest: build"):
            tvm.buld  # noqa: B018


class Texts(unittest.TestCase):
    """Functions whose text is in no file."""

    TEXT = "from tvm.script import tir as T\n@T.prim_func\ndef f(A: T.Buffer((8,), 'int32')):\n    for i in range(8):\n        A[i] = i * 3\n"

    def test_of_exec(self):
        names = {}
        exec(self.TEXT, names)
        self.assertIn("A[i] = i * 3", lines(names["f"]))

    def test_of_a_literal_in_exec(self):
        names = {}
        exec("from tvm.script import tir as T\n@T.prim_func\ndef g(A: T.Buffer((8,), 'int32')):\n    for i in range(8):\n        A[i] = i * 5\n", names)
        self.assertIn("A[i] = i * 5", lines(names["g"]))

    def test_from_source(self):
        self.assertIn("A[i] = i * 3", lines(tvm.script.from_source(self.TEXT)))


class Start(unittest.TestCase):
    def test_importing_the_names_imports_no_numpy(self):
        done = subprocess.run([sys.executable, "-c", "import sys, loopwright.tvm; print('numpy' in sys.modules)"],
                              capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout.strip(), "False")


if __name__ == "__main__":
    unittest.main()
