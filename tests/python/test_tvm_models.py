"""Graphs and models by TVM's names: modules that are read and built, passes, the virtual machine, registered functions."""

import unittest

import loopwright
import numpy as np

tvm = loopwright.as_tvm()
from tvm import relax, te, topi  # noqa: E402
from tvm.script import ir as I  # noqa: E402
from tvm.script import relax as R  # noqa: E402
from tvm.script import tir as T  # noqa: E402


@I.ir_module
class Mixed:
    @T.prim_func
    def linear0(X: T.Buffer((1, 8), "float32"), W: T.Buffer((4, 8), "float32"), Z: T.Buffer((1, 4), "float32")):
        for i, j, k in T.grid(1, 4, 8):
            with T.block("Z"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    Z[vi, vj] = T.float32(0)
                Z[vi, vj] = Z[vi, vj] + X[vi, vk] * W[vj, vk]

    @R.function
    def main(x: R.Tensor((1, 8), "float32"), w: R.Tensor((4, 8), "float32")):
        cls = Mixed
        with R.dataflow():
            lv0 = R.call_tir(cls.linear0, (x, w), out_sinfo=R.Tensor((1, 4), dtype="float32"))
            lv1 = R.call_dps_packed("test.double", (lv0,), out_sinfo=R.Tensor((1, 4), dtype="float32"))
            out = R.nn.relu(lv1)
            R.output(out)
        return out


@I.ir_module
class Omitted:
    """As TVM prints a module without its constants."""

    @R.function
    def main(x: R.Tensor((1, 8), "float32")) -> R.Tensor((1, 8), "float32"):
        with R.dataflow():
            out = R.add(x, metadata["relax.expr.Constant"][0])  # noqa: F821
            R.output(out)
        return out


@I.ir_module
class Cached:
    @T.prim_func
    def append(C: T.Buffer((4, 2), "float32"), X: T.Buffer((1, 2), "float32"), at: T.int64):
        for j in range(2):
            with T.block("C"):
                vj = T.axis.remap("S", [j])
                C[at, vj] = X[0, vj]

    @R.function
    def main(cache: R.Tensor((4, 2), "float32"), x: R.Tensor((1, 2), "float32")):
        cls = Cached
        now = R.call_tir_inplace(cls.append, (cache, x), inplace_indices=[0], out_sinfo=R.Tensor((4, 2), "float32"), tir_vars=R.shape([2]))
        total = R.sum(now, axis=[0])
        return total


@tvm.register_func("test.double", override=True)
def double(x, out):
    out.copyfrom(x.numpy() * 2)


def data():
    rng = np.random.default_rng(1)
    return rng.standard_normal((1, 8), "float32"), rng.standard_normal((4, 8), "float32")


def built():
    """max(x @ w.T, 0) by a builder, half of it as tensor expressions."""
    bb = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((1, 8), "float32"))
    w = relax.Var("w", relax.TensorStructInfo((4, 8), "float32"))
    with bb.function("main", [x, w]):
        with bb.dataflow():
            lv = bb.emit(relax.op.matmul(x, relax.op.permute_dims(w)))
            shape = lv.struct_info.shape
            assert [int(n) for n in shape] == [1, 4], shape
            lv1 = bb.emit_te(topi.nn.relu, lv)
            gv = bb.emit_output(lv1)
        bb.emit_func_output(gv)
    return bb.get()


class Running(unittest.TestCase):
    def test_arguments_are_written_over(self):
        vm = relax.VirtualMachine(relax.build(Cached, target="llvm"), tvm.cpu())
        cache, x = np.ones((4, 2), "float32"), np.array([[5, 7]], "float32")
        total = vm["main"](cache, x)
        np.testing.assert_array_equal(total.numpy(), [8, 10])
        np.testing.assert_array_equal(cache, [[1, 1], [1, 1], [5, 7], [1, 1]])
        held = tvm.runtime.tensor(np.zeros((4, 2), "float32"))
        vm["main"](held, x)
        np.testing.assert_array_equal(held.numpy()[2], [5, 7])

    def test_a_module_printed_without_its_constants_opens(self):
        self.assertIn('metadata["relax.expr.Constant"][0]', Omitted.script())
        tvm.ir.assert_structural_equal(tvm.script.from_source(Omitted.script()), Omitted)
        with self.assertRaisesRegex(loopwright.Error, "no kernel can be made of the call R.add"):
            relax.VirtualMachine(relax.build(Omitted, "llvm"), tvm.cpu())["main"](tvm.runtime.tensor(data()[0]))

    def test_kernels_operators_and_registered_functions_work_together(self):
        x, w = data()
        vm = relax.VirtualMachine(relax.build(Mixed, target="llvm"), tvm.cpu())
        out = vm["main"](tvm.nd.array(x), tvm.nd.array(w))
        np.testing.assert_allclose(out.numpy(), np.maximum(2 * x @ w.T, 0), rtol=1e-5)

    def test_an_exception_of_a_registered_function_arrives(self):
        @tvm.register_func("test.double", override=True)
        def fails(x, out):
            raise RuntimeError("no result today")

        try:
            x, w = data()
            vm = relax.VirtualMachine(relax.build(Mixed, target="llvm"), tvm.cpu())
            with self.assertRaisesRegex(RuntimeError, "no result today"):
                vm["main"](x, w)
        finally:
            tvm.register_func("test.double", double, override=True)

    def test_parameters_become_constants(self):
        x, w = data()
        bound = relax.transform.BindParams("main", {"w": tvm.nd.array(w)})(Mixed)
        self.assertEqual([p.name_hint for p in bound["main"].params], ["x"])
        out = relax.VirtualMachine(relax.build(bound), tvm.cpu())["main"](tvm.nd.array(x))
        np.testing.assert_allclose(out.numpy(), np.maximum(2 * x @ w.T, 0), rtol=1e-5)

    def test_a_call_takes_a_function_of_tensors(self):
        def double_of(t):
            return te.compute(t.shape, lambda i, j: t[i, j] * 2.0, name="double")

        bb, x = relax.BlockBuilder(), relax.Var("x", relax.TensorStructInfo((1, 8), "float32"))
        with bb.function("main", [x]), bb.dataflow():
            lv = bb.emit(R.call_dps_packed(double_of, (x,), (1, 8), dtype="float32"))
            gv = bb.emit_output(R.call_tir(double_of, (lv,)))
            bb.emit_func_output(gv)
        module = bb.get()
        self.assertEqual([g.name_hint for g in module.get_global_vars()], ["double_of", "main"])
        out = relax.VirtualMachine(relax.build(module), tvm.cpu())["main"](tvm.nd.array(data()[0]))
        np.testing.assert_allclose(out.numpy(), 4 * data()[0])
        with self.assertRaisesRegex(ValueError, r"double_of gives R.Tensor\(\(1, 8\), .* call says R.Tensor\(\(2, 8\)"):
            R.call_dps_packed(double_of, (x,), (2, 8), dtype="float32")

    def test_a_model_of_the_builder(self):
        x, w = data()
        module = built()
        self.assertIn("relu", module)
        out = relax.VirtualMachine(tvm.compile(module, "llvm"), tvm.cpu())["main"](x, w)
        np.testing.assert_allclose(out.numpy(), np.maximum(x @ w.T, 0), rtol=1e-5)


class Graphs(unittest.TestCase):
    def test_legalized_models_have_kernels_only(self):
        legal = relax.transform.LegalizeOps()(Mixed)
        self.assertNotIn("R.nn.relu(", legal.script())
        self.assertIn("test.double", legal.script())
        self.assertGreater(len(legal), len(Mixed))

    def test_a_mutator_rewrites_calls(self):
        @relax.expr_functor.mutator
        class Gelu(relax.PyExprMutator):
            def visit_call_(self, call):
                call = self.visit_expr_post_order(call)
                if call.op == tvm.ir.Op.get("relax.nn.relu"):
                    return relax.op.nn.gelu(call.args[0])
                return call

        function = Gelu().visit_expr(Mixed["main"])
        self.assertIn("R.nn.gelu(lv1)", function.script())
        self.assertIn("R.nn.relu(lv1)", Mixed["main"].script())

    def test_values_that_nothing_needs_are_removed(self):
        @R.function
        def f(x: R.Tensor((4,), "float32")):
            with R.dataflow():
                a = R.add(x, x)
                b = R.multiply(x, x)
                R.output(b)
            return b

        self.assertNotIn("R.add", relax.analysis.remove_all_unused(f).script())

    def test_a_schedule_of_a_kernel_keeps_the_graph(self):
        sch = tvm.tir.Schedule(Mixed)
        i, j, k = sch.get_loops(sch.get_block("Z", "linear0"))
        sch.split(k, factors=[None, 4])
        self.assertIn("R.nn.relu", sch.mod.script())
        self.assertIn("k_1", sch.mod["linear0"].script())


class Tensors(unittest.TestCase):
    def test_schedules_of_tensors_have_their_parameters_in_order(self):
        n = te.var("n")
        a, b = te.placeholder((n,), name="a"), te.placeholder((n,), name="b")
        c = te.compute((n,), lambda i: a[i] - b[i], name="c")
        s = te.create_schedule(c.op)
        function = tvm.build(s, [b, a, c])
        x, y, z = (tvm.nd.array(np.full(5, v, "float32")) for v in (1, 10, 0))
        function(x, y, z)
        self.assertEqual(z.numpy().tolist(), [9] * 5)

    def test_numbers_that_are_no_sizes_become_parameters(self):
        a, k = te.placeholder((4,), name="a"), te.var("k")
        b = te.compute((4,), lambda i: a[i] * k, name="b")
        function = tvm.build(te.create_schedule(b.op), [a, b, k])
        x, y = tvm.nd.array(np.arange(4, dtype="float32")), tvm.nd.array(np.zeros(4, "float32"))
        function(x, y, 3)
        self.assertEqual(y.numpy().tolist(), [0, 3, 6, 9])


class Times(unittest.TestCase):
    def test_a_search_gives_the_fastest_of_a_schedule_function(self):
        @T.prim_func
        def main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32")):
            for i, j in T.grid(64, 64):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vi, vj] = A[vi, vj] + T.float32(1)

        def space(sch):
            i, j = sch.get_loops(sch.get_block("B"))
            sch.split(j, sch.sample_perfect_tile(j, n=2))
            return sch

        from tvm import meta_schedule as ms

        module = tvm.IRModule({"main": main})
        found = ms.tune_tir(module, "llvm", max_trials_global=3, space=ms.space_generator.ScheduleFn(space))
        best = ms.tir_integration.compile_tir(found, module, target="llvm")
        self.assertIn("j_1", best.mod.script())
        timer = tvm.build(best.mod).time_evaluator("main", tvm.cpu(), number=3)
        a, b = tvm.nd.array(np.ones((64, 64), "float32")), tvm.nd.empty((64, 64))
        self.assertGreater(timer(a, b).mean, 0)


if __name__ == "__main__":
    unittest.main()
