# The largest element of a row follows element by element; what it is subtracted from has to wait for it.
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
    def row_max(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64,), "float32")):
        for i, j in T.grid(64, 32):
            with T.block("row_max"):
                vi, vj = T.axis.remap("SR", [i, j])
                with T.init():
                    B[vi] = T.min_value("float32")
                B[vi] = T.max(B[vi], A[vi, vj])

    @T.prim_func
    def subtract(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32")):
        m = T.alloc_buffer((64,), "float32")
        for i, j in T.grid(64, 32):
            with T.block("most"):
                vi, vj = T.axis.remap("SR", [i, j])
                with T.init():
                    m[vi] = T.min_value("float32")
                m[vi] = T.max(m[vi], A[vi, vj])
        for i, j in T.grid(64, 32):
            with T.block("subtract"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] - m[vi]

    @R.function
    def main(x: R.Tensor((64, 128), "float32"), w: R.Tensor((128, 32), "float32")):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.matmul, (x, w,), out_sinfo=R.Tensor((64, 32), "float32"))
            b = R.call_tir(cls.row_max, (a,), out_sinfo=R.Tensor((64,), "float32"))
            c = R.call_tir(cls.matmul, (x, w,), out_sinfo=R.Tensor((64, 32), "float32"))
            d = R.call_tir(cls.subtract, (c,), out_sinfo=R.Tensor((64, 32), "float32"))
            R.output(b, d)
        return (b, d)
# ---
# a, b: they are one kernel, fused_matmul_row_max
# c, d: d cannot follow each element of c: it waits for block most, which goes over c first
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def matmul(A: T.Buffer((64, 128), "float32"), B: T.Buffer((128, 32), "float32"), C: T.Buffer((64, 32), "float32")):
        # with T.block("root"):
        for i, j, k in T.grid(64, 32, 128):
            with T.block("matmul"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                T.reads(A[vi, vk], B[vk, vj])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]

    @T.prim_func
    def subtract(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32")):
        # with T.block("root"):
        m = T.alloc_buffer((64,))
        for i, j in T.grid(64, 32):
            with T.block("most"):
                vi, vj = T.axis.remap("SR", [i, j])
                T.reads(A[vi, vj])
                T.writes(m[vi])
                with T.init():
                    m[vi] = T.float32(-340282346638528859811704183484516925440.0)
                m[vi] = T.max(m[vi], A[vi, vj])
        for i, j in T.grid(64, 32):
            with T.block("subtract"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj], m[vi])
                T.writes(B[vi, vj])
                B[vi, vj] = A[vi, vj] - m[vi]

    @T.prim_func
    def fused_matmul_row_max(A: T.Buffer((64, 128), "float32"), B: T.Buffer((128, 32), "float32"), B_1: T.Buffer((64,), "float32")):
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
        for i, j in T.grid(64, 32):
            with T.block("row_max"):
                vi, vj = T.axis.remap("SR", [i, j])
                T.reads(C[vi, vj])
                T.writes(B_1[vi])
                with T.init():
                    B_1[vi] = T.float32(-340282346638528859811704183484516925440.0)
                B_1[vi] = T.max(B_1[vi], C[vi, vj])

    @R.function
    def main(x: R.Tensor((64, 128), dtype="float32"), w: R.Tensor((128, 32), dtype="float32")):
        cls = Module
        with R.dataflow():
            b = R.call_tir(cls.fused_matmul_row_max, (x, w), out_sinfo=R.Tensor((64,), dtype="float32"))
            c = R.call_tir(cls.matmul, (x, w), out_sinfo=R.Tensor((64, 32), dtype="float32"))
            d = R.call_tir(cls.subtract, (c,), out_sinfo=R.Tensor((64, 32), dtype="float32"))
            R.output(b, d)
        return (b, d)
