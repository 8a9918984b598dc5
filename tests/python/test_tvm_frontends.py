"""Modules in the manner of PyTorch, models of PyTorch where it is installed, default schedules for GPUs."""

import importlib.util
import unittest

import loopwright
import numpy as np

tvm = loopwright.as_tvm()
from tvm import dlight, relax, topi  # noqa: E402
from tvm.relax.frontend import nn  # noqa: E402
from tvm.script import tir as T  # noqa: E402


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(8, 16)
        self.relu1 = nn.ReLU()
        self.fc2 = nn.Linear(16, 4, bias=False)

    def forward(self, x):
        x = self.relu1(self.fc1(x))
        x = nn.tensor_expr_op(topi.nn.relu, "again", [x])
        return self.fc2(x)


class Modules(unittest.TestCase):
    def test_an_exported_module_calculates(self):
        module, parameters = MLP().export_tvm({"forward": {"x": nn.spec.Tensor((2, 8), "float32")}})
        self.assertEqual([name for name, _ in parameters], ["fc1.weight", "fc1.bias", "fc2.weight"])
        rng = np.random.default_rng(2)
        x, w1, b1, w2 = (rng.standard_normal(s, "float32") for s in ((2, 8), (16, 8), (16,), (4, 16)))
        out = relax.VirtualMachine(tvm.compile(module))["forward"](x, w1, b1, w2)
        np.testing.assert_allclose(out.numpy(), np.maximum(x @ w1.T + b1, 0) @ w2.T, rtol=1e-4, atol=1e-5)

    def test_sizes_with_names_are_symbolic(self):
        module, _ = MLP().export_tvm({"forward": {"x": nn.spec.Tensor(("n", 8), "float32")}})
        self.assertIn('x: R.Tensor(("n", 8), dtype="float32")', module.script())
        rng = np.random.default_rng(2)
        arrays = [rng.standard_normal(s, "float32") for s in ((3, 8), (16, 8), (16,), (4, 16))]
        out = relax.VirtualMachine(tvm.compile(module))["forward"](*arrays)
        self.assertEqual(out.shape, (3, 4))

    def test_what_is_missing_is_named(self):
        with self.assertRaisesRegex(AttributeError, "relax.transform.LegalizeOp; the nearest: LegalizeOps"):
            relax.transform.LegalizeOp  # noqa: B018


@unittest.skipUnless(importlib.util.find_spec("torch"), "PyTorch is not installed for this Python")
class OfPyTorch(unittest.TestCase):
    def test_exported_programs(self):
        import torch

        model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 4)).eval()
        x = torch.randn(1, 8)
        from tvm.relax.frontend.torch import from_exported_program

        with torch.no_grad():
            wanted = model(x).numpy()
            module = from_exported_program(torch.export.export(model, (x,)), unwrap_unit_return_tuple=True)
        out = relax.VirtualMachine(tvm.compile(module))["main"](x.numpy())
        np.testing.assert_allclose(out.numpy(), wanted, rtol=1e-4, atol=1e-5)


class DefaultSchedules(unittest.TestCase):
    def test_every_block_gets_threads(self):
        @T.prim_func
        def main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64,), "float32")):
            for i, k in T.grid(64, 64):
                with T.block("B"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    with T.init():
                        B[vi] = T.float32(0)
                    B[vi] = B[vi] + A[vi, vk]

        module = dlight.ApplyDefaultSchedule(dlight.gpu.Matmul(), dlight.gpu.GEMV(), dlight.gpu.Fallback())(
            tvm.IRModule({"main": main}))
        self.assertIn('thread="threadIdx.x"', module.script())
        a, b = np.ones((64, 64), "float32"), np.zeros(64, "float32")
        tvm.build(module, target="cuda")["main"](a, b)
        self.assertEqual(b.tolist(), [64.0] * 64)


if __name__ == "__main__":
    unittest.main()
