# Each operator becomes a kernel; equal calls share one, numbers are written into it, and nested calls get values.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4, 16), "float32"), w0: R.Tensor((16, 16), "float32"), b0: R.Tensor((16,), "float32"), w1: R.Tensor((16, 16), "float32")):
        with R.dataflow():
            a = R.matmul(x, w0)
            b = R.nn.relu(R.add(a, b0))
            c = R.matmul(b, w1)
            d = R.multiply(c, R.const(0.5, "float32"))
            gv = R.nn.softmax(d, axis=-1)
            R.output(gv)
        return gv
# ---
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def matmul(x1: T.Buffer((4, 16), "float32"), x2: T.Buffer((16, 16), "float32"), matmul: T.Buffer((4, 16), "float32")):
        T.func_attr({"tir.noalias": True})
        # with T.block("root"):
        for ax0, ax1, k in T.grid(4, 16, 16):
            with T.block("matmul"):
                v_ax0, v_ax1, v_k = T.axis.remap("SSR", [ax0, ax1, k])
                T.reads(x1[v_ax0, v_k], x2[v_k, v_ax1])
                T.writes(matmul[v_ax0, v_ax1])
                with T.init():
                    matmul[v_ax0, v_ax1] = T.float32(0.0)
                matmul[v_ax0, v_ax1] = matmul[v_ax0, v_ax1] + x1[v_ax0, v_k] * x2[v_k, v_ax1]

    @T.prim_func
    def add(x1: T.Buffer((4, 16), "float32"), x2: T.Buffer((16,), "float32"), T_add: T.Buffer((4, 16), "float32")):
        T.func_attr({"tir.noalias": True})
        # with T.block("root"):
        for ax0, ax1 in T.grid(4, 16):
            with T.block("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x1[v_ax0, v_ax1], x2[v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = x1[v_ax0, v_ax1] + x2[v_ax1]

    @T.prim_func
    def relu(data: T.Buffer((4, 16), "float32"), compute: T.Buffer((4, 16), "float32")):
        T.func_attr({"tir.noalias": True})
        # with T.block("root"):
        for ax0, ax1 in T.grid(4, 16):
            with T.block("compute"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(data[v_ax0, v_ax1])
                T.writes(compute[v_ax0, v_ax1])
                compute[v_ax0, v_ax1] = T.max(data[v_ax0, v_ax1], T.float32(0.0))

    @T.prim_func
    def multiply(x1: T.Buffer((4, 16), "float32"), T_multiply: T.Buffer((4, 16), "float32")):
        T.func_attr({"tir.noalias": True})
        # with T.block("root"):
        for ax0, ax1 in T.grid(4, 16):
            with T.block("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x1[v_ax0, v_ax1])
                T.writes(T_multiply[v_ax0, v_ax1])
                T_multiply[v_ax0, v_ax1] = x1[v_ax0, v_ax1] * T.float32(0.5)

    @T.prim_func
    def softmax(data: T.Buffer((4, 16), "float32"), T_softmax_norm: T.Buffer((4, 16), "float32")):
        T.func_attr({"tir.noalias": True})
        # with T.block("root"):
        T_softmax_maxelem = T.alloc_buffer((4,))
        T_softmax_exp = T.alloc_buffer((4, 16))
        T_softmax_expsum = T.alloc_buffer((4,))
        for ax0, k1 in T.grid(4, 16):
            with T.block("T_softmax_maxelem"):
                v_ax0, v_k1 = T.axis.remap("SR", [ax0, k1])
                T.reads(data[v_ax0, v_k1])
                T.writes(T_softmax_maxelem[v_ax0])
                with T.init():
                    T_softmax_maxelem[v_ax0] = T.float32("-inf")
                T_softmax_maxelem[v_ax0] = T.max(T_softmax_maxelem[v_ax0], data[v_ax0, v_k1])
        for ax0, ax1 in T.grid(4, 16):
            with T.block("T_softmax_exp"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(data[v_ax0, v_ax1], T_softmax_maxelem[v_ax0])
                T.writes(T_softmax_exp[v_ax0, v_ax1])
                T_softmax_exp[v_ax0, v_ax1] = T.exp(data[v_ax0, v_ax1] - T_softmax_maxelem[v_ax0])
        for ax0, k1 in T.grid(4, 16):
            with T.block("T_softmax_expsum"):
                v_ax0, v_k1 = T.axis.remap("SR", [ax0, k1])
                T.reads(T_softmax_exp[v_ax0, v_k1])
                T.writes(T_softmax_expsum[v_ax0])
                with T.init():
                    T_softmax_expsum[v_ax0] = T.float32(0.0)
                T_softmax_expsum[v_ax0] = T_softmax_expsum[v_ax0] + T_softmax_exp[v_ax0, v_k1]
        for ax0, ax1 in T.grid(4, 16):
            with T.block("T_softmax_norm"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_softmax_exp[v_ax0, v_ax1], T_softmax_expsum[v_ax0])
                T.writes(T_softmax_norm[v_ax0, v_ax1])
                T_softmax_norm[v_ax0, v_ax1] = T_softmax_exp[v_ax0, v_ax1] / T_softmax_expsum[v_ax0]

    @R.function
    def main(x: R.Tensor((4, 16), dtype="float32"), w0: R.Tensor((16, 16), dtype="float32"), b0: R.Tensor((16,), dtype="float32"), w1: R.Tensor((16, 16), dtype="float32")):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.matmul, (x, w0), out_sinfo=R.Tensor((4, 16), dtype="float32"))
            lv = R.call_tir(cls.add, (a, b0), out_sinfo=R.Tensor((4, 16), dtype="float32"))
            b = R.call_tir(cls.relu, (lv,), out_sinfo=R.Tensor((4, 16), dtype="float32"))
            c = R.call_tir(cls.matmul, (b, w1), out_sinfo=R.Tensor((4, 16), dtype="float32"))
            d = R.call_tir(cls.multiply, (c,), out_sinfo=R.Tensor((4, 16), dtype="float32"))
            gv = R.call_tir(cls.softmax, (d,), out_sinfo=R.Tensor((4, 16), dtype="float32"))
            R.output(gv)
        return gv
