# What follows each element of a product stays in its kernel; the sum of it does not, nor does the next product.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def matmul(A: T.Buffer((64, 128), "float32"), B: T.Buffer((128, 32), "float32"), C: T.Buffer((64, 32), "float32")):
        for i, j, k in T.grid(64, 32, 128):
            with T.block("matmul"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]

    @T.prim_func
    def relu(A: T.Buffer((64, 32,), "float32"), B: T.Buffer((64, 32,), "float32")):
        for i0, i1 in T.grid(64, 32):
            with T.block("relu"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                B[v0, v1] = T.max(A[v0, v1], T.float32(0))

    @T.prim_func
    def matmul2(A: T.Buffer((64, 32), "float32"), B: T.Buffer((32, 16), "float32"), C: T.Buffer((64, 16), "float32")):
        for i, j, k in T.grid(64, 16, 32):
            with T.block("matmul2"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]

    @R.function
    def main(x: R.Tensor((64, 128), "float32"), w: R.Tensor((128, 32), "float32"), u: R.Tensor((32, 16), "float32")):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.matmul, (x, w,), out_sinfo=R.Tensor((64, 32), "float32"))
            b = R.call_tir(cls.relu, (a,), out_sinfo=R.Tensor((64, 32), "float32"))
            c = R.call_tir(cls.matmul2, (b, u,), out_sinfo=R.Tensor((64, 16), "float32"))
            R.output(c)
        return c
# ---
# a, b: they are one kernel, fused_matmul_relu
# b, c: c reads each element of b 16 times in sums of its own, which are tiled better by themselves
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def matmul2(A: T.Buffer((64, 32), "float32"), B: T.Buffer((32, 16), "float32"), C: T.Buffer((64, 16), "float32")):
        # with T.block("root"):
        for i, j, k in T.grid(64, 16, 32):
            with T.block("matmul2"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                T.reads(A[vi, vk], B[vk, vj])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]

    @T.prim_func
    def fused_matmul_relu(A: T.Buffer((64, 128), "float32"), B: T.Buffer((128, 32), "float32"), B_1: T.Buffer((64, 32), "float32")):
        # with T.block("root"):
        C = T.alloc_buffer((64, 32))
        for i, j, k in T.grid(64, 32, 128):
            with T.block("matmul"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                T.reads(A[vi, vk], B[vk, vj])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
        for i0, i1 in T.grid(64, 32):
            with T.block("relu"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                T.reads(C[v0, v1])
                T.writes(B_1[v0, v1])
                B_1[v0, v1] = T.max(C[v0, v1], T.float32(0.0))

    @R.function
    def main(x: R.Tensor((64, 128), dtype="float32"), w: R.Tensor((128, 32), dtype="float32"), u: R.Tensor((32, 16), dtype="float32")):
        cls = Module
        with R.dataflow():
            b = R.call_tir(cls.fused_matmul_relu, (x, w), out_sinfo=R.Tensor((64, 32), dtype="float32"))
            c = R.call_tir(cls.matmul2, (b, u), out_sinfo=R.Tensor((64, 16), dtype="float32"))
            R.output(c)
        return c
