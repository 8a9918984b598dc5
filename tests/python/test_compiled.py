"""Runs and compiled functions: arrays without a copy, in a process of their own or in this one."""

import ctypes
import os
import subprocess
import threading
import unittest

import numpy as np

import loopwright as lw
from loopwright import T


@lw.prim_func
def product(A: T.Buffer((48, 32), "float32"), B: T.Buffer((32, 40), "float32"), C: T.Buffer((48, 40), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(48, 40, 32):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


SCALED = '''from tvm.script import tir as T

@T.prim_func
def scaled(a: T.handle, factor: T.float32, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (n,), "float32")
    for i in range(n):
        with T.block("B"):
            vi = T.axis.spatial(n, i)
            B[vi] = A[vi] * factor
'''

CRASHES = '''from tvm.script import tir as T

@T.prim_func
def jumps(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            T.reads(A[0:16])
            T.writes(B[0:16])
            B[A[vi]] = 1
'''

TYPED = '''from tvm.script import tir as T

@T.prim_func
def copied(A: T.Buffer((8,), "{0}"), B: T.Buffer((8,), "{0}")):
    for i in range(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = A[vi]
'''


def scheduled():
    sch = lw.Schedule(product)
    i, j, k = sch.get_loops("C")
    outer, inner = sch.split(j, factors=[None, 8])
    sch.reorder(i, outer, k, inner)
    sch.vectorize(inner)
    sch.parallel(i)
    return sch


def inputs():
    random = np.random.default_rng(1)
    a, b = (random.integers(-4, 4, s).astype("float32") for s in ((48, 32), (32, 40)))
    return a, b, np.zeros((48, 40), "float32")


class Calls(unittest.TestCase):
    def test_here_and_in_another_process(self):
        for in_process in (False, True):
            for threads in (1, 2):
                function = scheduled().compile(in_process=in_process, threads=threads)
                self.assertEqual(function.in_process, in_process)
                self.assertEqual(function.parameters, ["A", "B", "C"])
                for _ in range(3):
                    a, b, c = inputs()
                    function(a, b, C=c)
                    np.testing.assert_array_equal(c, a @ b)

    def test_symbolic_sizes_and_numbers(self):
        for in_process in (False, True):
            function = lw.Schedule(SCALED).compile(in_process=in_process)
            for n in (1, 7, 1000, 7):
                a, b = np.arange(n, dtype="float32"), np.empty(n, "float32")
                function(a, 0.5, b)
                np.testing.assert_array_equal(b, a / 2)
            with self.assertRaises(lw.Error):
                function(np.zeros(3, "float32"), 0.5, np.zeros(4, "float32"))
            with self.assertRaises(lw.ArgumentError) as caught:
                function(a, "half", b)
            self.assertIn("factor is a number of type float32, and the argument is str", caught.exception.message)

    def test_unaligned_arrays(self):
        function = scheduled().compile(in_process=True)
        a, b, _ = inputs()
        memory = np.zeros(48 * 40 + 1, "float32")
        c = memory[1:].reshape(48, 40)
        function(a, b, c)
        np.testing.assert_array_equal(c, a @ b)

    def test_every_type_of_numpy(self):
        for name in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32",
                     "float64", "bool"):
            function = lw.Schedule(TYPED.format(name)).compile(in_process=True)
            a, b = (np.arange(8) % 2).astype(name), np.zeros(8, name)
            function(a, b)
            np.testing.assert_array_equal(a, b, name)
        bits = np.arange(8, dtype="uint16")
        got = np.zeros(8, "uint16")
        lw.Schedule(TYPED.format("bfloat16")).compile(in_process=True)(bits, got)
        np.testing.assert_array_equal(bits, got)
        for name in ("float8_e4m3fn", "float8_e5m2"):
            function = lw.Schedule(TYPED.format(name)).compile(in_process=True)
            bits, got = np.arange(8, dtype="uint8"), np.zeros(8, "uint8")
            function(bits, got)
            np.testing.assert_array_equal(bits, got, name)
            with self.assertRaises(lw.Error) as caught:
                function(bits.astype("float16"), got)
            self.assertIn('array.astype("uint8")', str(caught.exception))

    def test_threads_may_call_at_the_same_time(self):
        function = scheduled().compile(in_process=True, threads=2)
        wrong = []

        def work():
            for _ in range(50):
                a, b, c = inputs()
                function(a, b, c)
                if not (c == a @ b).all():
                    wrong.append(1)

        workers = [threading.Thread(target=work) for _ in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.assertEqual(wrong, [])


class Refused(unittest.TestCase):
    def setUp(self):
        self.function = scheduled().compile(in_process=True)

    def refuse(self, words, *arguments, **named):
        with self.assertRaises(lw.Error) as caught:
            self.function(*arguments, **named)
        self.assertIn(words, caught.exception.message)

    def test_arguments(self):
        a, b, c = inputs()
        self.refuse("product takes 3 arguments, not 2", a, b)
        self.refuse("product takes 3 arguments, not 3", a, b, c_=c)
        self.refuse("B is an array, and list is none", a, [1.0], c)
        self.refuse("A has elements of type float32, and the array has elements of type float64", a.astype("float64"), b, c)
        self.refuse("A has elements of type float32, and the array has elements of type", a.astype("complex64"), b, c)
        self.refuse("the elements of A must follow each other in row-major order", np.asfortranarray(a), b, c)
        self.refuse("the elements of A must follow each other in row-major order", np.zeros((96, 32), "float32")[::2], b, c)
        self.refuse("A", a[:40], b, c)
        self.refuse("A", a.reshape(-1), b, c)
        c.flags.writeable = False
        self.refuse("the function writes C, and the array is read-only", a, b, c)
        raw = np.zeros(48 * 32 * 4 + 1, "uint8")
        odd = np.ndarray((48, 32), "float32", raw.data, 1)
        self.refuse("the address of A must be a multiple of 4", odd, b, inputs()[2])

    def test_overlapping_arrays(self):
        function = lw.Schedule(TYPED.format("float32")).compile(in_process=True)
        memory = np.zeros(12, "float32")
        with self.assertRaises(lw.ArgumentError) as caught:
            function(memory[:8], memory[4:])
        self.assertIn("the function writes B, whose memory overlaps that of A", caught.exception.message)

    def test_a_crash_leaves_python_alive(self):
        function = lw.Schedule(CRASHES).compile()
        wild = np.full(16, 1 << 30, "int32")
        with self.assertRaises(lw.KernelError) as caught:
            function(wild, np.zeros(16, "int32"))
        self.assertIn("jumps", str(caught.exception))
        right, out = np.arange(16, dtype="int32"), np.zeros(16, "int32")
        function(right, out)
        np.testing.assert_array_equal(out, 1)


class Tensor:
    """What a library with DLPack passes: a capsule of either version."""

    deleted = 0

    def __init__(self, array, versioned, device=1, flags=0, major=1, code=2, strides=None):
        self.array, self.device = array, device
        shape = (ctypes.c_int64 * array.ndim)(*array.shape)
        steps = strides or [s // array.itemsize for s in array.strides]
        self.keep = [shape, (ctypes.c_int64 * array.ndim)(*steps)]

        class Fields(ctypes.Structure):
            _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32), ("id", ctypes.c_int32),
                        ("rank", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                        ("lanes", ctypes.c_uint16), ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p),
                        ("offset", ctypes.c_uint64)]

        deleter_type = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

        def deleted(_pointer):
            Tensor.deleted += 1

        self.deleter = deleter_type(deleted)
        tensor = Fields(array.ctypes.data, device, 0, array.ndim, code, array.itemsize * 8, 1,
                        ctypes.addressof(shape), ctypes.addressof(self.keep[1]), 0)

        class Old(ctypes.Structure):
            _fields_ = [("tensor", Fields), ("context", ctypes.c_void_p), ("deleter", deleter_type)]

        class Versioned(ctypes.Structure):
            _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("context", ctypes.c_void_p),
                        ("deleter", deleter_type), ("flags", ctypes.c_uint64), ("tensor", Fields)]

        self.versioned = versioned
        self.managed = Versioned(major, 0, None, self.deleter, flags, tensor) if versioned else Old(tensor, None, self.deleter)

    def __dlpack_device__(self):
        return self.device, 0

    def capsule(self):
        make = ctypes.pythonapi.PyCapsule_New
        make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        self.name = b"dltensor_versioned" if self.versioned else b"dltensor"
        return make(ctypes.addressof(self.managed), self.name, None)

    def __dlpack__(self, **options):
        if options and not self.versioned:
            raise TypeError("version 0 takes no max_version")
        return self.capsule()


class Capsules(unittest.TestCase):
    def test_both_versions_without_a_copy(self):
        function = scheduled().compile(in_process=True)
        for versioned in (False, True):
            before = Tensor.deleted
            a, b, c = inputs()
            tensors = [Tensor(x, versioned) for x in (a, b, c)]
            function(*tensors)
            np.testing.assert_array_equal(c, a @ b)
            self.assertEqual(Tensor.deleted - before, 3)

    def test_capsules_themselves_can_be_taken_once(self):
        function = scheduled().compile(in_process=True)
        a, b, c = inputs()
        keep = Tensor(a, True)
        capsule = keep.capsule()
        function(capsule, b, c)
        np.testing.assert_array_equal(c, a @ b)
        with self.assertRaises(lw.ArgumentError if False else lw.Error) as caught:
            function(capsule, b, c)
        self.assertIn("A: the capsule 'used_dltensor_versioned' holds no tensor to take", caught.exception.message)

    def test_wrong_tensors(self):
        function = scheduled().compile(in_process=True)
        a, b, c = inputs()
        for tensor, words in (
                (Tensor(a, True, device=2), "A is in the memory of another device (DLPack type 2) than the processor"),
                (Tensor(a, True, major=9), "A: version 9 of DLPack is not known"),
                (Tensor(a, False, code=0), "A has elements of type float32, and the array has elements of type int32"),
                (Tensor(a, True, code=77), "A has elements of type float32"),
                (Tensor(a, True, strides=[1, 48]), "the elements of A must follow each other in row-major order")):
            with self.assertRaises(lw.Error) as caught:
                function(tensor, b, c)
            self.assertIn(words, caught.exception.message)
        with self.assertRaises(lw.Error) as caught:
            function(a, b, Tensor(c, True, flags=1))
        self.assertIn("the function writes C, and the array is read-only", caught.exception.message)

    def test_tensors_of_pytorch(self):
        try:
            import torch
        except Exception as error:  # it may be missing, or need another version of something
            self.skipTest(str(error))
        function = scheduled().compile(in_process=True)
        a, b, c = (torch.from_numpy(x) for x in inputs())
        function(a, b, c)
        np.testing.assert_array_equal(c.numpy(), a.numpy() @ b.numpy())


class Runs(unittest.TestCase):
    def test_run_checks_and_times(self):
        run = scheduled().run(repeat=3, ranges={"*": "tenths"})
        self.assertTrue(run.checked and run.ok)
        self.assertGreater(run.ms, 0)
        self.assertEqual(run.outputs["C"].shape, (48, 40))
        self.assertIn("<svg", run._repr_html_())
        a, b, _ = inputs()
        given = scheduled().run(repeat=1, inputs={"A": a, "B": b})
        np.testing.assert_array_equal(given.outputs["C"], a @ b)
        self.assertGreater(scheduled().time(repeat=2), 0)

    def test_same(self):
        self.assertTrue(scheduled().same(product))
        other = lw.Schedule(lw.Schedule(product).mod.script().replace("* B[", "+ B["))
        found = scheduled().same(other)
        self.assertFalse(found)
        self.assertIn("different results: C[", repr(found))

    def test_options(self):
        with self.assertRaisesRegex(TypeError, "there is no option 'repeats'; known: .*repeat"):
            scheduled().run(repeats=3)
        with self.assertRaisesRegex(ValueError, "the function has no array named 'Q'"):
            scheduled().run(inputs={"Q": np.zeros(3)})
        with self.assertRaises((TypeError, ValueError, RuntimeError)):
            scheduled().run(repeat="many")
        with self.assertRaises(lw.Error):
            scheduled().run(target="nowhere")

    def test_the_lock_is_free_while_a_kernel_runs(self):
        ticks = []
        done = threading.Event()

        def tick():
            while not done.wait(0.005):
                ticks.append(1)

        ticker = threading.Thread(target=tick)
        ticker.start()
        before = len(ticks)
        scheduled().run(repeat=5, min_ms=20)
        during = len(ticks) - before
        done.set()
        ticker.join()
        self.assertGreater(during, 5)


class Pages(unittest.TestCase):
    def test_pictures_and_code(self):
        sch = scheduled()
        tree = sch._repr_html_()
        self.assertTrue(tree.startswith("<svg") and tree.endswith("</svg>"))
        for words in (">i<", "parallel", "vectorized", ">C<"):
            self.assertIn(words, tree)
        self.assertIn('<span class="k">', sch.mod._repr_html_())
        self.assertIn('<span class="k">define</span>', sch.lower("llvm")._repr_html_())
        import xml.dom.minidom

        xml.dom.minidom.parseString(tree)
        xml.dom.minidom.parseString(sch.run(repeat=2)._repr_html_())


if __name__ == "__main__":
    unittest.main()
