"""Programs that helpers of Python write, and programs that are printed and read again as themselves."""

import unittest

import loopwright

tvm = loopwright.as_tvm()
from tvm import tir  # noqa: E402
from tvm.script import tir as T  # noqa: E402


def lines(function):
    return [line.strip() for line in function.script().splitlines()]


def clear(buffer, count):
    for k in range(count):
        T.buffer_store(buffer, T.float32(0), indices=[k])


def largest(count, buffer, value):
    """Opens and closes scopes as TVM's builder has them, one inside of the other."""
    ifs, elses = [T.If(value > buffer[k]) for k in range(count)], [T.Else() for _ in range(count - 1)]
    for k in range(count):
        ifs[k].__enter__()
        with T.Then():
            T.buffer_store(buffer, value, indices=[k])
        if k < count - 1:
            elses[k].__enter__()
    for k in reversed(range(count)):
        if k < count - 1:
            elses[k].__exit__(None, None, None)
        ifs[k].__exit__(None, None, None)


class Helpers(unittest.TestCase):
    def test_statements_of_a_helper_are_written_in_order(self):
        @T.prim_func
        def f(A: T.Buffer((4,), "float32"), B: T.Buffer((8,), "float32")):
            clear(A, 2)
            for i in range(8):
                largest(2, A, B[i])

        text = lines(f)
        self.assertEqual([line for line in text if line.startswith("A[") or "if" in line or "else" in line],
                         ["A[0] = T.float32(0.0)", "A[1] = T.float32(0.0)", "if B[i] > A[0]:", "A[0] = B[i]", "else:",
                          "if B[i] > A[1]:", "A[1] = B[i]"])

    def test_a_helper_opens_a_loop(self):
        def fill(buffer):
            with T.serial(4) as i:
                T.buffer_store(buffer, i, [i])

        @T.prim_func
        def f(A: T.Buffer((4,), "int32")):
            fill(A)

        self.assertIn("for v in range(4):", lines(f))
        self.assertIn("A[v] = v", lines(f))

    def test_outside_of_a_program_there_is_no_scope(self):
        with self.assertRaisesRegex(TypeError, "used inside of @T.prim_func"):
            with T.Then():
                pass

    def test_iterators_with_a_star(self):
        shape = (4, 8)

        @T.prim_func
        def f(A: T.Buffer((2, *shape), "int32")):
            for i in range(2):
                for j in T.grid(*shape):
                    with T.block("b"):
                        vi, *vj = T.axis.remap("SSS", [i, *j])
                        T.buffer_store(A, vj[0] + T.BufferLoad(A, [vi, *vj]), [vi, *vj])

        self.assertIn("A[vi, vj_0, vj_1] = vj_0 + A[vi, vj_0, vj_1]", lines(f))

    def test_constants_of_the_engine_are_operands(self):
        scale = tir.const(2, "float32")

        @T.prim_func
        def f(A: T.Buffer((4,), "float32")):
            for i in range(4):
                A[i] = A[i] * scale + scale

        self.assertIn("A[i] = A[i] * T.float32(2.0) + T.float32(2.0)", lines(f))


class RoundTrips(unittest.TestCase):
    def read_again(self, function):
        tvm.ir.assert_structural_equal(function, tvm.script.from_source(function.script()))
        return lines(function)

    def test_the_sides_of_a_comparison_stay(self):
        @T.prim_func
        def f(A: T.Buffer((8,), "float32")):
            for i in range(8):
                if 0 == i or i == 3 or A[i] <= T.float32(1e-7) or T.int32(5) > i:
                    A[i] = T.float32(0)

        self.assertIn("if 0 == i or i == 3 or A[i] <= T.float32(9.9999999999999995e-08) or 5 > i:", self.read_again(f))

    def test_a_vector_under_a_name_stays_a_variable(self):
        @T.prim_func
        def f(A: T.Buffer((8,), "uint8"), C: T.Buffer((1,), "int32")):
            v: T.uint8x4 = A[0:4]
            C[0] = T.reinterpret("int32", v)

        self.assertIn("v: T.uint8x4 = A[0:4]", self.read_again(f))

    def test_strides_with_names(self):
        @T.prim_func
        def f(a: T.handle, b: T.handle):
            s0, s1 = T.int32(), T.int32()
            A = T.match_buffer(a, (4, 4), "float32", strides=[s0, s1], offset_factor=1)
            B = T.match_buffer(b, (1,), "int32")
            B[0] = A.strides[0] * 2 + A.elem_offset % 3

        self.assertIn("B[0] = A.strides[0] * 2 + A.elem_offset % 3", self.read_again(f))

    def test_sizes_as_newer_releases_print_them(self):
        """Strings where a size stands first, names after it, and their types in the body."""
        f = tvm.script.from_source("""
@T.prim_func
def f(A: T.Buffer(("m", "n"), "float32"), B: T.Buffer((n, "k"), "float32")):
    m, n = T.int64(), T.int64()
    k = T.int64()
    T.func_attr({"tirx.noalias": True})
    for i, j in T.grid(m, n):
        A[i, j] = B[j, k - T.int64(1)]
""")
        text = self.read_again(f)
        self.assertEqual(text.count("n = T.int64()"), 1)
        self.assertFalse([line for line in text if "_1 = T.int64()" in line])
        self.assertIn('T.func_attr({"tir.noalias": True})', text)

    def test_sizes_of_graphs_outside_of_functions(self):
        module = tvm.script.from_source("""
n = TypeVar("n")
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((n, 4), dtype="float32")) -> R.Tensor((n * 2, 4), dtype="float32"):
        with R.dataflow():
            y: R.Tensor((n * 2, 4), dtype="float32") = R.concat((x, x), axis=0)
            R.output(y)
        return y
""")
        self.assertIn('x: R.Tensor(("n", 4), dtype="float32")', module.script())
        tvm.ir.assert_structural_equal(module, tvm.script.from_source(module.script()))

    def test_sizes_of_kernels_outside_of_functions(self):
        # The name of the size ends that of a parameter: it is declared all the same.
        module = tvm.script.from_source("""
v = TypeVar("v")
@I.ir_module
class Module:
    @T.prim_func
    def double(lv: T.Buffer((v, T.int64(4)), "float32")):
        for i, j in T.grid(v, T.int64(4)):
            lv[i, j] = lv[i, j] * T.float32(2)
""")
        self.assertIn("v = T.int64()", module.script())
        tvm.ir.assert_structural_equal(module, tvm.script.from_source(module.script()))


if __name__ == "__main__":
    unittest.main()
